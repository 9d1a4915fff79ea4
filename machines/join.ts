import { assign, setup } from 'xstate';
import type { ResponseOf } from '#contract/calls.ts';
import type { Failure } from '#contract/failures.ts';
import { parseJoinCode } from '#contract/join-code.ts';
import { nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

/** The league or group that a code opens. */
export type JoinTarget = Exclude<ResponseOf<'join'>['res'], 0>;

/** An invitation's code, and the member whose link brought it. */
export type Invitation = { readonly code: string; readonly by: number | null };
/** A code to look up or join by; a group's code with a `league` also joins that league. */
export type JoinRequest = Invitation & { readonly league: number | null };

type Context = {
  /** The code from a link, or as typed. */
  readonly code: string;
  readonly by: number | null;
  readonly league: number | null;
  readonly target: JoinTarget | null;
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
    /** `code`: from a link, looked up immediately; null to have it typed. */
    input: { code: string | null; by?: number | null; league?: number | null };
    output: JoinTarget;
    tags: 'busy' | 'failed' | 'previewed';
  }>(),
  actors: {
    /** `previewJoin` and `join` resolve with null if no league or group has this code. */
    previewJoin: port<JoinTarget | null, JoinRequest>('previewJoin'),
    join: port<JoinTarget | null, JoinRequest>('join'),
  },
  guards: {
    isValidCode: ({ context }) => parseJoinCode(context.code) !== null,
    isNotEmpty: ({ context }) => context.code !== '',
    isFound: (_, target: JoinTarget | null) => target !== null,
  },
  actions: {
    // The link's league and inviter belong to the link's code.
    setCode: assign((_, code: string) => ({ code, by: null, league: null, failure: null })),
    storeTarget: assign((_, target: JoinTarget | null) => ({ target, failure: null })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
  },
});

const requestOf = ({ context: { code, by, league } }: { context: Context }): JoinRequest => ({
  code: parseJoinCode(code) ?? code,
  by,
  league,
});
const isFound = { type: 'isFound', params: outputOf } as const;
const storeTarget = { type: 'storeTarget', params: outputOf } as const;
const setCode = { type: 'setCode', params: ({ event }: { event: { code: string } }) => event.code } as const;
const onEdit = { 'code.change': { target: 'typing', actions: setCode } } as const;

/**
 * Joining a league or a group by its code. What the code opens is shown first, to guests too:
 * nobody joins by opening a link, only by confirming.
 */
export const join = charts.createMachine({
  id: 'join',
  context: ({ input: { code, by = null, league = null } }) => ({
    code: code ?? '',
    by,
    league,
    target: null,
    failure: null,
  }),
  initial: 'deciding',
  states: {
    /** Looks up only a well-formed code. */
    deciding: {
      always: [
        { guard: 'isValidCode', target: 'previewing' },
        { guard: 'isNotEmpty', target: 'unknownCode' },
        { target: 'typing' },
      ],
    },
    typing: { on: { 'code.change': { actions: setCode }, 'code.submit': 'deciding' } },
    previewing: {
      tags: 'busy',
      invoke: {
        id: 'previewJoin',
        src: 'previewJoin',
        input: requestOf,
        onDone: [{ guard: isFound, target: 'previewed', actions: storeTarget }, { target: 'unknownCode' }],
        onError: { target: 'previewFailed', actions: storeFailure },
      },
      on: onEdit,
    },
    /** No league or group has this code, or it was renewed. */
    unknownCode: { on: onEdit },
    previewFailed: { tags: 'failed', on: { ...onEdit, 'join.retry': 'deciding' } },
    previewed: { tags: 'previewed', on: { ...onEdit, 'join.confirm': 'joining' } },
    joining: {
      tags: ['busy', 'previewed'],
      invoke: {
        id: 'join',
        src: 'join',
        input: requestOf,
        onDone: [{ guard: isFound, target: 'joined', actions: storeTarget }, { target: 'unknownCode' }],
        onError: { target: 'joinFailed', actions: storeFailure },
      },
    },
    joinFailed: { tags: ['failed', 'previewed'], on: { ...onEdit, 'join.confirm': 'joining' } },
    /** Stays shown until the joined league's or group's screen replaces it. */
    joined: { type: 'final', tags: ['busy', 'previewed'] },
  },
  output: ({ context }) => nonNull(context.target),
});
