import type * as v from 'valibot';
import {
  calls,
  type ResponseOf,
  type CallName,
  type Calls,
  type CallSpec,
  type QueryOf,
} from '#contract/calls.ts';
import type { Context, MemberContext } from '#server/http/context.ts';
import type { Target } from '#server/auth/access.ts';

/** What a handler gets of the body: read by its schema. */
type ReceivedBody<N extends CallName> = Calls[N] extends { body: infer B extends v.GenericSchema }
  ? v.InferOutput<B>
  : undefined;
export type CallInput<N extends CallName> = { query: QueryOf<N>; body: ReceivedBody<N> };
type ContextOf<N extends CallName> = Calls[N] extends { open: true } ? Context : MemberContext;
/** The stream of events answers by itself. */
type CallAnswer<N extends CallName> = N extends 'events' ? Response : ResponseOf<N>;

type CallDefinition<N extends CallName> = {
  /** The object whose standing the policy asks for, where there is one. */
  target?(input: CallInput<N>): Target;
  /** `own`: the handler opens its transactions itself, because some of what it writes must outlive a refusal. */
  transaction?: 'own';
  status?: 201;
  handler(ctx: ContextOf<N>, input: CallInput<N>): Promise<CallAnswer<N>>;
};

/** A call with its types put aside, so that one list can hold them all. */
export type CallEndpoint = {
  readonly name: CallName;
  readonly spec: CallSpec;
  readonly status: 200 | 201;
  /** Whether it runs in one transaction. */
  readonly atomic: boolean;
  target(input: { query: unknown; body: unknown }): Target | null;
  handler(ctx: Context, input: { query: unknown; body: unknown }): Promise<unknown>;
};

/** One call of the contract with its handler; validation, policy, transaction and presenting happen around it. */
export function defineCall<N extends CallName>(name: N, definition: CallDefinition<N>): CallEndpoint {
  const spec: CallSpec = calls[name];
  const writes = spec.method !== 'GET' || spec.changes === true;
  return {
    name,
    spec,
    status: definition.status ?? 200,
    atomic: writes && definition.transaction !== 'own',
    // The pipeline has judged the input by this very call's schemas, and the caller by its policy.
    target: (input) => definition.target?.(input as CallInput<N>) ?? null,
    handler: (ctx, input) => definition.handler(ctx as ContextOf<N>, input as CallInput<N>),
  };
}
