/** What the server's codes and grades are called, in the reader's language. */

import { m } from './paraglide/messages';
import { getLocale } from './paraglide/runtime';
import type { Clock, Grade, Refusal, SeatNow } from './server/messages';

export const LANGUAGES = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
} as const;

/** The alpine scale; its words are French in every language. */
export const GRADES: Record<Grade, string> = {
  F: 'Facile',
  PD: 'Peu difficile',
  AD: 'Assez difficile',
  D: 'Difficile',
  TD: 'Très difficile',
  ED: 'Extrêmement difficile',
};

export const characterOf: Record<Grade, () => string> = {
  F: m.grade_f,
  PD: m.grade_pd,
  AD: m.grade_ad,
  D: m.grade_d,
  TD: m.grade_td,
  ED: m.grade_ed,
};

const REFUSED: Record<string, () => string> = {
  no_answer: m.refused_no_answer,
  bad_event: m.refused_bad_event,
  bad_name: m.refused_bad_name,
  bad_request: m.refused_bad_request,
  illegal: m.refused_illegal,
  name_taken: m.refused_name_taken,
  no_link: m.refused_no_link,
  no_table: m.refused_no_table,
  not_found: m.refused_no_table,
  not_left: m.refused_not_left,
  not_open: m.refused_not_open,
  not_your_turn: m.refused_not_your_turn,
  nothing_to_undo: m.refused_nothing_to_undo,
  own_dice_hidden: m.refused_own_dice_hidden,
  proposal_open: m.refused_proposal_open,
  seat_reserved: m.refused_seat_taken,
  seat_taken: m.refused_seat_taken,
  stale: m.refused_stale,
  time_up: m.refused_time_up,
  too_fast: m.refused_too_fast,
  too_many: m.refused_too_fast,
  undo_across_chance: m.refused_undo_across_chance,
  undo_across_reveal: m.refused_undo_across_reveal,
};

export function refusedWords({ code }: Refusal): string {
  return (REFUSED[code] ?? m.refused_other)();
}

export function seatName(seat: SeatNow | undefined): string {
  if (!seat || seat.kind === 'free') return m.table_free_seat();
  if (seat.grade) {
    const bot = m.table_bot({ grade: GRADES[seat.grade] });
    return seat.name ? `${seat.name} (${bot})` : bot;
  }
  return seat.name ?? '';
}

/** The same where there is little room: a bot has its grade's letters alone. */
export const briefName = (seat: SeatNow | undefined): string =>
  seat?.grade && !seat.name ? m.table_bot_brief({ grade: seat.grade }) : seatName(seat);

export function clockWords(clock: Clock): string {
  switch (clock.kind) {
    case 'none':
      return m.clock_none();
    case 'per_move':
      return m.clock_per_move({ seconds: number(clock.seconds) });
    case 'bank':
      return m.clock_bank({ minutes: number(clock.seconds / 60) });
    case 'correspondence':
      return m.clock_days({ days: number(clock.days) });
  }
}

export const number = (value: number): string => new Intl.NumberFormat(getLocale()).format(value);

/** A list in words, as the language joins them; English without the comma before "and". */
export const list = (words: readonly (string | number)[]): string =>
  new Intl.ListFormat(getLocale() === 'en' ? 'en-GB' : getLocale(), {
    type: 'conjunction',
  }).format(words.map(String));

export const percent = (chance: number): string =>
  new Intl.NumberFormat(getLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(chance);

export const day = (date: Date): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(date);
