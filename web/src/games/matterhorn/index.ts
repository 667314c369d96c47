/** Matterhorn's part of the page. */

import type { GamePage } from '../game';
import { Choice } from './choice.svelte';
import Choices from './Choices.svelte';
import Poster from './Poster.svelte';
import Scene from './Scene.svelte';
import { ask, notice, say, standing, weigh } from './words';

const matterhorn: GamePage<Choice> = {
  name: 'matterhorn',
  players: [2, 3, 4],
  Poster,
  Scene,
  Choices,
  standing,
  choosing: (sight, send) => new Choice(sight, send),
  say,
  weigh,
  notice,
  ask,
};

export default matterhorn;
