/** What has just happened that everybody should feel: a flop, a bonus, the dare to roll on, a stop, a swept line. */

import type { Sight } from '../game';
import { materialOf, parse, viewOf, type View } from './notation';

export type Moment =
  | { what: 'flop' | 'bonus' | 'again' | 'stop'; seat: number }
  /** Nobody's doing, in words. */
  | { what: 'notice'; words: string };

const tokensOf = ({ action, obstacle }: View): string[] => [...action, ...obstacle];

/** The lines that lost all their tokens between two sights, by no move and by none taken back. */
export function sweptLines(before: Sight, sight: Sight): number[] {
  if (!sight.events.length) return [];
  const lineOf = (circle: string) => materialOf(sight).circles[circle]?.line ?? 0;
  const there = new Set(tokensOf(viewOf(before)));
  for (const { event } of sight.events) {
    const move = parse(event);
    if (move?.kind === 'token' || move?.kind === 'block') there.add(move.circle);
    if (move?.kind === 'clear') there.delete(move.circle);
  }
  const left = new Set(tokensOf(viewOf(sight)).map(lineOf));
  const lost = new Set([...there].map(lineOf).filter((line) => !left.has(line)));
  return [...lost].sort((one, other) => one - other);
}

/** The moment that a sight shows, if there is one. */
export const momentOf = (sight: Sight): Moment | null =>
  doneAt(sight) ?? (sight.notice ? { what: 'notice', words: sight.notice } : null);

/** What somebody's latest move or roll was, if it was more than that. */
function doneAt(sight: Sight): Moment | null {
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
