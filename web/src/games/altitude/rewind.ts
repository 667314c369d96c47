/** Takes moves away from what lies open, so that an older one is told by what it led to. */

import type { Move } from '../game';
import { cardOf, eventOf, type Mountain, type View } from './notation';

/** What lies open to all. */
export type Open = Pick<View, 'mountains' | 'discard'>;

/** What lay open before the latest moves, which are given oldest first. */
export function rewound(view: Open, latest: readonly Move[]): Open {
  const mountains: Mountain[] = view.mountains.map((mountain) => ({ ...mountain }));
  const discard = [...view.discard];
  for (const { seat, event: text } of latest.toReversed()) {
    const event = eventOf(text);
    if (event?.what === 'discard') discard.pop();
    if (!event || !('slot' in event)) continue;
    const mountain = mountains[event.what === 'give' ? event.seat : (seat ?? 0)] ?? {};
    const saved =
      event.what === 'rescue' || (event.what === 'swap' && cardOf(event.card).kind === 'bernard');
    if (saved) [mountain[event.slot] = ''] = discard.splice(-2);
    else if (event.what === 'replace') mountain[event.slot] = discard.pop() ?? '';
    else delete mountain[event.slot];
  }
  return { mountains, discard };
}
