/** The choice in the making: which card, by which way, onto which slot. All of it grouped from the legal moves. */

import type { Choosing, Sight } from '../game';
import { span } from './layout';
import { cardOf, eventOf, viewOf, type Event } from './notation';

/** The ways of playing a card, in the order in which they are offered. */
export const WAYS = ['lay', 'swap', 'replace', 'rescue', 'give', 'build'] as const;
export type Way = (typeof WAYS)[number];

interface Move {
  text: string;
  event: Event;
}

/** A slot that may be tapped now. */
export interface Place {
  seat: number;
  slot: string;
  way: Way;
  /** The move it makes, in notation. */
  move: string;
}

/** What is held: the drawn card or a card of the hand, by its position there. */
export type Held = 'drawn' | number;

const isWay = (what: string): what is Way => (WAYS as readonly string[]).includes(what);
const sorted = (cards: readonly string[]) => [...cards].sort().join(' ');

export class Choice implements Choosing {
  #sight: Sight = $state.raw()!;
  /** The way that was asked for; null: the first there is. */
  #asked: Way | null = $state(null);
  /** The card of the hand that was tapped. */
  #tapped: number | null = $state(null);
  /** The cards tapped to be kept. */
  #kept: readonly number[] = $state.raw([]);
  /** The card being dragged: every place it may go to glows. */
  dragged: Held | null = $state(null);
  /** Counts how often the reader was asked to tap a place: the places then beat. */
  calls = $state(0);
  readonly #send: (event: string) => void;

  constructor(sight: Sight, send: (event: string) => void) {
    this.#sight = sight;
    this.#send = send;
  }

  see(sight: Sight): void {
    const same = sight.legal.join() === this.#sight.legal.join();
    this.#sight = sight;
    if (!same) this.forget();
  }

  forget(): void {
    this.#asked = this.#tapped = this.dragged = null;
    this.#kept = [];
  }

  readonly #moves: Move[] = $derived.by(() =>
    this.#sight.legal.flatMap((text) => {
      const event = eventOf(text);
      return event ? [{ text, event }] : [];
    }),
  );
  readonly hand: readonly string[] = $derived.by(() =>
    this.#sight.seat === null ? [] : (viewOf(this.#sight).hands[this.#sight.seat] ?? []),
  );

  // Keeping

  readonly #keeps = $derived(
    this.#moves.flatMap(({ text, event }) =>
      event.what === 'keep'
        ? [{ text, cards: sorted(event.cards), count: event.cards.length }]
        : [],
    ),
  );
  readonly keeping: boolean = $derived(this.#keeps.length > 0);
  /** How many cards are to be kept. */
  readonly toKeep: number = $derived(this.#keeps[0]?.count ?? 0);
  readonly kept: number = $derived(this.#kept.length);
  /** The move that keeps what was tapped, once it is one. */
  readonly keep: string | null = $derived.by(() => {
    const cards = sorted(this.#kept.map((at) => this.hand[at] ?? ''));
    return this.#keeps.find((keep) => keep.cards === cards)?.text ?? null;
  });

  // Playing

  readonly ways: readonly Way[] = $derived(
    WAYS.filter((way) => this.#moves.some(({ event }) => event.what === way)),
  );
  readonly way: Way | null = $derived.by(() => {
    if (this.#asked && this.ways.includes(this.#asked)) return this.#asked;
    const avalanche = cardOf(viewOf(this.#sight).drawn ?? '?').kind === 'avalanche';
    const first: Way[] = avalanche ? ['give'] : ['lay', 'rescue', 'build', 'swap'];
    return first.find((way) => this.ways.includes(way)) ?? this.ways[0] ?? null;
  });
  /** The moves that need no place: `discard`, `done`. */
  readonly plain: readonly string[] = $derived(
    this.#moves.flatMap(({ text, event }) =>
      event.what === 'discard' || event.what === 'done' ? [text] : [],
    ),
  );
  /** The position in the hand of the card to be laid from it, if one is chosen or only one can be. */
  readonly chosen: number | null = $derived.by(() => {
    if (this.way !== 'swap' && this.way !== 'build') return null;
    if (this.#tapped !== null && this.fits(this.#tapped)) return this.#tapped;
    const fitting = this.hand.flatMap((_, at) => (this.fits(at) ? [at] : []));
    return new Set(fitting.map((at) => this.hand[at])).size === 1 ? fitting[0]! : null;
  });
  /** The slots that glow. */
  readonly places: readonly Place[] = $derived.by(() => {
    if (this.dragged !== null) return this.placesOf(this.dragged);
    if (this.way === null) return [];
    const held = this.way === 'swap' || this.way === 'build' ? this.chosen : 'drawn';
    return held === null ? [] : this.placesOf(held).filter(({ way }) => way === this.way);
  });

  /** The cards of the hand that can be laid, each once. */
  readonly fitting: readonly string[] = $derived([
    ...new Set(this.hand.filter((_, at) => this.fits(at))),
  ]);

  /** In how many places a way can be played; for one from the hand, with any card. */
  count(way: Way): number {
    return this.#moves.filter(({ event }) => event.what === way).length;
  }

  /** The seats a way reaches. */
  reached(way: Way): readonly number[] {
    return [...new Set(this.#moves.flatMap((move) => this.#place(move, way)?.seat ?? []))];
  }

  fits(at: number): boolean {
    const card = this.hand[at];
    return this.#moves.some(
      ({ event }) => (event.what === 'swap' || event.what === 'build') && event.card === card,
    );
  }

  isHeld(at: number): boolean {
    return this.keeping ? this.#kept.includes(at) : this.chosen === at;
  }

  /** Whether it is for the viewer to play a card. */
  readonly acts: boolean = $derived(this.#moves.length > 0 && !this.keeping);

  /** What is held: the card of the hand that was chosen, else the drawn one. */
  get held(): Held {
    return this.dragged ?? this.chosen ?? 'drawn';
  }

  /** Try a card where no place is open to it: the server answers with the rule that closes it. */
  attempt(held: Held, seat: number, slot: string): void {
    const tried = this.acts ? this.#tried(held, seat, slot) : null;
    if (!tried) return;
    const way = this.ways.find((way) => tried.startsWith(way));
    if (!this.#sight.legal.includes(tried)) this.send(tried);
    else if (way) this.ask(way);
  }

  /** What laying a card there would be called, if it were open. */
  #tried(held: Held, seat: number, slot: string): string | null {
    const { drawn, mountains } = viewOf(this.#sight);
    const own = seat === this.#sight.seat;
    const building = this.plain.includes('done');
    if (held !== 'drawn')
      return own ? `${building ? 'build' : 'swap'} ${this.hand[held]} ${slot}` : null;
    if (drawn === null) return null;
    if (!own) return `give ${seat} ${slot}`;
    if (!(slot in (mountains[seat] ?? {}))) return `lay ${slot}`;
    return `${cardOf(drawn).kind === 'bernard' ? 'rescue' : 'replace'} ${slot}`;
  }

  /** A card of the hand that can go nowhere was tapped: why not where others could? */
  explain(at: number): void {
    const { seat } = this.#sight;
    if (seat === null) return;
    const mountain = viewOf(this.#sight).mountains[seat] ?? {};
    const open = this.#moves.flatMap(({ event }) =>
      'slot' in event && event.what !== 'give' && !(event.slot in mountain) ? [event.slot] : [],
    );
    this.attempt(at, seat, open.at(-1) ?? `1:${span(mountain).to + 1}`);
  }

  /** A way was asked for. Asked for again it is gone, or its places call. */
  ask(way: Way): void {
    if (way === this.way && this.places.length === 1) this.send(this.places[0]!.move);
    else if (way === this.way && this.places.length) this.calls += 1;
    else {
      this.#asked = way;
      this.#tapped = null;
    }
  }

  /** A card of the hand was tapped. */
  tap(at: number): void {
    if (this.keeping) {
      const without = this.#kept.filter((other) => other !== at);
      if (without.length < this.#kept.length) this.#kept = without;
      else if (this.#kept.length < this.toKeep) this.#kept = [...this.#kept, at];
    } else if (this.fits(at)) {
      const again = this.chosen === at && this.#tapped === at;
      this.#asked = again
        ? null
        : (this.ways.find((way) => way === 'swap' || way === 'build') ?? null);
      this.#tapped = again ? null : at;
    }
  }

  send(move: string): void {
    this.dragged = null;
    this.#send(move);
  }

  /** Where a card may go. */
  placesOf(held: Held): Place[] {
    const card = held === 'drawn' ? null : this.hand[held];
    return this.#moves.flatMap((move) => {
      const { event } = move;
      if (!isWay(event.what) || ('card' in event ? event.card !== card : card !== null)) return [];
      return this.#place(move, event.what) ?? [];
    });
  }

  #place({ text, event }: Move, way: Way): Place | null {
    if (event.what !== way || !('slot' in event) || this.#sight.seat === null) return null;
    const seat = event.what === 'give' ? event.seat : this.#sight.seat;
    return { seat, slot: event.slot, way, move: text };
  }
}
