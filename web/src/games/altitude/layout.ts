/** Where cards stand in the picture of a mountain, in units of a card 100 × 132. */

import { slotOf, type Mountain } from './notation';

export const WIDE = 100;
export const HIGH = 132;
const STEP = 104;
const RISE = 84;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The upper left corner of a slot. Floors rise against y; the ground is at 0. */
export function corner(slot: string): { x: number; y: number } {
  const { floor, index } = slotOf(slot);
  return { x: (index + (floor - 1) / 2) * STEP, y: -HIGH - (floor - 1) * RISE };
}

/** The slot whose middle is nearest to a point. */
export function slotAt({ x, y }: { x: number; y: number }): string {
  const floor = Math.max(1, Math.round(-(y + HIGH / 2) / RISE) + 1);
  return `${floor}:${Math.round((x - WIDE / 2) / STEP - (floor - 1) / 2)}`;
}

/** Where the base begins and ends. */
export function span(mountain: Mountain): { from: number; to: number } {
  const base = Object.keys(mountain)
    .map(slotOf)
    .filter(({ floor }) => floor === 1)
    .map(({ index }) => index);
  return base.length ? { from: Math.min(...base), to: Math.max(...base) } : { from: 0, to: 0 };
}

/** The room of a mountain: its cards, and around them where the next may come to stand. */
export function room(
  mountain: Mountain,
  base: number,
  least: { columns: number; floors: number },
): Box {
  const { from, to } = span(mountain);
  const aside = to - from + 1 < base ? 1 : 0;
  const floors = Math.max(0, ...Object.keys(mountain).map((slot) => slotOf(slot).floor));
  const columns = Math.max(least.columns, to - from + 1 + 2 * aside);
  const rows = Math.max(least.floors, floors + 1);
  const middle = ((from + to) / 2) * STEP + WIDE / 2;
  const width = columns * STEP;
  const height = HIGH + (rows - 1) * RISE;
  return { x: middle - width / 2 - 8, y: -height - 8, width: width + 16, height: height + 16 };
}

/** How a box is fitted into a room of pixels, in the middle at the bottom: a unit, and the origin. */
export interface Fit {
  scale: number;
  x: number;
  y: number;
}

export function fit({ x, y, width, height }: Box, wide: number, high: number): Fit {
  const scale = Math.min(wide / width, high / height) || 1;
  return { scale, x: wide / 2 - (x + width / 2) * scale, y: high - (y + height) * scale };
}
