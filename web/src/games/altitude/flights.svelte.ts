/** What moves from one sight to the next: cards in the air, an avalanche, a Saint-Bernard at work. */

import { SvelteSet } from 'svelte/reactivity';
import type { Move, Sight } from '../game';
import { corner, HIGH, WIDE } from './layout';
import { cardOf, eventOf, viewOf } from './notation';
import { rewound } from './rewind';

export interface Flight {
  id: number;
  kind: 'card' | 'snow' | 'dog';
  card: string;
  from: DOMRect;
  to: DOMRect;
  delay: number;
}

/** Where something lies: a marked spot of the scene, or a slot of a seat's mountain. */
type Spot = string | { seat: number; slot: string };

const spot = (name: string): Spot => `[data-spot="${name}"]`;

function rectOf(scene: HTMLElement, at: Spot): DOMRect | null {
  if (typeof at === 'string') return scene.querySelector(at)?.getBoundingClientRect() ?? null;
  const picture = scene.querySelector<SVGSVGElement>(`[data-mountain="${at.seat}"] svg[role]`);
  const matrix = picture?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = corner(at.slot);
  const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(matrix);
  return new DOMRect(left, top, WIDE * matrix.a, HIGH * matrix.d);
}

export class Flights {
  list: Flight[] = $state.raw([]);
  /** Slots whose card has not landed, as `seat/slot`. */
  readonly landing = new SvelteSet<string>();
  #next = 0;

  /** Start what the events of a sight show. `pace` is the length of a flight in milliseconds. */
  start(sight: Sight, scene: HTMLElement, pace: number): void {
    this.list = [];
    this.landing.clear();
    if (!pace) return;
    const last = sight.events.slice(-4);
    last.forEach((move, at) => {
      const open = rewound(viewOf(sight), last.slice(at + 1));
      this.#event({ ...sight, view: { ...sight.view, ...open } }, scene, move, at * pace * 0.8);
    });
  }

  end(flight: Flight): void {
    this.list = this.list.filter((other) => other !== flight);
    if (!this.list.some(({ kind }) => kind === 'card')) this.landing.clear();
  }

  #event(sight: Sight, scene: HTMLElement, { seat, event: text }: Move, delay: number): void {
    const event = eventOf(text);
    const view = viewOf(sight);
    const who = seat ?? view.turn;
    if (!event || who === null || view.phase === 'deal' || view.phase === 'keep') return;
    const mine = who === sight.seat;
    const origin = (own: string) => (mine ? spot(own) : `[data-seat="${who}"]`);
    const fly = (card: string, from: Spot, to: Spot, kind: Flight['kind'] = 'card') => {
      const [start, end] = [rectOf(scene, from), rectOf(scene, to)];
      if (!start || !end) return;
      if (typeof to === 'object' && kind === 'card') this.landing.add(`${to.seat}/${to.slot}`);
      this.list = [...this.list, { id: this.#next++, kind, card, from: start, to: end, delay }];
    };
    const settle = (from: Spot, owner: number, slot: string) => {
      const card = view.mountains[owner]?.[slot];
      if (!card) return;
      const to = { seat: owner, slot };
      fly(card, from, to);
      if (cardOf(card).kind === 'avalanche') fly(card, to, to, 'snow');
    };
    const dig = (slot: string) => fly('B', origin('hand'), { seat: who, slot }, 'dog');
    switch (event.what) {
      case 'draw':
        return fly(mine ? (view.drawn ?? '?') : '?', spot('pile'), origin('drawn'));
      case 'discard':
        return fly(view.discard.at(-1) ?? '?', origin('drawn'), spot('discard'));
      case 'lay':
        return settle(origin('drawn'), who, event.slot);
      case 'give':
        return settle(origin('drawn'), event.seat, event.slot);
      case 'build':
        return settle(origin('hand'), who, event.slot);
      case 'swap':
        if (cardOf(event.card).kind === 'bernard') return dig(event.slot);
        return settle(origin('hand'), who, event.slot);
      case 'replace':
        fly(view.discard.at(-1) ?? '?', { seat: who, slot: event.slot }, spot('discard'));
        return settle(origin('drawn'), who, event.slot);
      case 'rescue':
        return dig(event.slot);
    }
  }
}
