/** Shows what the server said at a pace that one can follow; one's own moves at once. */

import { settings } from '../settings.svelte';
import type { Update } from '../server/messages';

/** Milliseconds that a move of somebody else stays before the next one is shown. */
const PAUSE = { slow: 1800, normal: 900, fast: 400, instant: 0 };

/** The entries of the log that are seen on the table. */
const MOVES = new Set(['moved', 'chance']);
const moves = ({ events }: Update) => events.some(({ what }) => MOVES.has(what.kind));

/** An update and when it was heard, for the clocks. */
export interface Heard extends Update {
  heardAt: number;
}

export class Pace {
  /** What is on the table now. */
  shown = $state.raw<Heard | null>(null);
  /** How many updates wait to be shown. */
  behind = $state(0);

  #queue: Heard[] = [];
  #timer = 0;
  #free = 0;

  /** `before` hears what is shown next, in time to prepare for it. */
  constructor(private readonly before: (update: Heard) => void) {}

  /** Take an update; `at once` if it is one's own doing. One in which nobody moved takes no time. */
  take(update: Heard, atOnce: boolean): void {
    this.#queue.push(update);
    if (atOnce) this.skip();
    else this.#next();
  }

  /** Show the latest now: the events of all that waited belong to it. */
  skip(): void {
    const last = this.#queue.at(-1);
    if (!last) return;
    const events = this.#queue.flatMap((update) => update.events);
    this.#queue = [];
    this.#show({ ...last, events });
  }

  /** Forget everything, for another look at the table. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
    this.behind = 0;
  }

  #next(): void {
    if (this.#timer) {
      this.behind = this.#queue.length;
      return;
    }
    const first = this.#queue[0];
    if (!first) return;
    const wait = document.hidden || !moves(first) ? 0 : this.#free - performance.now();
    if (wait > 0) {
      this.behind = this.#queue.length;
      this.#timer = setTimeout(() => {
        this.#timer = 0;
        this.#next();
      }, wait);
      return;
    }
    this.#queue.shift();
    this.#show(first);
    if (this.#queue.length) this.#next();
  }

  #show(update: Heard): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.behind = this.#queue.length;
    this.before(update);
    this.shown = update;
    if (moves(update)) this.#free = performance.now() + PAUSE[settings.speed];
  }
}
