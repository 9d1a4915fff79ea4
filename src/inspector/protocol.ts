import type { EventToSend } from './machines/inspector.ts';
import type { RecordedStep } from './machines/event-recorder.ts';

/** The channel between the app's pages (agents) and the inspector (client): in this browser, never the network. */
export const channelName = 'hevre:inspector';

/** An actor of a page. Screens start actors of their own, so a page has many roots. */
export type ActorInfo = {
  readonly id: number;
  readonly parent: number | null;
  /** Ids from its root actor, by which a replay finds it in another page: `app/bets/bet-12`. */
  readonly path: string;
  readonly name: string;
  /** Id of its machine; null for a promise or a callback. */
  readonly machine: string | null;
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  /** The innermost active states: `data.ready.idle`. */
  readonly states: readonly string[];
};

/** An event that an actor has handled, and the states after it. Payload and context are queried by `seq`. */
export type LogEntry = {
  readonly seq: number;
  /** Milliseconds since 1970, by the page's clock. */
  readonly at: number;
  readonly actor: number;
  readonly path: string;
  readonly machine: string;
  readonly event: string;
  /** The beginning of the payload. */
  readonly preview: string;
  /** Path of the actor that sent it; null if a screen did. */
  readonly from: string | null;
  readonly states: readonly string[];
  /** Ids of the active states, and of the transitions taken (`transitionId`). */
  readonly lit: readonly string[];
  readonly taken: readonly string[];
};

/** An event that the active states handle; `can` is without a payload, and null if a guard needs the payload. */
export type AcceptedEvent = { readonly type: string; readonly can: boolean | null; readonly sample: string };

export type Query =
  | { readonly what: 'backlog' }
  | { readonly what: 'entry'; readonly seq: number }
  | { readonly what: 'actor'; readonly actor: number }
  | { readonly what: 'recording'; readonly from: number; readonly to: number }
  | ({ readonly what: 'send' } & EventToSend);

export type QueryResults = {
  backlog: { readonly actors: readonly ActorInfo[]; readonly entries: readonly LogEntry[] };
  /** Null if the entry was dropped. */
  entry: { readonly event: unknown; readonly context: unknown } | null;
  actor: {
    readonly context: unknown;
    readonly accepts: readonly AcceptedEvent[];
    readonly lit: readonly string[];
  } | null;
  recording: readonly RecordedStep[];
  /** Whether the app is at `place`, and the actor exists and accepted the event. */
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
