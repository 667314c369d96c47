/** Entries of a table's log as the moves that the games speak of. */

import type { Move } from '../games/game';
import type { Happened } from '../server/messages';

/** The moves and outcomes of chance among entries, but for those that were taken back. */
export function standing(entries: readonly Happened[]): Happened[] {
  const found: Happened[] = [];
  for (const entry of entries) {
    const { kind, moves } = entry.what;
    if (kind === 'undone') found.splice(-Number(moves));
    else if (kind === 'moved' || kind === 'chance') found.push(entry);
  }
  return found;
}

/** Chance has no seat, even where somebody entered what the dice showed. */
export const moveOf = ({ what: { kind, seat, event } }: Happened): Move => ({
  seat: kind === 'moved' ? (seat ?? null) : null,
  event: event ?? '',
});

/** What happened after an entry, up to a version; null if it was taken back or the log has a gap. */
export function since(entry: Happened, log: readonly Happened[], version: number): Move[] | null {
  const later = log.slice(log.indexOf(entry));
  const [first, ...moves] = standing(later);
  const whole = entry.version + later.length - 1 === version;
  return whole && first === entry ? moves.map(moveOf) : null;
}
