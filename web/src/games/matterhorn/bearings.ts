/** Finding one's way on the mountain: by finger to the nearest circle, by arrow key to the next. */

import type { Layout, Point } from './layout';

const WAYS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

const least = (names: readonly string[], cost: (name: string) => number): string | undefined =>
  names.reduce<string | undefined>(
    (best, name) => (cost(name) < (best === undefined ? Infinity : cost(best)) ? name : best),
    undefined,
  );

/** The nearest of these circles, if one is near. */
export const nearest = (
  { at }: Layout,
  names: readonly string[],
  point: Point,
  within: number,
): string | undefined =>
  least(names, (name) => {
    const far = distance(at.get(name)!, point);
    return far <= within ? far : Infinity;
  });

/** Which of these circles an arrow key leads to; undefined if the key is none, or nothing is there. */
export function ahead(
  { at }: Layout,
  names: readonly string[],
  from: string,
  key: string,
): string | undefined {
  const way = WAYS[key];
  const here = at.get(from);
  if (!way || !here) return undefined;
  return least(names, (name) => {
    const [x, y] = [at.get(name)!.x - here.x, at.get(name)!.y - here.y];
    const along = x * way.x + y * way.y;
    return along > 1 ? along + 2.5 * Math.abs(x * way.y + y * way.x) : Infinity;
  });
}
