import type * as v from 'valibot';
import type { ResponseOf, CallName, Calls, CallSpec, QueryOf } from '#contract/calls.ts';
import { allCalls } from '#contract/make-game-calls.ts';
import type { Context, MemberContext } from '#server/http/context.ts';
import type { Target } from '#server/auth/access.ts';
import type { StreamedResponse } from '#server/http/streamed-response.ts';
import type { LockStrength } from '#server/db/locks.ts';

/** The body after parsing by its schema. */
type ReceivedBody<N extends CallName> = Calls[N] extends { body: infer B extends v.GenericSchema }
  ? v.InferOutput<B>
  : undefined;
type CallInput<N extends CallName> = { query: QueryOf<N>; body: ReceivedBody<N> };
type ContextOf<N extends CallName> = Calls[N] extends { open: true } ? Context : MemberContext;
type CallAnswer<N extends CallName> = N extends 'events' ? StreamedResponse : ResponseOf<N>;

type CallDefinition<N extends CallName> = {
  /** The object whose access the policy checks; absent for a call without one. */
  target?(input: CallInput<N>): Target;
  /** How a call that writes locks its target, or the caller if it has none; `share` unless it changes that row. */
  lock?: LockStrength;
  /** The handler opens its transactions itself, because some of its writes must be kept when the call is refused. */
  transactions?: 'byHandler';
  status?: 201;
  handler(ctx: ContextOf<N>, input: CallInput<N>): Promise<CallAnswer<N>>;
};

/** A call endpoint with its types erased. */
export type CallEndpoint = {
  readonly name: CallName;
  readonly spec: CallSpec;
  readonly status: 200 | 201;
  /** Runs in one transaction. */
  readonly inTransaction: boolean;
  readonly lock: LockStrength;
  target(input: { query: unknown; body: unknown }): Target | null;
  handler(ctx: Context, input: { query: unknown; body: unknown }): Promise<unknown>;
};

/**
 * An endpoint of the contract's call `name`. Validation, policy, transaction and response happen around its handler.
 */
export function defineCall<N extends CallName>(name: N, definition: CallDefinition<N>): CallEndpoint {
  const spec: CallSpec = allCalls[name];
  const writes = spec.method !== 'GET' || spec.changes === true;
  return {
    name,
    spec,
    status: definition.status ?? 200,
    lock: definition.lock ?? 'share',
    inTransaction: writes && definition.transactions !== 'byHandler',
    /* oxlint-disable typescript/no-unsafe-type-assertion -- the routes have parsed the input by this call's schemas and checked the caller by its policy */
    target: (input) => definition.target?.(input as CallInput<N>) ?? null,
    handler: (ctx, input) => definition.handler(ctx as ContextOf<N>, input as CallInput<N>),
    /* oxlint-enable typescript/no-unsafe-type-assertion */
  };
}
