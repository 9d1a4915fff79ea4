import * as v from 'valibot';
import type { Item } from './models.ts';
import { keysOf } from './primitives.ts';

/** The API's stable failure codes with their HTTP status (decisions §2). */
export const failureStatus = {
  validation: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  item_closed: 409,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  idempotency_mismatch: 422,
  update_required: 426,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type FailureCode = keyof typeof failureStatus;

/**
 * Why a field was refused. The client shows a sentence for the code; `limit` is its number (a length, minimum or maximum).
 */
export const FieldProblem = v.object({
  code: v.picklist([
    'required',
    'invalid',
    'too_long',
    'too_short',
    'too_small',
    'too_big',
    'unknown_field',
    'unknown_id',
    'duplicate',
    'past',
    'phone',
    'pin',
  ]),
  limit: v.optional(v.number()),
});
export type FieldProblem = v.InferOutput<typeof FieldProblem>;
/** Field problems by path. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/** An RFC 9457 problem document. `fields` maps paths such as `groups.0.name` to problems. */
export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.picklist(keysOf(failureStatus)),
  detail: v.string(),
  fields: v.optional(v.record(v.string(), FieldProblem)),
  current: v.optional(v.unknown()),
});
export type Problem = v.InferOutput<typeof Problem>;

/**
 * A failed call, for the charts to branch on: a problem of the server, `offline` (no answer) or `unreadable` (an answer
 * that does not match the contract).
 */
export type Failure =
  | { kind: 'offline' }
  | { kind: 'unreadable' }
  | {
      kind: FailureCode;
      detail?: string;
      fields?: Record<string, FieldProblem>;
      current?: unknown;
      /** Seconds, from Retry-After. */
      retryAfter?: number;
    };

/** An error with a Failure; ports and adapters reject with it. */
export class FailureError extends Error {
  constructor(
    readonly failure: Failure,
    options?: ErrorOptions,
  ) {
    super(failure.kind, options);
  }
}

/** The Failure of a thrown value. Anything but a FailureError is a defect and becomes `unreadable`. */
export const asFailure = (thrown: unknown): Failure =>
  thrown instanceof FailureError ? thrown.failure : { kind: 'unreadable' };

/** The field problems of a failure; empty if it has none. */
export const fieldProblemsOf = (failure: Failure): FieldProblems =>
  'fields' in failure ? (failure.fields ?? {}) : {};

/** The current item in a failure of a call about a closed or changed item. */
export const currentItemOf = (failure: Failure): Item | undefined =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever is refused with something current is an item
  'current' in failure ? (failure.current as Item | undefined) : undefined;

const transientKinds: readonly string[] = ['offline', 'unreadable', 'unavailable', 'internal', 'too_many'];

/** Whether the failure may pass by itself, so that the same request can be retried. */
export const isTransient = ({ kind }: Failure): boolean => transientKinds.includes(kind);

/**
 * Whether the same request may succeed later: after a transient failure, an own request still in flight (conflict), an
 * ended session, or with an outdated client.
 */
export const isRetryable = (failure: Failure): boolean =>
  isTransient(failure) || ['conflict', 'unauthenticated', 'update_required'].includes(failure.kind);
