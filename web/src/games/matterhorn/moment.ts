/** What has just happened that everybody should feel: a flop, a bonus, the dare to roll on, a stop. */

import type { Sight } from '../game';
import { parse, viewOf } from './notation';

export interface Moment {
  what: 'flop' | 'bonus' | 'again' | 'stop';
  seat: number;
}

/** The moment that a sight shows, if its latest events are one. */
export function momentOf(sight: Sight): Moment | null {
  const { phase, turn, players } = viewOf(sight);
  const [last, before] = sight.events.toReversed();
  const [kind, earlier] = [last, before].map((move) => move && parse(move.event)?.kind);
  if (kind === 'dice') {
    if (phase === 'flop') return { what: 'flop', seat: turn ?? 0 };
    // Without a consolation a flop ends its turn: the next roll may have come with it.
    if (phase !== 'token' || earlier === 'dice')
      return { what: 'flop', seat: ((turn ?? 0) + players - 1) % players };
    return earlier === 'again' ? { what: 'again', seat: before?.seat ?? 0 } : null;
  }
  if (kind === 'token' && phase === 'bonus') return { what: 'bonus', seat: last?.seat ?? 0 };
  return kind === 'stop' ? { what: 'stop', seat: last?.seat ?? 0 } : null;
}
