/** The choice in the making: which dice are kept, which climber is picked, what a tap would do. */

import { untrack } from 'svelte';
import type { Choosing, Sight } from '../game';
import { momentOf, type Moment } from './moment';
import {
  faces,
  materialOf,
  oddsOf,
  parse,
  TOP,
  viewOf,
  type Event,
  type Face,
  type Token,
} from './notation';

/** What a tap on a circle does; with an event it is a whole move, without it one step of a choice. */
export interface Target {
  does: 'token' | 'reach' | 'start' | 'pick' | 'drop' | 'climb' | 'push' | 'clear' | 'block';
  event?: string;
  keep?: readonly Face[];
}

interface Move {
  text: string;
  event: Event;
}

export class Choice implements Choosing {
  sight = $state.raw<Sight>()!;
  /** Places in the roll of the dice that are put away. */
  away = $state.raw<readonly number[]>([]);
  /** The circle tapped first: of two to start from, or where the climber stands. */
  picked = $state<string | null>(null);
  /** The last roll that was seen, and how many were: a new one tumbles. */
  roll = $state.raw<readonly Face[]>([]);
  rolls = $state(0);
  /** What was last seen to be more than a move. */
  moment = $state.raw<Moment | null>(null);
  /** Counts how often the reader was asked to tap a circle: the scene then takes the focus. */
  calls = $state(0);

  private moves = $derived.by<Move[]>(() =>
    this.sight.legal.flatMap((text) => {
      const event = parse(text);
      return event ? [{ text, event }] : [];
    }),
  );
  private tokens = $derived(
    this.moves.filter(
      (move): move is { text: string; event: Token } => move.event.kind === 'token',
    ),
  );

  /** The dice kept, ascending. */
  kept = $derived.by(() =>
    viewOf(this.sight).dice.filter((_, place) => !this.away.includes(place)),
  );
  /** The placements that just these dice make. */
  places = $derived(this.tokens.filter(({ event }) => faces(event.kept) === faces(this.kept)));
  /** The line on which these dice place a token, or null. */
  line = $derived(this.places[0] ? this.lineOf(this.places[0].event.circle) : null);
  /** For each line in reach, ascending, the dice that reach it and keep the most in play. */
  reach = $derived.by(() => {
    const best = new Map<number, readonly Face[]>();
    for (const { event } of this.tokens) {
      const line = this.lineOf(event.circle);
      if (event.kept.length > (best.get(line)?.length ?? 0)) best.set(line, event.kept);
    }
    return [...best].sort(([a], [b]) => a - b).map(([line, kept]) => ({ line, kept }));
  });
  /** What may be tapped now, by circle. */
  targets = $derived.by(() => this.aim());
  /** The chance to flop when rolling again after this placement, or now; null if it is not told. */
  risk = $derived.by<number | null>(() => {
    const odds = oddsOf(this.sight);
    if (viewOf(this.sight).phase !== 'token') return odds?.flop ?? null;
    return odds?.after?.[String(this.line)]?.[this.kept.length] ?? null;
  });

  constructor(
    sight: Sight,
    private send: (event: string) => void,
  ) {
    this.see(sight);
  }

  see(sight: Sight): void {
    untrack(() => {
      if (sight === this.sight) return;
      const before = this.sight;
      this.sight = sight;
      this.moment = momentOf(sight) ?? this.moment;
      const seen = sight.events.map(({ event }) => parse(event));
      const rolled = seen.findLast((event) => event?.kind === 'dice');
      if (rolled?.kind === 'dice') {
        this.roll = rolled.faces;
        this.rolls += 1;
      } else if (viewOf(sight).dice.length) this.roll = viewOf(sight).dice;
      if (before?.legal.join() === sight.legal.join()) return;
      this.away = [];
      this.picked = null;
    });
  }

  /** Whether a move of this kind is open. */
  may(text: string): boolean {
    return this.sight.legal.includes(text);
  }

  /** Whether any move of this kind is open. */
  offers(kind: Event['kind']): boolean {
    return this.moves.some(({ event }) => event.kind === kind);
  }

  play(text: string): void {
    this.picked = null;
    this.send(text);
  }

  /** Put a die away, or take it back. */
  toggle(place: number): void {
    this.away = this.away.includes(place)
      ? this.away.filter((other) => other !== place)
      : [...this.away, place];
  }

  /** Keep just these faces of the roll. */
  keep(kept: readonly Face[]): void {
    const open = [...kept];
    this.away = viewOf(this.sight).dice.flatMap((face, place) => {
      const found = open.indexOf(face);
      if (found < 0) return [place];
      open.splice(found, 1);
      return [];
    });
  }

  /** Place at once where there is one circle only; else ask for one. */
  place(): void {
    if (this.places.length === 1) this.play(this.places[0]!.text);
    else this.calls += 1;
  }

  /** Do what a tap on a circle does now. */
  tap(circle: string): void {
    const target = this.targets.get(circle);
    if (!target) this.picked = null;
    else if (target.event) this.play(target.event);
    else if (target.keep) this.keep(target.keep);
    else this.picked = target.does === 'drop' ? null : circle;
  }

  /** Try a circle that is not open: the server answers with the rule that closes it. */
  attempt(circle: string): void {
    const tried = this.sight.legal.length ? this.tried(circle) : null;
    if (tried) this.send(tried);
  }

  /** What a tap or a drop on a circle would mean now, if it were open. */
  private tried(circle: string): string | null {
    const from = this.picked;
    const kinds = new Map(this.moves.map(({ event }) => [event.kind, event]));
    const start = kinds.get('start');
    if (kinds.has('climb') || kinds.has('push') || kinds.has('clear')) {
      const way = this.moves.find(({ event }) => 'from' in event && event.from === from)?.event;
      if (way) return `${way.kind} ${from} ${circle}`;
      return circle === TOP ? null : `clear ${circle}`;
    }
    if (circle === TOP) return null;
    if (kinds.has('block')) return `block ${circle}`;
    if (kinds.has('token') && this.kept.length) return `token ${circle} keep ${faces(this.kept)}`;
    if (start?.kind !== 'start') return null;
    const pair = [from ?? start.circles[0], circle];
    const order = Object.keys(materialOf(this.sight).circles);
    return `start ${order.filter((name) => pair.includes(name)).join(' ')}`;
  }

  private lineOf(circle: string): number {
    return materialOf(this.sight).circles[circle]?.line ?? 0;
  }

  private aim(): Map<string, Target> {
    const targets = new Map<string, Target>();
    const picked = this.picked;
    const placed = faces(this.kept);
    for (const { text, event } of this.moves)
      switch (event.kind) {
        case 'token': {
          const line = this.lineOf(event.circle);
          if (faces(event.kept) === placed)
            targets.set(event.circle, { does: 'token', event: text });
          else if (!targets.has(event.circle)) {
            const keep = this.reach.find((way) => way.line === line)?.kept ?? event.kept;
            targets.set(event.circle, { does: 'reach', keep });
          }
          break;
        }
        case 'start':
          for (const [circle, other] of [event.circles, event.circles.toReversed()])
            if (picked === null) targets.set(circle!, { does: 'start' });
            else if (picked === circle) {
              targets.set(circle, { does: 'drop' });
              targets.set(other!, { does: 'start', event: text });
            }
          break;
        case 'climb':
        case 'push':
          targets.set(event.from, { does: picked === event.from ? 'drop' : 'pick' });
          if (picked === event.from) targets.set(event.to, { does: event.kind, event: text });
          break;
        case 'clear':
        case 'block':
          if (picked === null) targets.set(event.circle, { does: event.kind, event: text });
      }
    return targets;
  }
}
