/** Reads the TOML that boards and decks are written in: tables, arrays, texts and whole numbers. */

export type Toml = string | number | boolean | Toml[] | { [key: string]: Toml };
type Group = { [key: string]: Toml };

/** Throws a SyntaxError where a text is none. */
export function readToml(text: string): Group {
  const reader = new Reader(text);
  return reader.document();
}

class Reader {
  #at = 0;
  constructor(private readonly text: string) {}

  document(): Group {
    const root: Group = {};
    let group = root;
    for (this.#skip(true); this.#at < this.text.length; this.#skip(true)) {
      if (this.#eats('[[')) {
        const key = this.#key();
        this.#expect(']]');
        const items = (root[key] ??= []);
        if (!Array.isArray(items)) this.#fail();
        items.push((group = {}));
      } else if (this.#eats('[')) {
        const key = this.#key();
        this.#expect(']');
        root[key] = group = {};
      } else this.#pair(group);
    }
    return root;
  }

  #pair(group: Group): void {
    const key = this.#key();
    this.#expect('=');
    group[key] = this.#value();
  }

  #value(): Toml {
    this.#skip(false);
    if (this.#eats('[')) return this.#items();
    if (this.#eats('{')) return this.#inline();
    const found = this.#match(
      /"(?:[^"\\\n]|\\["\\])*"|'[^'\n]*'|true|false|[+-]?\d[\d_]*(?:\.\d+)?/y,
    );
    if (found === 'true' || found === 'false') return found === 'true';
    if (found.startsWith('"')) return found.slice(1, -1).replace(/\\(["\\])/g, '$1');
    return found.startsWith("'") ? found.slice(1, -1) : Number(found.replaceAll('_', ''));
  }

  #items(): Toml[] {
    const items: Toml[] = [];
    for (this.#skip(true); !this.#eats(']'); this.#skip(true)) {
      items.push(this.#value());
      this.#skip(true);
      this.#eats(',');
    }
    return items;
  }

  #inline(): Group {
    const group: Group = {};
    for (this.#skip(false); !this.#eats('}'); this.#skip(false)) {
      this.#pair(group);
      this.#skip(false);
      this.#eats(',');
    }
    return group;
  }

  #key(): string {
    this.#skip(false);
    const key = this.#match(/[\w-]+|"[^"\n]*"/y);
    this.#skip(false);
    return key.replaceAll('"', '');
  }

  #skip(lines: boolean): void {
    this.#match(lines ? /(?:\s|#[^\n]*)*/y : /[ \t]*/y);
  }

  #eats(sign: string): boolean {
    const found = this.text.startsWith(sign, this.#at);
    if (found) this.#at += sign.length;
    return found;
  }

  #expect(sign: string): void {
    if (!this.#eats(sign)) this.#fail();
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) this.#fail();
    this.#at += found.length;
    return found;
  }

  #fail(): never {
    throw new SyntaxError(String(this.text.slice(0, this.#at).split('\n').length));
  }
}
