/** Where things stand: circles, silhouette, ridge and ranges, for any board and any size of stage. */

import { TOP, type Material } from './notation';

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  width: number;
  height: number;
  /** From circle to circle, and a circle's radius. */
  pitch: number;
  row: number;
  radius: number;
  /** Every circle, and the summit under its own name. */
  at: ReadonlyMap<string, Point>;
  peak: Point;
  /** Points from the foot up to the peak, left and right, and the ridge from the peak down. */
  left: readonly Point[];
  right: readonly Point[];
  ridge: readonly Point[];
  /** The height of the ground in front. */
  ground: number;
}

/** A number from -1 to 1 that is always the same for the same place. */
export const rough = (n: number): number => {
  const s = Math.sin(n * 127.1 + 11.7) * 43758.5453;
  return (s - Math.floor(s)) * 2 - 1;
};

const mix = (a: number, b: number, part: number): number => a + (b - a) * part;

/** Left end of each line in pitches, so that circles that touch stand side by side. */
function offsets(board: Material): number[] {
  const offset: number[] = [0];
  board.lines.slice(1).forEach(({ number }, below) => {
    const under = board.lines[below]!.number;
    const leans = Object.values(board.circles)
      .filter((circle) => circle.line === number)
      .flatMap(({ index, touches }) => {
        const lower = touches.map((name) => board.circles[name]!).filter((c) => c.line === under);
        return lower.length === 2 ? [(lower[0]!.index + lower[1]!.index) / 2 - index] : [];
      });
    offset.push(offset[below]! + (leans[0] ?? 0.5));
  });
  return offset;
}

export function layOut(board: Material, width: number, height: number): Layout {
  const rows = board.lines.length;
  const offset = offsets(board);
  const ends = board.lines.map(({ circles }, row) => offset[row]! + circles - 1);
  const low = Math.min(...offset);
  const span = Math.max(...ends) - low + 1;

  const headroom = 2.75;
  const bottom = Math.max(26, height * 0.065);
  const pitch = Math.min((width - 8) / span, (height - bottom) / (rows + headroom - 0.4), 104);
  const row = Math.min((height - bottom) / (rows + headroom), pitch * 1.28);
  const radius = Math.min(pitch * 0.4, row * 0.42);
  const spare = height - bottom - row * (rows + headroom);
  const ground = height - bottom - spare * 0.3;
  const x0 = (width - span * pitch) / 2 + pitch / 2 - low * pitch;
  const x = (unit: number) => x0 + unit * pitch;
  const y = (line: number) => ground - row * (0.62 + line);

  const at = new Map<string, Point>();
  board.lines.forEach(({ number }, line) => {
    for (const [name, circle] of Object.entries(board.circles))
      if (circle.line === number) at.set(name, { x: x(offset[line]! + circle.index), y: y(line) });
  });

  const last = rows - 1;
  const middle = x((offset[last]! + ends[last]!) / 2);
  const peak = { x: middle + pitch * 0.42, y: y(last) - row * 1.78 };
  at.set(TOP, { x: peak.x, y: peak.y + radius * 0.1 });

  const edge = (side: -1 | 1): Point[] => {
    const end = (line: number) =>
      x(side < 0 ? offset[line]! : ends[line]!) + side * pitch * (0.86 - (0.12 * line) / rows);
    const points: Point[] = [
      { x: end(0) + side * pitch * 3.4, y: height + 4 },
      { x: end(0) + side * pitch * 0.85, y: ground + row * 0.1 },
    ];
    for (let line = 0; line < rows; line += 1) {
      const here = end(line);
      const toward = (other: number, part: number) =>
        Math.max(-0.5, Math.min(0.5, (other - here) / pitch)) * part;
      const below = line ? toward(end(line - 1), 0.3) : 0;
      const above = line < last ? toward(end(line + 1), 0.32) : -0.2 * side;
      const bump = (n: number) => rough(line * 2 + side * n) * 0.1;
      points.push(
        { x: here + (below + bump(1)) * pitch, y: y(line) + row * (0.3 + 0.1 * bump(3)) },
        { x: here + (above + bump(2)) * pitch, y: y(line) - row * (0.26 + bump(4)) },
      );
    }
    return points;
  };

  const top = y(last);
  const headLeft = x(offset[last]!);
  const headRight = x(ends[last]!);
  const left = [
    ...edge(-1),
    { x: mix(headLeft - pitch * 0.5, peak.x, 0.14), y: top - row * 0.58 },
    { x: mix(headLeft - pitch * 0.36, peak.x, 0.4), y: top - row * 0.96 },
    { x: mix(headLeft, peak.x, 0.58), y: top - row * 1.34 },
    { x: mix(headLeft, peak.x, 0.8), y: top - row * 1.62 },
    peak,
  ];
  const right = [
    ...edge(1),
    { x: mix(headRight + pitch * 0.6, peak.x, 0.24), y: top - row * 0.5 },
    { x: mix(headRight + pitch * 0.62, peak.x, 0.36), y: top - row * 0.86 },
    { x: mix(headRight + pitch * 0.5, peak.x, 0.52), y: top - row * 1.3 },
    { x: peak.x + pitch * 0.3, y: peak.y + row * 0.16 },
    peak,
  ];

  const ridge: Point[] = [peak];
  for (let step = 1; step <= rows * 2 + 2; step += 1) {
    const part = step / (rows * 2 + 2);
    const line = Math.max(0, Math.min(last, Math.round(last - (step - 3) / 2)));
    const from = x(offset[line]!);
    const to = x(ends[line]!);
    const lean = mix(peak.x, mix(x(offset[0]!), x(ends[0]!), 0.6), part);
    const zig = (step % 2 ? -1 : 1) * pitch * (0.2 + 0.22 * part) * (1 + 0.3 * rough(step));
    const at = Math.max(from + pitch * 0.1, Math.min(to + pitch * 0.1, lean)) + zig;
    ridge.push({ x: at, y: mix(peak.y, height + 4, part) });
  }
  return { width, height, pitch, row, radius, at, peak, left, right, ridge, ground };
}

/** A closed path through points. */
export const path = (points: readonly Point[]): string =>
  `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;

/** A far range: jagged, the same for the same seed; `step` from one height to the next. */
export function range(
  width: number,
  height: number,
  { base, tall, seed, step }: { base: number; tall: number; seed: number; step: number },
): string {
  const points: Point[] = [{ x: -step, y: height }];
  for (let n = -1; n * step <= width + step; n += 1) {
    const rise = n % 2 ? 0.55 + 0.45 * rough(n + seed) : 0.1 + 0.12 * rough(n - seed);
    points.push({ x: (n + 0.22 * rough(n * 7 + seed)) * step, y: base - tall * rise });
  }
  return path([...points, { x: width + step, y: height }]);
}
