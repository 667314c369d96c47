/** What is told of a table beside the moves: who comes and goes, proposals, the result. */

import { m } from '../paraglide/messages';
import type { Happened } from '../server/messages';
import { list, seatName } from '../words';
import type { Table } from './table.svelte';

/** An entry of the log that is no move; nothing for those that tell themselves. */
export function entryWords({ what }: Happened, table: Table): string {
  const name = seatName(table.now?.seats[what.seat ?? -1]);
  switch (what.kind) {
    case 'sat':
      return m.history_sat({ name });
    case 'left':
      return m.history_left({ name });
    case 'returned':
      return m.history_returned({ name });
    case 'undone':
      return m.history_undone();
    case 'relieved':
      return m.history_relieved({ name });
    case 'declined':
      return m.history_declined({ name });
    default:
      return '';
  }
}

export function proposalWords({ now }: Table): string {
  const proposal = now?.proposal;
  const name = seatName(now?.seats[proposal?.seat ?? -1]);
  switch (proposal?.what) {
    case 'undo':
      return m.proposal_undo({ name });
    case 'bot':
      return m.proposal_bot({ name, seat: seatName(now?.seats[proposal.about ?? -1]) });
    case 'rematch':
      return m.proposal_rematch({ name });
    case 'end':
      return m.proposal_end({ name });
    default:
      return '';
  }
}

export function resultWords({ now, own }: Table): string {
  if (now?.phase !== 'over') return '';
  const winners = now.result?.winners ?? [];
  if (now.seats.length === 1)
    return now.result?.why === 'played' ? m.result_alone() : m.table_over();
  if (!winners.length) return m.result_nobody();
  if (own.length === 1 && winners.includes(own[0]!))
    return winners.length === 1 ? m.result_you() : m.result_shared_with_you();
  const names = list(winners.map((seat) => seatName(now.seats[seat])));
  return winners.length === 1 ? m.result_one({ name: names }) : m.result_many({ names });
}
