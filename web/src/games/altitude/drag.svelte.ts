/** Dragging a card with mouse, pen or finger onto the nearest place it may go to. */

import type { Held } from './choice.svelte';

interface Doing {
  begin(held: Held): void;
  /** The card was let go: over a place with its move, or elsewhere. */
  drop(move: string | null): void;
  /** The drag was broken off. */
  stop(): void;
  targets(): Iterable<Element>;
}

/** How far a pointer moves before a tap becomes a drag, and how near a place catches, in pixels. */
const START = 8;
const CATCH = 70;

export class Drag {
  x = $state(0);
  y = $state(0);
  /** The move of the place under the card. */
  aimed: string | null = $state(null);
  readonly #doing: Doing;
  #held: Held | null = null;
  #from = { x: 0, y: 0 };
  #moving = false;

  constructor(doing: Doing) {
    this.#doing = doing;
  }

  grab(event: PointerEvent, held: Held): void {
    if (event.button !== 0) return;
    this.#held = held;
    this.#from = { x: event.clientX, y: event.clientY };
  }

  move = (event: PointerEvent): void => {
    if (this.#held === null) return;
    const { clientX: x, clientY: y } = event;
    if (!this.#moving && Math.hypot(x - this.#from.x, y - this.#from.y) > START) {
      this.#moving = true;
      this.#doing.begin(this.#held);
    }
    if (!this.#moving) return;
    [this.x, this.y] = [x, y];
    this.aimed = this.#nearest(x, y);
  };

  end = (): void => {
    if (this.#moving) {
      // The click that follows a drag is no tap.
      const swallow = (event: MouseEvent) => event.stopPropagation();
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }));
      this.#doing.drop(this.aimed);
    }
    this.#reset();
  };

  cancel = (): void => {
    if (this.#moving) this.#doing.stop();
    this.#reset();
  };

  #reset(): void {
    this.#held = this.aimed = null;
    this.#moving = false;
  }

  #nearest(x: number, y: number): string | null {
    let best: string | null = null;
    let least = CATCH;
    for (const target of this.#doing.targets()) {
      const { left, top, width, height } = target.getBoundingClientRect();
      const far = Math.hypot(x - left - width / 2, y - top - height / 2);
      if (far < least) [least, best] = [far, target.getAttribute('data-move')];
    }
    return best;
  }
}
