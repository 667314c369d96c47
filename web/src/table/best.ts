/** The best scores alone, kept on this device. */

import { keep, kept } from '../settings.svelte';

const KEY = 'gipfel-best';
const MOST = 5;

export interface Best {
  table: string;
  score: number;
  daily: string | null;
}

export function bestOf(game: string): readonly Best[] {
  return kept<Record<string, Best[]>>(KEY, {})[game] ?? [];
}

/** Note a score, once a table; returns its place, from 1, or null if it is not among the best. */
export function note(game: string, best: Best): number | null {
  const all = kept<Record<string, Best[]>>(KEY, {});
  const others = (all[game] ?? []).filter(({ table }) => table !== best.table);
  const ranked = [...others, best].sort((one, other) => other.score - one.score).slice(0, MOST);
  keep(KEY, { ...all, [game]: ranked });
  return ranked.indexOf(best) + 1 || null;
}
