/** The games of the page. The only place that names them. */

import altitude from './altitude';
import type { AnyGame } from './game';
import matterhorn from './matterhorn';

export const games: readonly AnyGame[] = [matterhorn, altitude];

export function gameOf(name: string): AnyGame | undefined {
  return games.find((game) => game.name === name);
}

/** A game's name is a proper name: the same in every language. */
export function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
