/**
 * The contract of a game's part of the page. A game draws what the server showed and offers what the
 * server listed; it knows no rule. `games/index.ts` lists the games; nothing else names one.
 */

import type { Component } from 'svelte';
import type { SeatNow } from '../server/messages';

/** A move of a seat, or an outcome of chance, which has none; in notation. */
export interface Move {
  seat: number | null;
  event: string;
}

/** The table as one viewer sees it at one moment: all that a game draws from. */
export interface Sight {
  /** The board or the deck, from the server's welcome. */
  material: Record<string, unknown>;
  /** The position as the viewer may know it, in the JSON of the protocol. */
  view: Record<string, unknown>;
  /** The viewer's own seat, or null for a spectator. */
  seat: number | null;
  seats: readonly SeatNow[];
  /** Every move open to the viewer now, in notation; empty if it is not for the viewer to act. */
  legal: readonly string[];
  /** Whether outcomes of the table's own dice may be entered now. */
  enter: boolean;
  /** Exact chances, or null if they are turned off or there are none. */
  odds: Record<string, unknown> | null;
  /** What led from the sight before to this one, oldest first: for motion and for words. */
  events: readonly Move[];
  /** What else came with them: the game's own `notice`, or nothing. */
  notice: string;
}

/** What a game's scene and choices get. `Choice` is made once a table and shared by both. */
export interface Props<Choice> {
  sight: Sight;
  choice: Choice;
}

/** A choice in the making: which dice are kept, which card is in the hand. One object a table. */
export interface Choosing {
  /** Hear a new sight: forget what no longer fits. */
  see(sight: Sight): void;
}

export interface GamePage<Choice extends Choosing> {
  name: string;
  players: readonly number[];
  /** The poster of the front page; draws to the size of its parent. */
  Poster: Component;
  /** The great picture: mountain, cards, hand. Fills the stage. */
  Scene: Component<Props<Choice>>;
  /** What can be done now, in words and buttons: the body of the panel. */
  Choices: Component<Props<Choice>>;
  /** What every seat scores, part by part, in a game that has scores. */
  Score?: Component<{ sight: Sight }>;
  /** A short line for a seat in the panel: where its climbers stand, what its mountain scores. */
  standing(sight: Sight, seat: number): string;
  /** Begin to choose; `send` makes a move of `sight.legal`, or has the server tell why it is none. */
  choosing(sight: Sight, send: (event: string) => void): Choice;
  /**
   * A move in a sentence of the reader's language, for the history and for a screen reader. `since`
   * is what has happened between it and the sight; null if that is not known: then the sentence
   * tells nothing but the move.
   */
  say(move: Move, sight: Sight, since: readonly Move[] | null): string;
  /** One of `sight.legal` in a sentence, before it is played. */
  weigh(event: string, sight: Sight): string;
  /** What led from one sight to the next and no move tells, if anything. */
  notice?(before: Sight, sight: Sight): string;
  /** What must be done now, in a few words: "Roll again or stop?" */
  ask(sight: Sight): string;
}

/** A game of any kind, as the list holds them. */
export type AnyGame = GamePage<any>;
