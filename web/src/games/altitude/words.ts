/** Altitude in words of the reader's language: cards, places, events, what must be done. */

import type { Move, Sight } from '../game';
import { m } from '../../paraglide/messages';
import { list, seatName } from '../../words';
import { span } from './layout';
import { cardOf, eventOf, floorsOf, materialOf, slotOf, viewOf, type Mountain } from './notation';
import { rewound, type Open } from './rewind';

const SPECIES: Record<string, (input: { value: number }) => string> = {
  marmot: m.altitude_card_marmot,
  'black grouse': m.altitude_card_black_grouse,
  chamois: m.altitude_card_chamois,
  ibex: m.altitude_card_ibex,
  'golden eagle': m.altitude_card_golden_eagle,
  dahu: m.altitude_card_dahu,
};

const sentence = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A card with its article: "the 12", "the marmot 7", "a card". */
export function cardWord(code: string, sight: Sight): string {
  const { kind, value } = cardOf(code);
  if (kind === 'cable') return m.altitude_card_cable_car();
  if (kind === 'avalanche') return m.altitude_card_avalanche();
  if (kind === 'bernard') return m.altitude_card_saint_bernard();
  if (kind === 'hidden' || value === null || Number.isNaN(value)) return m.altitude_card_hidden();
  if (kind === 'mountain') return m.altitude_card_mountain({ value });
  const species = materialOf(sight).species[code] ?? '';
  return SPECIES[species]?.({ value }) ?? m.altitude_card_animal({ value, species });
}

export function nameOf(sight: Sight, seat: number): string {
  return seat === sight.seat ? m.altitude_you() : seatName(sight.seats[seat]);
}

/** A place as one would point at it: floor, and which from the left. */
export function placeWord(slot: string, mountain: Mountain): string {
  const { floor, index } = slotOf(slot);
  const { from, to } = span(mountain);
  if (index < from) return m.altitude_place_left({ floor });
  if (floor === 1 && index > to) return m.altitude_place_right({ floor });
  return m.altitude_place({ floor, place: index - from + 1 });
}

export function standing(sight: Sight, seat: number): string {
  const view = viewOf(sight);
  const floors = floorsOf(view.mountains[seat] ?? {});
  return m.altitude_standing({ floors, score: view.scores[seat] ?? 0 });
}

/** What a move says; its card is known from where it went. */
export function say({ seat, event }: Move, sight: Sight, since: readonly Move[] | null): string {
  const open = since && rewound(viewOf(sight), since);
  return sentence(told(event, sight, seat ?? 0, open, null));
}

/** What a move would do with the card drawn. */
export function weigh(event: string, sight: Sight): string {
  const view = viewOf(sight);
  return sentence(told(event, sight, sight.seat ?? 0, view, view.drawn));
}

/** `open` is what lies open after the move, if that is known; `drawn` its card if it is only weighed. */
function told(
  text: string,
  sight: Sight,
  seat: number,
  open: Open | null,
  drawn: string | null,
): string {
  const event = eventOf(text);
  if (!event) return text;
  switch (event.what) {
    case 'draw':
      return m.altitude_say_draw({ card: cardWord(event.card, sight) });
    case 'keep':
      return event.cards.includes('?')
        ? m.altitude_say_keep_hidden({ count: event.cards.length })
        : m.altitude_say_keep({ cards: list(event.cards.map((code) => cardWord(code, sight))) });
    case 'discard':
      return m.altitude_say_discard({
        card: cardWord(drawn ?? open?.discard.at(-1) ?? '?', sight),
      });
    case 'done':
      return m.altitude_say_done();
  }
  const owner = event.what === 'give' ? event.seat : seat;
  const mountain = open?.mountains[owner];
  const lies = drawn ?? mountain?.[event.slot] ?? '?';
  const place = mountain
    ? placeWord(event.slot, mountain)
    : m.altitude_floor({ floor: slotOf(event.slot).floor });
  const card = cardWord('card' in event ? event.card : lies, sight);
  switch (event.what) {
    case 'lay':
      return m.altitude_say_lay({ card, place });
    case 'replace':
      return m.altitude_say_replace({ card, place });
    case 'rescue':
      return m.altitude_say_rescue({ place });
    case 'swap':
      return cardOf(event.card).kind === 'bernard'
        ? m.altitude_say_rescue({ place })
        : m.altitude_say_swap({ card, place });
    case 'build':
      return m.altitude_say_build({ card, place });
    case 'give':
      return owner === sight.seat
        ? m.altitude_say_give_you({ card, place })
        : m.altitude_say_give({ card, place, name: nameOf(sight, owner) });
  }
}

export function ask(sight: Sight): string {
  const view = viewOf(sight);
  if (view.phase === 'over') return outcome(sight);
  if (!sight.legal.length) return waiting(sight);
  if (view.phase === 'keep') return m.altitude_ask_keep({ count: materialOf(sight).hand });
  if (view.phase === 'build')
    return sight.legal.length > 1 ? m.altitude_ask_build() : m.altitude_ask_done();
  const where = m.altitude_ask_play({ card: cardWord(view.drawn ?? '?', sight) });
  return view.second_play ? m.altitude_ask_second({ ask: where }) : where;
}

/** Who is awaited. */
export function waiting(sight: Sight): string {
  const { actor, turn } = viewOf(sight);
  const seat = typeof actor === 'number' ? actor : turn;
  if (seat === null || seat === sight.seat) return m.altitude_wait_draw();
  return m.altitude_wait({ name: nameOf(sight, seat) });
}

/** How it ended. */
export function outcome(sight: Sight): string {
  const { winners, scores } = viewOf(sight);
  const score = Math.max(0, ...winners.map((seat) => scores[seat] ?? 0));
  if (scores.length === 1) return m.altitude_over_solo({ score: scores[0] ?? 0 });
  if (winners.length > 1)
    return m.altitude_over_shared({
      names: list(winners.map((seat) => nameOf(sight, seat))),
      score,
    });
  const winner = winners[0] ?? 0;
  return winner === sight.seat
    ? m.altitude_over_you({ score })
    : m.altitude_over({ name: nameOf(sight, winner), score });
}
