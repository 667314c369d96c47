/** How a seat is called and marked. */

import { seatName } from '../../words';
import type { Sight } from '../game';

/** A seat's shape around the origin, about two units wide: colour never stands alone. */
const SHAPES = [
  'M0-1.05 1 .75H-1Z',
  'M0-.9A.9.9 0 1 1 0 .9.9.9 0 1 1 0-.9Z',
  'M-.8-.8H.8V.8H-.8Z',
  'M0-1.1 .95 0 0 1.1-.95 0Z',
];
const OCHRE = 2;

export const shapeOf = (seat: number): string => SHAPES[seat % SHAPES.length]!;
export const colourOf = (seat: number): string => `var(--seat-${seat % SHAPES.length})`;
/** The shape's own colour: dark on the one light seat. */
export const inkOf = (seat: number): string =>
  seat % SHAPES.length === OCHRE ? 'var(--rock)' : 'var(--on-seat)';
export const nameOf = (sight: Sight, seat: number): string => seatName(sight.seats[seat]);
