import { assign, emit, enqueueActions, setup, type ActorRefFrom } from 'xstate';
import { isRetryable, type Failure } from '#contract/failures.ts';
import type { Message } from '#contract/models.ts';
import { eventOf, failureOf, nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes, storedRecord, type EntryChanged } from './port.ts';
import type { SignedIn, SignedOut } from './session.ts';

/** A message as the device stores it until the server has it. */
export type StoredMessage = {
  /** Idempotency key: the server creates one message per key. */
  readonly key: string;
  readonly post: number;
  readonly description: string;
  readonly images: Message['images'];
  /** When it was written, by the device's clock as ISO text: for display, and to order stored messages. */
  readonly made: string;
};
export type UnsentMessage = StoredMessage & {
  /** Why the server refused it; it is sent again only when its author retries. */
  readonly refused: Failure | null;
};

type Context = {
  readonly member: number | null;
  /** Unsent messages in the order written. */
  readonly queue: readonly UnsentMessage[];
  /** The message in flight. */
  readonly sending: UnsentMessage | null;
  /** Why the last attempt failed, if it can be retried. */
  readonly failure: Failure | null;
};
type Events =
  | SignedIn
  | SignedOut
  | EntryChanged<StoredMessage>
  | { type: 'connection.restored' }
  | { type: 'message.enqueue'; message: UnsentMessage }
  | { type: 'message.retry'; key: string }
  | { type: 'message.discard'; key: string };

const messages = storedRecord<StoredMessage, { member: number }>('unsent messages');
const signedOutContext: Context = { member: null, queue: [], sending: null, failure: null };
const nextMessage = ({ queue }: Context) => queue.find(({ refused }) => refused === null) ?? null;
const retryAfterSeconds = (failure: Failure | null) =>
  failure && 'retryAfter' in failure ? failure.retryAfter : undefined;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    emitted:
      | { type: 'message.sent'; key: string; message: Message }
      | { type: 'message.refused'; key: string };
    tags: 'waiting';
    children: { messageStore: 'messageStore'; loadUnsent: 'loadUnsent'; sendMessage: 'sendMessage' };
  }>(),
  actors: {
    loadUnsent: messages.load,
    messageStore: messages.keep,
    sendMessage: port<Message, UnsentMessage>('sendMessage'),
  },
  delays: {
    /** The server's `Retry-After`, else 15 s. */
    retryDelay: ({ context }) => (retryAfterSeconds(context.failure) ?? 15) * 1000,
  },
  guards: {
    hasNext: ({ context }) => nextMessage(context) !== null,
    isNotQueued: ({ context }, { message }: { message: UnsentMessage }) =>
      !context.queue.some(({ key }) => key === message.key),
    isQueued: ({ context }, { key }: { key: string }) => context.queue.some((it) => it.key === key),
    isDeletion: (_, { value }: EntryChanged<StoredMessage>) => value === null,
    isRetryable: (_, failure: Failure) => isRetryable(failure),
  },
  actions: {
    startSession: assign((_, { user }: SignedIn) => ({ ...signedOutContext, member: user.id })),
    endSession: assign(signedOutContext),
    /** Puts stored messages before those written since the page loaded. */
    prependStored: assign(({ context }, stored: Readonly<Record<string, StoredMessage>>) => ({
      queue: [
        ...Object.values(stored)
          .filter(({ key }) => !context.queue.some((it) => it.key === key))
          .toSorted((one, other) => one.made.localeCompare(other.made))
          .map((message) => ({ ...message, refused: null })),
        ...context.queue,
      ],
    })),
    enqueueMessage: enqueueActions(({ context, enqueue }, { message }: { message: UnsentMessage }) => {
      enqueue.assign({ queue: [...context.queue, message] });
      enqueue.sendTo('messageStore', { type: 'entry.keep', entry: message.key, value: message });
    }),
    startSending: assign(({ context }) => ({ sending: nextMessage(context), failure: null })),
    discardMessage: enqueueActions(({ context, enqueue }, { key }: { key: string }) => {
      enqueue.assign({ queue: context.queue.filter((it) => it.key !== key) });
      enqueue.sendTo('messageStore', { type: 'entry.keep', entry: key, value: null });
    }),
    clearRefusal: assign(({ context }, { key }: { key: string }) => ({
      queue: context.queue.map((it) => (it.key === key ? { ...it, refused: null } : it)),
    })),
    reportSent: emit(({ context }, message: Message) => ({
      type: 'message.sent',
      key: nonNull(context.sending).key,
      message,
    })),
    reportRefused: emit(({ context }) => ({ type: 'message.refused', key: nonNull(context.sending).key })),
    clearSending: assign({ sending: null }),
    storeRefusal: assign(({ context }, refused: Failure) => ({
      queue: context.queue.map((it) => (it.key === context.sending?.key ? { ...it, refused } : it)),
      sending: null,
    })),
    storeFailure: assign((_, failure: Failure) => ({ sending: null, failure })),
  },
});

const ofMember = ({ context }: { context: Context }) => ({ member: context.member ?? 0 });
const onRetry = {
  guard: { type: 'isQueued', params: eventOf },
  actions: { type: 'clearRefusal', params: eventOf },
} as const;

/**
 * All unsent messages of the signed-in member, from all chats: sent one at a time, in order, until the server has them.
 * Each is stored on the device until then, and is created only once however often it is sent.
 */
export const outbox = charts.createMachine({
  id: 'outbox',
  context: signedOutContext,
  initial: 'signedOut',
  states: {
    signedOut: {
      on: {
        'auth.signedIn': { target: 'signedIn', actions: { type: 'startSession', params: eventOf } },
      },
    },
    signedIn: {
      invoke: {
        id: 'messageStore',
        src: 'messageStore',
        input: ofMember,
        // If storing fails, unsent messages are lost on reload.
        onError: {},
      },
      on: {
        'auth.signedOut': { target: 'signedOut', actions: 'endSession' },
        'message.enqueue': {
          guard: { type: 'isNotQueued', params: eventOf },
          actions: { type: 'enqueueMessage', params: eventOf },
        },
        'message.discard': {
          guard: { type: 'isQueued', params: eventOf },
          actions: { type: 'discardMessage', params: eventOf },
        },
        'message.retry': onRetry,
        'entry.changed': {
          guard: { type: 'isDeletion', params: eventOf },
          actions: { type: 'discardMessage', params: ({ event }) => ({ key: event.entry }) },
        },
      },
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadUnsent',
            src: 'loadUnsent',
            input: ofMember,
            onDone: { target: 'idle', actions: { type: 'prependStored', params: outputOf } },
            onError: 'idle',
          },
        },
        idle: { always: { guard: 'hasNext', target: 'sending' } },
        sending: {
          entry: 'startSending',
          invoke: {
            id: 'sendMessage',
            src: 'sendMessage',
            input: ({ context }) => nonNull(context.sending),
            onDone: {
              target: 'idle',
              actions: [
                { type: 'reportSent', params: outputOf },
                { type: 'discardMessage', params: ({ context }) => nonNull(context.sending) },
                'clearSending',
              ],
            },
            onError: [
              {
                guard: { type: 'isRetryable', params: failureOf },
                target: 'awaitingRetry',
                actions: storeFailure,
              },
              { target: 'idle', actions: ['reportRefused', { type: 'storeRefusal', params: failureOf }] },
            ],
          },
        },
        awaitingRetry: {
          tags: 'waiting',
          after: { retryDelay: 'idle' },
          on: {
            'connection.restored': 'idle',
            'message.retry': { target: 'idle', ...onRetry },
          },
        },
      },
    },
  },
});

export type OutboxActor = ActorRefFrom<typeof outbox>;
