import { assign, emit, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { port, setupTypes } from './port.ts';

type LeagueOrGroup = { readonly section: number } | { readonly clan: number };

/** What a tap may ask of the server. `src/app` knows the call behind each name. */
export type Command =
  | { readonly name: 'enter' | 'leave' | 'renewCode'; readonly at: LeagueOrGroup }
  | { readonly name: 'remove'; readonly at: LeagueOrGroup; readonly member: number }
  | { readonly name: 'archive' | 'reopen'; readonly section: number }
  | { readonly name: 'readNotification' | 'revokeSession' | 'deleteComment'; readonly id: number }
  | { readonly name: 'readNotifications' | 'deleteMe' | 'exportMe' }
  | { readonly name: 'markOption'; readonly id: number; readonly noPoints: boolean }
  | { readonly name: 'speak'; readonly member: number; readonly language: string };

type Context = { readonly errand: Command | null; readonly failure: Failure | null };
type Events =
  /** Done at once. */
  | { type: 'errand.run'; errand: Command }
  /** Asked once more first: it cannot be taken back by the same tap. */
  | { type: 'errand.ask'; errand: Command }
  | { type: 'errand.confirm' }
  | { type: 'errand.cancel' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    emitted: { type: 'errand.done'; errand: Command; answer: unknown };
    tags: 'busy' | 'failed' | 'asking';
  }>(),
  actors: { perform: port<unknown, Command>('perform') },
  delays: { patience: 20_000 },
  actions: {
    take: assign(({ event }) => ('errand' in event ? { errand: event.errand, failure: null } : {})),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure }),
    clear: assign({ errand: null, failure: null }),
    tellDone: emit(({ context }, params: { answer: unknown }) => ({
      type: 'errand.done',
      errand: context.errand as Command,
      answer: params.answer,
    })),
  },
});

/**
 * One thing asked of the server by a tap: entering a league, leaving it, renewing its code.
 * What cannot be taken back is asked twice, and one errand ends before the next begins.
 */
export const command = charts.createMachine({
  id: 'errand',
  context: { errand: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'errand.run': { target: 'running', actions: 'take' },
        'errand.ask': { target: 'asking', actions: 'take' },
      },
    },
    asking: {
      tags: 'asking',
      on: { 'errand.confirm': 'running', 'errand.cancel': { target: 'idle', actions: 'clear' } },
    },
    running: {
      tags: 'busy',
      invoke: {
        id: 'perform',
        src: 'perform',
        input: ({ context }) => context.errand as Command,
        onDone: {
          target: 'idle',
          actions: [{ type: 'tellDone', params: ({ event }) => ({ answer: event.output }) }, 'clear'],
        },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: { patience: { target: 'failed', actions: 'takeSilence' } },
    },
    failed: {
      tags: 'failed',
      on: {
        'errand.run': { target: 'running', actions: 'take' },
        'errand.ask': { target: 'asking', actions: 'take' },
        'errand.cancel': { target: 'idle', actions: 'clear' },
      },
    },
  },
});
