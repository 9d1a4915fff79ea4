import type { EventToSend } from './machines/inspector.ts';
import type { RecordedStep } from './machines/event-recorder.ts';

/** The channel between the app's pages (agents) and the inspector (client): in this browser, never the network. */
export const channelName = 'hevre:inspector';

/** An actor of a page. Screens start actors of their own, so a page has many roots. */
export type ActorInfo = {
  readonly id: number;
  readonly parent: number | null;
  /** The ids from its root, by which a replay finds it in another page: `app/bets/bet-12`. */
  readonly path: string;
  readonly name: string;
  /** Its chart's name; none for a call or a stream. */
  readonly machine: string | null;
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  /** The innermost active states: `data.ready.idle`. */
  readonly states: readonly string[];
};

/** An event that an actor has dealt with, and where that led. Its payload and context are asked for by `seq`. */
export type LogEntry = {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: number;
  readonly path: string;
  readonly machine: string;
  readonly event: string;
  /** The payload's beginning. */
  readonly preview: string;
  /** Who sent it; none where it came from a screen or from outside. */
  readonly from: string | null;
  readonly states: readonly string[];
  /** The active states' ids and the transitions taken, as the charts name them. */
  readonly lit: readonly string[];
  readonly taken: readonly string[];
};

/** An event that a chart's active states speak of; `can` without a payload, null where only the payload can tell. */
export type AcceptedEvent = { readonly type: string; readonly can: boolean | null; readonly sample: string };

export type Query =
  | { readonly what: 'backlog' }
  | { readonly what: 'entry'; readonly seq: number }
  | { readonly what: 'actor'; readonly actor: number }
  | { readonly what: 'recording'; readonly from: number; readonly to: number }
  | ({ readonly what: 'send' } & EventToSend);

export type QueryResults = {
  backlog: { readonly actors: readonly ActorInfo[]; readonly entries: readonly LogEntry[] };
  /** Null: too long ago to be kept. */
  entry: { readonly event: unknown; readonly context: unknown } | null;
  actor: {
    readonly context: unknown;
    readonly accepts: readonly AcceptedEvent[];
    readonly lit: readonly string[];
  } | null;
  recording: readonly RecordedStep[];
  /** Whether the app is at the place, and the actor is there and took it. */
  send: boolean;
};

export type AgentMessage =
  | {
      readonly kind: 'opened' | 'closed';
      readonly app: string;
      readonly title: string;
      readonly since: number;
    }
  | {
      readonly kind: 'update';
      readonly app: string;
      readonly actors: readonly ActorInfo[];
      readonly entries: readonly LogEntry[];
    }
  | { readonly kind: 'result'; readonly app: string; readonly id: string; readonly value: unknown };
export type ClientMessage =
  | { readonly kind: 'discover' }
  | { readonly kind: 'query'; readonly app: string; readonly id: string; readonly query: Query };
