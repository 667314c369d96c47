/** Colours that change with height: between the stops of a scale, by how far up a value stands. */

export type Scale = readonly (readonly [at: number, colour: `#${string}`])[];

const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** The colour of a scale at `t` (0 the foot, 1 the summit). */
export function blend(scale: Scale, t: number): string {
  const above = scale.findIndex(([at]) => at >= t);
  const [to, high] = scale[above < 0 ? scale.length - 1 : above]!;
  const [from, low] = scale[Math.max(0, (above < 0 ? scale.length : above) - 1)]!;
  const part = to > from ? (t - from) / (to - from) : 1;
  const [a, b] = [channels(low), channels(high)];
  return `rgb(${a.map((channel, i) => Math.round(channel + (b[i]! - channel) * Math.min(1, part))).join(' ')})`;
}
