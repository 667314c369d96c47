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
  no_person: m.refused_no_person,
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

/** A seat as the page names it. */
interface Named extends SeatNow {
  /** Which of several bots of its grade this is. */
  twin?: number;
}

/** Several bots of one grade are numbered, so that each has a name of its own. */
export function toldApart(seats: readonly SeatNow[]): Named[] {
  return seats.map((seat, at) => {
    if (seat.kind !== 'bot' || seat.name) return seat;
    const same = (other: SeatNow) => other.grade === seat.grade && !other.name;
    const twin = seats.slice(0, at + 1).filter(same).length;
    return seats.filter(same).length > 1 ? { ...seat, twin } : seat;
  });
}

export function seatName(seat: Named | undefined): string {
  if (!seat || seat.kind === 'free') return m.table_free_seat();
  if (seat.grade) {
    const name = GRADES[seat.grade];
    const bot = m.table_bot({ grade: seat.twin ? `${name} ${number(seat.twin)}` : name });
    return seat.name ? `${seat.name} (${bot})` : bot;
  }
  return seat.name ?? '';
}

/** The same where there is little room: a bot has its number, or its grade's letters. */
export function briefName(seat: Named | undefined): string {
  if (!seat?.grade || seat.name) return seatName(seat);
  return m.table_bot_brief({ grade: seat.twin ? number(seat.twin) : seat.grade });
}

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

/** English as in Europe: no comma before "and", the day before the month. */
const locale = (): string => (getLocale() === 'en' ? 'en-GB' : getLocale());

/** A list in words, as the language joins them. */
export const list = (words: readonly (string | number)[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words.map(String));

export const percent = (chance: number): string =>
  new Intl.NumberFormat(getLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(chance);

/** A day written as 2026-11-16, in words; without its year if that goes without saying. */
export function day(date: string, whole = true): string {
  const year = whole ? ({ year: 'numeric' } as const) : {};
  const form = { day: 'numeric', month: 'long', ...year, timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale(), form).format(new Date(date));
}

/** The day that it is where the reader is, as 2026-11-16. */
export function today(): string {
  const now = new Date();
  now.setMinutes(now.getMinutes() - now.getTimezoneOffset());
  return now.toISOString().slice(0, 10);
}
