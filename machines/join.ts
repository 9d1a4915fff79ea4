import { assign, setup } from 'xstate';
import type { ResponseOf } from '#contract/calls.ts';
import { parseJoinCode } from '#contract/join-code.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import { port, setupTypes } from './port.ts';

/** The league or group that a code opens. */
export type JoinTarget = Exclude<ResponseOf<'join'>['res'], 0>;

/** A code as it is asked about; a group's code with a league leads on into that league. */
export type JoinRequest = { readonly code: string; readonly section?: number };

type Context = {
  readonly typed: string;
  readonly section: number | null;
  readonly found: JoinTarget | null;
  readonly failure: Failure | null;
};
type Events =
  | { type: 'code.change'; code: string }
  | { type: 'code.submit' }
  | { type: 'join.confirm' }
  | { type: 'join.retry' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    /** A code from a link is looked up at once; without one the person types it. */
    input: { code: string | null; section?: number | null };
    output: JoinTarget;
    tags: 'busy' | 'failed';
  }>(),
  actors: {
    previewJoin: port<JoinTarget | null, JoinRequest>('previewJoin'),
    join: port<JoinTarget | null, JoinRequest>('join'),
  },
  guards: {
    hasCode: ({ context }) => parseJoinCode(context.typed) !== null,
    isTyped: ({ context }) => context.typed !== '',
    isFound: (_, params: { found: JoinTarget | null }) => params.found !== null,
  },
  actions: {
    // Where the link's code led on to, another code does not.
    type: assign((_, params: { code: string }) => ({ typed: params.code, section: null, failure: null })),
    find: assign((_, params: { found: JoinTarget | null }) => ({ found: params.found, failure: null })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
  },
});

const requestOf = ({ context: { typed, section } }: { context: Context }): JoinRequest => ({
  code: parseJoinCode(typed) ?? typed,
  ...(section !== null && { section }),
});
const targetOf = ({ event }: { event: { output: JoinTarget | null } }) => ({ found: event.output });
const storeFailure = {
  type: 'fail',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;
const setCode = {
  type: 'type',
  params: ({ event }: { event: { code: string } }) => ({ code: event.code }),
} as const;

/**
 * Entering a league or a group by its code. What the code opens is shown first: nobody joins by opening a link,
 * only by saying so.
 */
export const join = charts.createMachine({
  id: 'join',
  context: ({ input: { code, section = null } }) => ({
    typed: code ?? '',
    section,
    found: null,
    failure: null,
  }),
  initial: 'opening',
  states: {
    /** Only what can be a code is looked up. */
    opening: {
      always: [
        { guard: 'hasCode', target: 'previewing' },
        { guard: 'isTyped', target: 'unknown' },
        { target: 'typing' },
      ],
    },
    typing: {
      on: {
        'code.change': { actions: setCode },
        'code.submit': 'opening',
      },
    },
    previewing: {
      tags: 'busy',
      invoke: {
        id: 'previewJoin',
        src: 'previewJoin',
        input: requestOf,
        onDone: [
          {
            guard: { type: 'isFound', params: targetOf },
            target: 'offering',
            actions: { type: 'find', params: targetOf },
          },
          { target: 'unknown' },
        ],
        onError: { target: 'unseen', actions: storeFailure },
      },
      on: { 'code.change': { target: 'typing', actions: setCode } },
    },
    /** No league or group has this code, or none has it any more. */
    unknown: {
      on: { 'code.change': { target: 'typing', actions: setCode } },
    },
    unseen: {
      tags: 'failed',
      on: { 'join.retry': 'opening', 'code.change': { target: 'typing', actions: setCode } },
    },
    offering: {
      on: { 'join.confirm': 'joining', 'code.change': { target: 'typing', actions: setCode } },
    },
    joining: {
      tags: 'busy',
      invoke: {
        id: 'join',
        src: 'join',
        input: requestOf,
        onDone: [
          {
            guard: { type: 'isFound', params: targetOf },
            target: 'joined',
            actions: { type: 'find', params: targetOf },
          },
          { target: 'unknown' },
        ],
        onError: { target: 'refused', actions: storeFailure },
      },
    },
    refused: {
      tags: 'failed',
      on: { 'join.confirm': 'joining', 'code.change': { target: 'typing', actions: setCode } },
    },
    joined: { type: 'final' },
  },
  output: ({ context }) => context.found as JoinTarget,
});
