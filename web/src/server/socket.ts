/** The socket of a table: it comes back by itself, and says honestly how it stands. */

import { address } from '../routes.svelte';
import type { FromServer } from './messages';

/** `gone`: several tries failed; it keeps trying. `closed`: there is no such table. */
export type Connection = 'connecting' | 'connected' | 'reconnecting' | 'gone' | 'closed';

const PING_EVERY = 20_000;
const PATIENCE = 8_000;
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8_000;
const TRIES_BEFORE_GONE = 3;
/** The code of a socket to a table that is not there. */
const NO_TABLE = 4400;

export class TableSocket {
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #pulse = 0;
  #heardAt = 0;
  #state: Connection = 'connecting';

  /** `since` says the last version heard, or 0 for the whole log. */
  constructor(
    private readonly table: string,
    private readonly since: () => number,
    private readonly hear: (message: FromServer) => void,
    private readonly feel: (state: Connection) => void,
  ) {
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#connect();
  }

  /** Whether it went out; what did not is for the caller to say again. */
  send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#drop();
    this.#state = 'closed';
  }

  #connect(): void {
    this.#drop();
    const url = address(`api/tables/${this.table}/socket?since=${this.since()}`);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = (this.#socket = new WebSocket(url));
    this.#timer = setTimeout(() => socket.close(), PATIENCE);
    socket.onmessage = (frame) => this.#listen(JSON.parse(String(frame.data)) as FromServer);
    socket.onclose = ({ code }) => this.#lose(code);
  }

  #listen(message: FromServer): void {
    this.#heardAt = Date.now();
    if (message.type === 'welcome') {
      clearTimeout(this.#timer);
      this.#tries = 0;
      this.#say('connected');
      this.#pulse = setInterval(() => this.#beat(), PING_EVERY);
    } else if (this.#state !== 'connected') return; // refused at the door: the code says the rest
    this.hear(message);
  }

  /** Ask whether the server is there; a silent one is left and tried anew. */
  #beat(): void {
    const asked = Date.now();
    this.send({ type: 'ping' });
    this.#timer = setTimeout(() => {
      if (this.#heardAt < asked) this.#lose(0);
    }, PATIENCE);
  }

  #lose(code: number): void {
    this.#drop();
    if (code === NO_TABLE) return this.#say('closed');
    this.#tries++;
    this.#say(this.#tries > TRIES_BEFORE_GONE ? 'gone' : 'reconnecting');
    const pause = Math.min(FIRST_PAUSE * 2 ** (this.#tries - 1), LONGEST_PAUSE);
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  readonly #hurry = (): void => {
    const waiting = this.#state === 'reconnecting' || this.#state === 'gone';
    if (waiting && !this.#socket && document.visibilityState === 'visible') this.#connect();
  };

  #drop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #say(state: Connection): void {
    if (state === this.#state) return;
    this.#state = state;
    this.feel(state);
  }
}
