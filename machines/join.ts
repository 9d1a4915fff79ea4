import { assign, setup } from 'xstate';
import type { AnswerOf } from '#contract/calls.ts';
import { parseCode } from '#contract/codes.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import { port, setupTypes } from './port.ts';

/** The league or group that a code opens. */
export type Found = Exclude<AnswerOf<'join'>['res'], 0>;

/** A code as it is asked about; a group's code with a league leads on into that league. */
export type Asked = { readonly code: string; readonly section?: number };

type Context = {
  readonly typed: string;
  readonly section: number | null;
  readonly found: Found | null;
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
    output: Found;
    tags: 'busy' | 'failed';
  }>(),
  actors: {
    previewJoin: port<Found | null, Asked>('previewJoin'),
    join: port<Found | null, Asked>('join'),
  },
  guards: {
    hasCode: ({ context }) => parseCode(context.typed) !== null,
    isTyped: ({ context }) => context.typed !== '',
    isFound: (_, params: { found: Found | null }) => params.found !== null,
  },
  actions: {
    // Where the link's code led on to, another code does not.
    type: assign((_, params: { code: string }) => ({ typed: params.code, section: null, failure: null })),
    find: assign((_, params: { found: Found | null }) => ({ found: params.found, failure: null })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
  },
});

const askedOf = ({ context: { typed, section } }: { context: Context }): Asked => ({
  code: parseCode(typed) ?? typed,
  ...(section !== null && { section }),
});
const found = ({ event }: { event: { output: Found | null } }) => ({ found: event.output });
const fail = {
  type: 'fail',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;
const type = {
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
        'code.change': { actions: type },
        'code.submit': 'opening',
      },
    },
    previewing: {
      tags: 'busy',
      invoke: {
        id: 'previewJoin',
        src: 'previewJoin',
        input: askedOf,
        onDone: [
          {
            guard: { type: 'isFound', params: found },
            target: 'offering',
            actions: { type: 'find', params: found },
          },
          { target: 'unknown' },
        ],
        onError: { target: 'unseen', actions: fail },
      },
      on: { 'code.change': { target: 'typing', actions: type } },
    },
    /** No league or group has this code, or none has it any more. */
    unknown: {
      on: { 'code.change': { target: 'typing', actions: type } },
    },
    unseen: {
      tags: 'failed',
      on: { 'join.retry': 'opening', 'code.change': { target: 'typing', actions: type } },
    },
    offering: {
      on: { 'join.confirm': 'joining', 'code.change': { target: 'typing', actions: type } },
    },
    joining: {
      tags: 'busy',
      invoke: {
        id: 'join',
        src: 'join',
        input: askedOf,
        onDone: [
          {
            guard: { type: 'isFound', params: found },
            target: 'joined',
            actions: { type: 'find', params: found },
          },
          { target: 'unknown' },
        ],
        onError: { target: 'refused', actions: fail },
      },
    },
    refused: {
      tags: 'failed',
      on: { 'join.confirm': 'joining', 'code.change': { target: 'typing', actions: type } },
    },
    joined: { type: 'final' },
  },
  output: ({ context }) => context.found as Found,
});
