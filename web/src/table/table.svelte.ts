/** A table as the server tells it: what is shown, what was said, what is still to be acknowledged. */

import type { AnyGame, Choosing, Sight } from '../games/game';
import { randomHex } from '../server/api';
import type { FromServer, Grade, Happened, Refusal, Update, Welcome } from '../server/messages';
import { TableSocket, type Connection } from '../server/socket';
import { settings } from '../settings.svelte';
import { toldApart } from '../words';
import { moveOf, standing } from './log';
import { Pace, type Heard } from './pace.svelte';

export type Command =
  | { type: 'move'; version: number; event: string }
  | { type: 'propose'; what: 'undo' | 'rematch' | 'end' }
  | { type: 'propose'; what: 'bot'; seat: number; grade: Grade }
  | { type: 'answer'; agree: boolean }
  | { type: 'resign'; seat: number | undefined }
  | { type: 'leave' | 'return' };

/** Refusals that pass: the same command is said again a little later. */
const PASSING = new Set(['storage', 'stopping', 'too_fast']);
const AGAIN_AFTER = 1500;

export class Table {
  readonly pace = new Pace((update) => this.#show(update));
  connection = $state<Connection>('connecting');
  welcome = $state.raw<Welcome | null>(null);
  /** The seats of this browser. */
  own = $state.raw<readonly number[]>([]);
  sight = $state.raw<Sight | null>(null);
  choice = $state.raw<Choosing | null>(null);
  /** A command that the server did not carry out, until it is dismissed. */
  refusal = $state.raw<Refusal | null>(null);
  /** A move that waits for its second tap, if moves are to be confirmed. */
  unconfirmed = $state<string | null>(null);
  /** Whether this browser wants another game. */
  again = $state(false);
  /** Commands that the server has not acknowledged yet. */
  unanswered = $state(0);
  /** The own seat to pass the device to before its hidden cards are shown. */
  handOver = $state<number | null>(null);

  #heard = $state.raw<readonly Happened[]>([]);
  #version = 0;
  #pending = new Map<string, object>();
  #looking: number | 'auto' | null = 'auto';
  #carried: Happened[] = [];
  #socket: TableSocket;

  /** `welcomed` may end the page's life: it is told the build that the server holds. */
  constructor(
    readonly id: string,
    private readonly gameOf: (name: string) => AnyGame | undefined,
    private readonly welcomed: (build: string) => void,
  ) {
    this.#socket = this.#open();
  }

  get now(): Heard | null {
    return this.pace.shown;
  }

  get game(): AnyGame | undefined {
    return this.welcome ? this.gameOf(this.welcome.setup.game) : undefined;
  }

  /** What has happened, as far as it is shown. */
  readonly log = $derived.by(() => {
    const shown = this.pace.shown?.version ?? 0;
    return this.#heard.filter(({ version }) => version <= shown);
  });

  /** Whether it is for this browser to act: to move, or to enter what its own dice show. */
  readonly mine = $derived(
    this.pace.shown?.phase === 'playing' &&
      (this.pace.shown.enter || this.#ownActor(this.pace.shown) !== null),
  );

  /** Make a move, or have it confirmed first; one that is not open is for the server to refuse. */
  readonly play = (event: string): void => {
    if (settings.confirm && this.sight?.legal.includes(event)) this.unconfirmed = event;
    else this.move(event);
  };

  move(event: string): void {
    this.unconfirmed = null;
    if (!this.now || this.#moving) return;
    // With several hidden hands at one screen, what a move leads to is watched as all may see it.
    if (this.#looking !== 'auto') this.#say({ type: 'look', seat: null });
    this.command({ type: 'move', version: this.now.version, event });
  }

  command(command: Command): void {
    const id = randomHex(8);
    const agrees = command.type === 'answer' && command.agree && this.now?.proposal;
    const asked = command.type === 'propose' ? command : agrees || null;
    if (asked?.what === 'rematch') this.again = true;
    this.refusal = null;
    this.#pending.set(id, { id, ...command });
    this.#count();
    this.#say({ id, ...command });
  }

  /** The next person has the device: show what is theirs. */
  reveal(): void {
    if (this.handOver === null) return;
    this.#look(this.handOver);
    this.handOver = null;
  }

  /** Look anew at the table, for instance as the person that one has become by sitting down. */
  reopen(): void {
    this.#socket.close();
    this.#socket = this.#open();
  }

  close(): void {
    this.#socket.close();
    this.pace.clear();
  }

  /** Draw the same moment again, for another setting. */
  refresh(): void {
    if (this.pace.shown) this.#show({ ...this.pace.shown, events: [] });
  }

  #open(): TableSocket {
    return new TableSocket(
      this.id,
      () => this.#version,
      (message) => this.#hear(message),
      (state) => (this.connection = state),
    );
  }

  #say(message: object): void {
    this.#socket.send(message);
  }

  #look(seat: number | 'auto' | null): void {
    this.#looking = seat;
    this.#say({ type: 'look', seat });
  }

  #count(): void {
    this.unanswered = this.#pending.size;
    this.#settle();
  }

  /** Nothing is on its way: the page may be loaded anew now, if it is an old one. */
  #settle(): void {
    if (this.welcome && !this.#pending.size) this.welcomed(this.welcome.build);
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.welcome = message;
        break;
      case 'you':
        this.own = message.seats;
        this.#resume();
        break;
      case 'update':
        this.#take(message);
        this.#settle();
        break;
      case 'ack':
        this.#pending.delete(message.id);
        this.#count();
        break;
      case 'refused':
        this.#refused(message);
        break;
    }
  }

  /** Take an update: what is shown of it and when is for the pace to say. */
  #take(update: Update): void {
    const first = !this.pace.shown;
    const hidden = this.own.length > 1 && JSON.stringify(update.view ?? '').includes('"?"');
    if (hidden && !this.#mayShow(update)) return;
    if (!hidden && this.#looking !== 'auto') this.#look('auto');
    if (!hidden) this.handOver = null;
    if (first) this.#comeBack(update);
    this.#version = update.version;
    const known = this.#heard.at(-1)?.version ?? 0;
    const news = [...this.#carried, ...update.events];
    this.#heard = [...this.#heard, ...news.filter(({ version }) => version > known)];
    this.#carried = [];
    const own = news.some(
      ({ what }) => what.kind === 'moved' && this.own.includes(what.seat ?? -1),
    );
    // A clock runs by what the server knows, not by what is shown: it is not kept waiting.
    const due = this.own.includes(update.running ?? -1);
    const seats = toldApart(update.seats);
    const heard = { ...update, seats, events: first ? [] : news, heardAt: performance.now() };
    this.pace.take(heard, first || own || due);
  }

  /** Whoever went away and opens the table again is back. */
  #comeBack({ phase, seats }: Update): void {
    if (phase === 'playing' && this.own.some((seat) => seats[seat]?.left))
      this.command({ type: 'return' });
  }

  /** Several hidden hands at one screen: only the one that was asked for may be seen. */
  #mayShow(update: Update): boolean {
    if (update.viewer === null) {
      if (this.#looking === 'auto') this.#look(null);
      return update.events.length > 0 || !this.#moving;
    }
    if (update.viewer === this.#looking) {
      const next = this.#ownActor(update);
      if (next === null || next === update.viewer) return true;
      this.#carried.push(...update.events);
    }
    this.#version = update.version;
    this.#look(null);
    return false;
  }

  /** After a move that all saw: back to the hand of who plays on, or to the next person. */
  #passOn(update: Update): void {
    const next = this.#ownActor(update);
    if (update.viewer !== null) return;
    if (next !== null && next !== this.#looking) {
      this.#looking = null;
      this.handOver = next;
    } else if (typeof this.#looking === 'number') this.#look(this.#looking);
  }

  get #moving(): boolean {
    return [...this.#pending.values()].some((message) => 'event' in message);
  }

  #ownActor({ actor, seats }: Update): number | null {
    const own = typeof actor === 'number' && this.own.includes(actor);
    return own && seats[actor]?.kind === 'person' ? actor : null;
  }

  #refused(refusal: Refusal): void {
    const again = PASSING.has(refusal.code) && (!refusal.id || this.#pending.has(refusal.id));
    if (again) {
      setTimeout(() => this.#repeat(), AGAIN_AFTER);
      return;
    }
    if (refusal.id) this.#pending.delete(refusal.id);
    this.#count();
    if (typeof this.#looking === 'number') this.#look(this.#looking);
    this.refusal = refusal;
  }

  /** Say again what was not acknowledged: the same ids, so that nothing is done twice. */
  #repeat(): void {
    for (const message of this.#pending.values()) this.#say(message);
  }

  #show(update: Update): void {
    const sight = this.#sightOf(update);
    if (sight && this.game) {
      this.choice ??= this.game.choosing(sight, this.play) as Choosing;
      this.choice.see(sight);
    }
    if (this.unconfirmed && !sight?.legal.includes(this.unconfirmed)) this.unconfirmed = null;
    if (sight?.events.length) this.refusal = null;
    this.sight = sight;
    if (this.#looking !== 'auto') this.#passOn(update);
  }

  #sightOf(update: Update): Sight | null {
    if (!update.view || !this.welcome) return null;
    const sight = {
      material: this.welcome.material ?? {},
      view: update.view,
      seat: update.viewer,
      seats: update.seats,
      legal: update.legal ?? [],
      enter: update.enter ?? false,
      odds: settings.odds ? (update.odds ?? null) : null,
      events: standing(update.events).map(moveOf),
      notice: '',
    };
    return { ...sight, notice: (this.sight && this.game?.notice?.(this.sight, sight)) ?? '' };
  }

  /** On a new socket: a look belongs to a socket, and unanswered commands are said again. */
  #resume(): void {
    if (this.#looking !== 'auto') this.#say({ type: 'look', seat: this.#looking });
    this.#repeat();
  }
}
