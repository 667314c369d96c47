/** Who stands where: climbers that keep their identity from sight to sight, so that they can step. */

import type { Layout, Point } from './layout';
import { TOP, type View } from './notation';

export interface Climbing {
  seat: number;
  /** The first or the second of the rope team, for as long as the table lasts. */
  which: 0 | 1;
  circle: string;
}

/** Match the climbers of a view to those before: whoever stayed stays the same. */
export function follow(before: readonly Climbing[], climbers: View['climbers']): Climbing[] {
  return climbers.flatMap((circles, seat) => {
    if (!circles) return [];
    const [first, second] = ([0, 1] as const).map(
      (which) => before.find((one) => one.seat === seat && one.which === which)?.circle,
    );
    const crossed =
      (first === circles[1] && second !== circles[1]) ||
      (second === circles[0] && first !== circles[0]);
    const [a, b] = crossed ? [circles[1], circles[0]] : circles;
    return [
      { seat, which: 0 as const, circle: a },
      { seat, which: 1 as const, circle: b },
    ];
  });
}

/** Where a climber's feet are; on the summit they line up along the crest. */
export function footing(climbers: readonly Climbing[], one: Climbing, layout: Layout): Point {
  const at = layout.at.get(one.circle) ?? layout.peak;
  const { radius } = layout;
  if (one.circle !== TOP) return { x: at.x, y: at.y + radius * 0.72 };
  const place = climbers.filter(({ circle }) => circle === TOP).indexOf(one);
  const side = place % 2 ? 1 : -1;
  const out = (Math.floor(place / 2) + 0.62) * side;
  return { x: at.x + out * radius * 1.25, y: at.y + radius * (0.12 + Math.abs(out) * 0.85) };
}

/** From 0, everybody at the foot, to 1, somebody's second climber on the summit. */
export function progress(climbers: readonly Climbing[], layout: Layout): number {
  const foot = Math.max(...[...layout.at.values()].map(({ y }) => y));
  const heights = climbers.map(({ seat, circle }) => ({
    seat,
    high: (foot - (layout.at.get(circle)?.y ?? foot)) / (foot - layout.peak.y),
  }));
  const seats = new Set(heights.map(({ seat }) => seat));
  const means = [...seats].map((seat) => {
    const pair = heights.filter((one) => one.seat === seat);
    return pair.reduce((sum, { high }) => sum + high, 0) / pair.length;
  });
  return Math.max(0, Math.min(1, ...[Math.max(0, ...means)]));
}
