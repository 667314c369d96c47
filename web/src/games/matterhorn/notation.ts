/** The notation of Matterhorn read into objects, and the types of what the server shows. */

import type { Sight } from '../game';

export type Phase =
  'rolloff' | 'start' | 'roll' | 'token' | 'bonus' | 'decide' | 'actions' | 'flop' | 'over';

export type Face = 1 | 2 | 3 | 4 | 5 | 6;

/** The summit's name among those of the circles. */
export const TOP = 'top';

export interface Material {
  name: string;
  tokens: number;
  /** Bottom first. */
  lines: { number: number; circles: number }[];
  circles: Record<string, { line: number; index: number; touches: string[] }>;
  top_from: string[];
}

export interface View {
  players: number;
  phase: Phase;
  actor: number | 'chance' | null;
  turn: number | null;
  climbers: ([string, string] | null)[];
  action: string[];
  obstacle: string[];
  dice: Face[];
  dice_left: number;
  lines_used: number[];
  actions_left: number;
  pool: number;
  winners: number[];
}

export interface Odds {
  flop?: number | null;
  lines?: Record<string, number>;
  /** By line, then by dice kept: the chance to flop when rolling again after that. */
  after?: Record<string, Record<string, number>>;
}

export type Event =
  | { kind: 'rolloff' | 'dice'; faces: Face[] }
  | { kind: 'start'; circles: [string, string] }
  | { kind: 'token'; circle: string; kept: Face[] }
  | { kind: 'climb' | 'push'; from: string; to: string }
  | { kind: 'clear' | 'block'; circle: string }
  | { kind: 'again' | 'stop' | 'pass' };

export type Token = Extract<Event, { kind: 'token' }>;

/** Read an event; null if it is none of this game's. */
export function parse(text: string): Event | null {
  const [kind, ...words] = text.split(' ');
  const [first = '', second = ''] = words;
  switch (kind) {
    case 'rolloff':
    case 'dice':
      return { kind, faces: words.map(Number) as Face[] };
    case 'start':
      return { kind, circles: [first, second] };
    case 'token':
      return { kind, circle: first, kept: words.slice(2).map(Number) as Face[] };
    case 'climb':
    case 'push':
      return { kind, from: first, to: second };
    case 'clear':
    case 'block':
      return { kind, circle: first };
    case 'again':
    case 'stop':
    case 'pass':
      return { kind };
    default:
      return null;
  }
}

/** Whether a roll was a flop: no token came after it, nor may come now if it was the latest. */
export const failed = (sight: Sight, next: Event | null | undefined): boolean =>
  next ? next.kind !== 'token' : viewOf(sight).phase !== 'token';

/** Write faces as events do, ascending. */
export const faces = (dice: readonly number[]): string => [...dice].sort((a, b) => a - b).join(' ');

export const materialOf = (sight: Sight): Material => sight.material as unknown as Material;
export const viewOf = (sight: Sight): View => sight.view as unknown as View;
export const oddsOf = (sight: Sight): Odds | null => sight.odds;
