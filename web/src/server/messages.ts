/** The words of the protocol, as `docs/reference/server.md` describes them. Types only. */

export type Grade = 'F' | 'PD' | 'AD' | 'D' | 'TD' | 'ED';
export type SeatPlan = { kind: 'person' } | { kind: 'bot'; grade: Grade };
export type Clock =
  | { kind: 'none' }
  | { kind: 'per_move'; seconds: number }
  | { kind: 'bank'; seconds: number; increment?: number }
  | { kind: 'correspondence'; days: number };

/** What a table is opened for. */
export interface Setup {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, unknown>;
  clock?: Clock;
  begins?: number | 'random' | null;
  listed?: boolean;
  own_dice?: boolean;
  stand_in?: Grade;
  /** The day whose deal it is, as 2026-11-16: the same cards come for everybody who plays it. */
  daily?: string | null;
}

/** An entry of the log as the viewer may know it: moved, chance, sat, left, undone, ended … */
export interface Happened {
  version: number;
  at: number;
  what: { kind: string; seat?: number; event?: string; [more: string]: unknown };
}

export interface SeatNow {
  kind: 'free' | 'person' | 'bot';
  name?: string;
  grade?: Grade;
  left?: boolean;
  out?: boolean;
  /** Whether a person at this seat has the table open. */
  here?: boolean;
}

export interface Proposal {
  what: 'undo' | 'bot' | 'rematch' | 'end';
  seat: number;
  waiting: number[];
  about?: number;
  grade?: Grade;
}

export interface Result {
  why: string;
  winners: number[];
  secret?: string;
  next_table?: string;
}

export interface Welcome {
  type: 'welcome';
  protocol: number;
  table: string;
  setup: Setup;
  commitment: string;
  rules: number;
  /** Names the build of the page that the server holds; another one than ours means: load anew. */
  build: string;
  /** The board or the deck in play. Its fields are the game's own. */
  material: Record<string, unknown>;
}

export interface You {
  type: 'you';
  seats: number[];
}

export interface Update {
  type: 'update';
  table: string;
  version: number;
  phase: 'open' | 'playing' | 'over';
  viewer: number | null;
  events: Happened[];
  seats: SeatNow[];
  now: number;
  view?: Record<string, unknown>;
  actor?: number | 'chance' | null;
  legal?: string[];
  enter?: boolean;
  clocks?: number[];
  running?: number;
  proposal?: Proposal;
  result?: Result;
  /** The exact chances that the position offers to whoever must act. Its fields are the game's own. */
  odds?: Record<string, unknown>;
}

export interface Refusal {
  type: 'refused';
  code: string;
  id?: string;
  rule?: string;
  params?: Record<string, unknown>;
}

export type FromServer =
  | Welcome
  | You
  | Update
  | { type: 'ack'; id: string; version: number }
  | Refusal
  | { type: 'pong'; now: number }
  | { type: 'bye'; code: string };
