/** The server's HTTP side. Every refusal is thrown as `Refused`. */

import { address } from '../routes.svelte';
import { checkBuild } from './build';
import type { Refusal, SeatNow, Setup, Update, Welcome } from './messages';

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refused ? error.refusal : { type: 'refused', code: '' };

/** A table as lists show it. */
export interface Listed {
  table: string;
  setup: Setup;
  phase: Update['phase'];
  seats: SeatNow[];
}

export interface Mine extends Listed {
  /** The seats that are one's own. */
  own: number[];
  /** The seat that must act, if one must. */
  actor?: number | 'chance' | null;
  /** When something last happened there. */
  touched: number;
}

export interface GameInfo {
  name: string;
  players: number[];
  /** What each may be: numbers, or the names of the boards or decks that come with the game. */
  options: Record<string, (number | string)[]>;
  /** Whether the table may say who begins. */
  begins: boolean;
  /** Whether its luck is open, so that people may roll for themselves. */
  own_dice: boolean;
}

export interface Rules {
  title: string;
  goal: string;
  sections: { title: string; rules: { id: string; text: string }[] }[];
}

export interface Frame {
  version: number;
  event: string | null;
  /** Who moved; nobody where it was chance. */
  seat: number | null;
  view: Record<string, unknown>;
}

export interface TableNow {
  welcome: Welcome;
  seats: number[];
  update: Update;
}

async function call<T>(path: string, body?: object): Promise<T> {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(address(`api/${path}`), body && post).catch(() => {
    throw new Refused({ type: 'refused', code: 'no_answer' });
  });
  // What was just done is not to be lost: it is looked at with the next question.
  if (!body) checkBuild(answer.headers.get('gipfel-build'));
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  throw new Refused(
    await answer.json().catch((): Refusal => ({ type: 'refused', code: 'no_answer' })),
  );
}

export const getGames = () => call<GameInfo[]>('games');
export const listTables = () => call<Listed[]>('tables');
export const myTables = () => call<Mine[]>('mine');
export const showTable = (table: string) => call<TableNow>(`tables/${table}`);
export const getRules = (game: string, language: string) =>
  call<Rules>(`rules/${game}/${language}`);

export async function getHistory(table: string): Promise<Frame[]> {
  const all: Frame[] = [];
  for (let since: number | null = 0; since !== null;) {
    const part: { frames: Frame[]; next: number | null } = await call(
      `tables/${table}/history?since=${since}`,
    );
    all.push(...part.frames);
    since = part.next;
  }
  return all;
}

export const putUp = (setup: Setup) =>
  call<{ table: string }>('tables', setup).then(({ table }) => table);
export const makeLink = () => call<{ secret: string }>('links', {}).then(({ secret }) => secret);
export const followLink = (secret: string) => call<void>('links/follow', { secret });
export const recordOf = (table: string) => address(`api/tables/${table}/record`).href;

/** Random hexadecimal digits: ids of commands, and a player's part in the dice. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Sit down; if the name is taken there, as is known or as the server says, with a number. */
export async function sit(
  table: string,
  name: string,
  seat?: number,
  known: readonly (string | undefined)[] = [],
): Promise<number[]> {
  for (let number = 1; ; number++) {
    const called = number === 1 ? name : `${name} ${number}`;
    if (known.includes(called)) continue;
    const wish = seat === undefined ? {} : { seat };
    const join = { id: randomHex(8), name: called, entropy: randomHex(16), ...wish };
    try {
      const joined = await call<{ seats: number[] }>(`tables/${table}/seats`, join);
      return joined.seats;
    } catch (error) {
      const taken = error instanceof Refused && error.refusal.code === 'name_taken';
      if (!taken || number > 8) throw error;
    }
  }
}
