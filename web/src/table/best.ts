/** The best scores alone, kept on this device: for each deck or board, and for the deal of a day. */

import { keep, kept } from '../settings.svelte';

const KEY = 'gipfel-best';
const MOST = 5;
/** What a game is played with unless a table asks for something else. */
const STANDARD = 'standard';

/** What was played: only scores of the same are compared. */
export interface Played {
  game: string;
  material?: string;
  /** The day whose deal it was; of these only the latest is remembered. */
  daily?: string | null | undefined;
}

interface Best {
  table: string;
  score: number;
  daily: string | null;
}

const listOf = ({ game, material = STANDARD, daily }: Played) =>
  `${game}/${material}${daily ? '/daily' : ''}`;

/** The best of its kind, the highest first. */
export function bestOf(played: Played): readonly Best[] {
  const all = kept<Record<string, Best[]>>(KEY, {})[listOf(played)] ?? [];
  return all.filter(({ daily }) => daily === (played.daily ?? null));
}

/** Note a score, once a table; returns its place, from 1, or null if it is not among the best. */
export function note(played: Played, table: string, score: number): number | null {
  const best = { table, score, daily: played.daily ?? null };
  const others = bestOf(played).filter((other) => other.table !== table);
  const ranked = [...others, best].sort((one, other) => other.score - one.score).slice(0, MOST);
  keep(KEY, { ...kept(KEY, {}), [listOf(played)]: ranked });
  return ranked.indexOf(best) + 1 || null;
}
