import * as v from 'valibot';
import type { Item } from './models.ts';
import { keysOf } from './primitives.ts';

/** Every stable failure code of the API with its HTTP status (decisions §2). */
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
 * Why one field was refused. The client turns the code into a sentence beside the field;
 * `limit` is the number the sentence needs (a length, a minimum, a maximum).
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
/** What is wrong with each field, by its path. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/** An RFC 9457 problem document. `fields` maps a path such as `groups.0.name` to what is wrong there. */
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
 * What the charts branch on: a problem of the server's, or one of the two ways a call can fail without it.
 * `offline`: no answer came. `unreadable`: an answer came that the contract does not know.
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

/** A Failure as it is thrown: ports and adapters reject with these. */
export class FailureError extends Error {
  constructor(
    readonly failure: Failure,
    options?: ErrorOptions,
  ) {
    super(failure.kind, options);
  }
}

/** Reads a thrown value as a Failure: anything but a FailureError is a defect and reads as `unreadable`. */
export const asFailure = (thrown: unknown): Failure =>
  thrown instanceof FailureError ? thrown.failure : { kind: 'unreadable' };

/** What the server refused of each field; empty for other failures. */
export const fieldProblemsOf = (failure: Failure): FieldProblems =>
  'fields' in failure ? (failure.fields ?? {}) : {};

/** The item as it stands, which a call about a closed or changed item is refused with. */
export const currentItemOf = (failure: Failure): Item | undefined =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever is refused with something current is an item
  'current' in failure ? (failure.current as Item | undefined) : undefined;

const transientKinds: readonly string[] = ['offline', 'unreadable', 'unavailable', 'internal', 'too_many'];

/** A failure that may pass by itself: worth another try with the same request. */
export const isTransient = ({ kind }: Failure): boolean => transientKinds.includes(kind);

/**
 * Whether the same request may succeed later: a transient failure, one's own request still in flight (conflict), an
 * ended session or an outdated client.
 */
export const isRetryable = (failure: Failure): boolean =>
  isTransient(failure) || ['conflict', 'unauthenticated', 'update_required'].includes(failure.kind);
