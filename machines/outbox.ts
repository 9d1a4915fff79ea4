import { assign, emit, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { asFailure, isTransient, type Failure } from '#contract/failures.ts';
import type { Message } from '#contract/models.ts';
import { port, streamPort, setupTypes } from './port.ts';

/** A message that the server has not been heard to have. */
export type UnsentMessage = {
  /** Its name wherever it goes: sent twice under it, it is written once. */
  readonly key: string;
  readonly post: number;
  readonly description: string;
  readonly images: Message['images'];
  /** When it was written, by the device's clock: only to be shown. */
  readonly made: string;
  /** The server would not have it, and why: it waits for its author. */
  readonly refused: Failure | null;
};
/** What the device's keeper hears; null forgets it. */
export type StoreUnsentMessage = { type: 'unsent.keep'; key: string; message: UnsentMessage | null };

type Context = {
  readonly member: number | null;
  /** In the order in which they were written. */
  readonly queue: readonly UnsentMessage[];
  /** On its way. */
  readonly sending: UnsentMessage | null;
  /** Why the last try came to nothing. */
  readonly failure: Failure | null;
};
type Events =
  | { type: 'session.started'; member: number }
  | { type: 'session.ended' }
  | { type: 'connection.restored' }
  | { type: 'message.post'; message: UnsentMessage }
  | { type: 'message.retry'; key: string }
  | { type: 'message.drop'; key: string };

const signedOutContext: Context = { member: null, queue: [], sending: null, failure: null };
const nextMessage = ({ queue }: Context) => queue.find(({ refused }) => refused === null) ?? null;
const retryAfterSeconds = (failure: Failure | null) =>
  failure && 'retryAfter' in failure ? failure.retryAfter : undefined;
const errorOf = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    emitted: { type: 'message.sent'; key: string; comment: Message };
    tags: 'waiting';
    children: { keeper: 'keeper'; loadUnsent: 'loadUnsent'; sendMessage: 'sendMessage' };
  }>(),
  actors: {
    /** Says who is here, and when the line is back. */
    follow: streamPort<Events, undefined>('follow'),
    loadUnsent: port<readonly UnsentMessage[], { member: number }>('loadUnsent'),
    keeper: streamPort<Events, { member: number }, StoreUnsentMessage>('keeper'),
    sendMessage: port<Message, UnsentMessage>('sendMessage'),
  },
  delays: {
    /** The server says when, where it was too much for it. */
    retryDelay: ({ context }) => (retryAfterSeconds(context.failure) ?? 15) * 1000,
    patience: 20_000,
    memory: 3000,
  },
  guards: {
    hasNext: ({ context }) => nextMessage(context) !== null,
    isNew: ({ context, event }) =>
      event.type === 'message.post' && !context.queue.some(({ key }) => key === event.message.key),
    isHere: ({ context, event }) => 'key' in event && context.queue.some(({ key }) => key === event.key),
    // One's own other try in flight, a session that ended or a client too old passes too: the message waits.
    mayPass: (_, { error }: { error: unknown }) => {
      const failure = asFailure(error);
      return (
        isTransient(failure) || ['conflict', 'unauthenticated', 'update_required'].includes(failure.kind)
      );
    },
  },
  actions: {
    open: assign(({ event }) =>
      event.type === 'session.started' ? { ...signedOutContext, member: event.member } : {},
    ),
    close: assign(signedOutContext),
    /** What was kept comes before what was written since. */
    remember: assign(({ context }, { kept }: { kept: readonly UnsentMessage[] }) => ({
      queue: [...kept.filter(({ key }) => !context.queue.some((it) => it.key === key)), ...context.queue],
    })),
    add: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'message.post') return;
      const { message } = event;
      enqueue.assign({ queue: [...context.queue, message] });
      enqueue.sendTo('keeper', { type: 'unsent.keep', key: message.key, message });
    }),
    take: assign(({ context }) => ({ sending: nextMessage(context), failure: null })),
    forget: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'message.drop') return;
      const { key } = event;
      enqueue.assign({ queue: context.queue.filter((it) => it.key !== key) });
      enqueue.sendTo('keeper', { type: 'unsent.keep', key, message: null });
    }),
    forgive: assign(({ context, event }) => ({
      queue: context.queue.map((it) =>
        event.type === 'message.retry' && it.key === event.key ? { ...it, refused: null } : it,
      ),
    })),
    tellSent: emit(({ context }, { comment }: { comment: Message }) => ({
      type: 'message.sent',
      key: context.sending?.key ?? '',
      comment,
    })),
    settle: assign(({ context }) => ({
      queue: context.queue.filter(({ key }) => key !== context.sending?.key),
      sending: null,
    })),
    keepNoMore: sendTo('keeper', ({ context }) => ({
      type: 'unsent.keep',
      key: context.sending?.key ?? '',
      message: null,
    })),
    refuse: assign(({ context }, { error }: { error: unknown }) => ({
      queue: context.queue.map((it) =>
        it.key === context.sending?.key ? { ...it, refused: asFailure(error) } : it,
      ),
      sending: null,
    })),
    putBack: assign((_, { error }: { error: unknown }) => ({ sending: null, failure: asFailure(error) })),
  },
});

/**
 * Every message of whoever is signed in that has not arrived yet, over all chats: one at a time, in order, until it has.
 * Written once however often it is sent, and kept on the device meanwhile: a reload, a lost line or a lost session takes none away.
 */
export const outbox = charts.createMachine({
  id: 'outbox',
  context: signedOutContext,
  invoke: { id: 'follow', src: 'follow', onError: {} },
  initial: 'shut',
  states: {
    shut: { on: { 'session.started': { target: 'open', actions: 'open' } } },
    open: {
      invoke: {
        id: 'keeper',
        src: 'keeper',
        input: ({ context }) => ({ member: context.member ?? 0 }),
        // Without it they last only as long as the page.
        onError: {},
      },
      on: {
        'session.ended': { target: 'shut', actions: 'close' },
        'message.post': { guard: 'isNew', actions: 'add' },
        'message.drop': { guard: 'isHere', actions: 'forget' },
        'message.retry': { guard: 'isHere', actions: 'forgive' },
      },
      initial: 'remembering',
      states: {
        remembering: {
          invoke: {
            id: 'loadUnsent',
            src: 'loadUnsent',
            input: ({ context }) => ({ member: context.member ?? 0 }),
            onDone: {
              target: 'deciding',
              actions: { type: 'remember', params: ({ event }) => ({ kept: event.output }) },
            },
            onError: 'deciding',
          },
          after: { memory: 'deciding' },
        },
        deciding: { always: [{ guard: 'hasNext', target: 'sending' }, { target: 'resting' }] },
        resting: {
          on: {
            'message.post': { guard: 'isNew', target: 'deciding', actions: 'add' },
            'message.retry': { guard: 'isHere', target: 'deciding', actions: 'forgive' },
          },
        },
        sending: {
          entry: 'take',
          invoke: {
            id: 'sendMessage',
            src: 'sendMessage',
            input: ({ context }) => context.sending as UnsentMessage,
            onDone: {
              target: 'deciding',
              actions: [
                { type: 'tellSent', params: ({ event }) => ({ comment: event.output }) },
                'keepNoMore',
                'settle',
              ],
            },
            onError: [
              {
                guard: { type: 'mayPass', params: errorOf },
                target: 'waiting',
                actions: { type: 'putBack', params: errorOf },
              },
              { target: 'deciding', actions: { type: 'refuse', params: errorOf } },
            ],
          },
          after: {
            patience: {
              target: 'waiting',
              actions: { type: 'putBack', params: { error: { kind: 'offline' } } },
            },
          },
        },
        /** For the line, or for the server. */
        waiting: {
          tags: 'waiting',
          after: { retryDelay: 'deciding' },
          on: {
            'connection.restored': 'deciding',
            'message.retry': { guard: 'isHere', target: 'deciding', actions: 'forgive' },
          },
        },
      },
    },
  },
});

export type OutboxActor = ActorRefFrom<typeof outbox>;
