/** The positions that illustrate the rules; `scripts/make-examples` writes them, a file a game. */

export interface Position {
  seat: number;
  view: Record<string, unknown>;
  legal: string[];
}

export interface Examples {
  material: Record<string, unknown>;
  /** By the id of the rule that each shows. */
  examples: Record<string, Position>;
}

const files = import.meta.glob<Examples>('../rules/*.json', { import: 'default' });

export async function examplesOf(game: string): Promise<Examples> {
  return (await files[`../rules/${game}.json`]?.()) ?? { material: {}, examples: {} };
}
