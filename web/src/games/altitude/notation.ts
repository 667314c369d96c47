/** The notation of Altitude in typed form: cards, slots, events, and the JSON of a position. */

import type { Sight } from '../game';

export type Kind = 'mountain' | 'animal' | 'cable' | 'avalanche' | 'bernard' | 'hidden';

export interface Card {
  kind: Kind;
  /** The number printed on it, or null. */
  value: number | null;
}

export interface Material {
  name: string;
  /** How many of each card the deck holds. */
  cards: Record<string, number>;
  species: Record<string, string>;
  /** The widest base. */
  base: number;
  hand: number;
}

/** A mountain: slot → card, in notation. */
export type Mountain = Record<string, string>;

export interface View {
  phase: 'deal' | 'keep' | 'draw' | 'play' | 'build' | 'over';
  actor: number | 'chance' | null;
  turn: number | null;
  hands: string[][];
  drawn: string | null;
  mountains: Mountain[];
  discard: string[];
  pile: number;
  second_play: boolean;
  scores: number[];
  winners: number[];
}

export interface Slot {
  floor: number;
  index: number;
}

export type Event =
  | { what: 'keep'; cards: string[] }
  | { what: 'draw'; card: string }
  | { what: 'lay' | 'replace' | 'rescue'; slot: string }
  | { what: 'swap' | 'build'; card: string; slot: string }
  | { what: 'give'; seat: number; slot: string }
  | { what: 'discard' | 'done' };

const LETTERS: Record<string, Kind> = { C: 'cable', X: 'avalanche', B: 'bernard', '?': 'hidden' };

export function cardOf(code: string): Card {
  const special = LETTERS[code];
  if (special) return { kind: special, value: null };
  return code.startsWith('a')
    ? { kind: 'animal', value: Number(code.slice(1)) }
    : { kind: 'mountain', value: Number(code) };
}

export function slotOf(text: string): Slot {
  const [floor = 0, index = 0] = text.split(':').map(Number);
  return { floor, index };
}

/** An event in typed form; null if it is none of this game. */
export function eventOf(text: string): Event | null {
  const [what, first = '', second = ''] = text.split(' ');
  switch (what) {
    case 'keep':
      return { what, cards: text.split(' ').slice(1) };
    case 'draw':
      return { what, card: first };
    case 'lay':
    case 'replace':
    case 'rescue':
      return { what, slot: first };
    case 'swap':
    case 'build':
      return { what, card: first, slot: second };
    case 'give':
      return { what, seat: Number(first), slot: second };
    case 'discard':
    case 'done':
      return { what };
    default:
      return null;
  }
}

export const viewOf = (sight: Sight) => sight.view as unknown as View;
export const materialOf = (sight: Sight) => sight.material as unknown as Material;

/** The highest number in the deck: where the snow lies. */
export const highestOf = (material: Material) =>
  Math.max(1, ...Object.keys(material.cards).map((code) => cardOf(code).value ?? 0));

export const floorsOf = (mountain: Mountain) =>
  Math.max(0, ...Object.keys(mountain).map((slot) => slotOf(slot).floor));
