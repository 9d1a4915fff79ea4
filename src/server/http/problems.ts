import { failureStatus, type FailureCode, type FieldProblem, type Problem } from '#contract/failures.ts';

/**
 * Constructors of all refusals of the API (RFC 9457). Texts are constant: no input is echoed, and equal refusals are
 * byte-identical.
 */

const problemTexts: Record<FailureCode, readonly [title: string, detail: string]> = {
  validation: ['Invalid input', 'Some of what was sent is not valid; see fields.'],
  unauthenticated: ['Sign-in needed', 'Signing in is needed, or the session has ended.'],
  forbidden: ['Not allowed', 'This is not allowed for this member.'],
  not_found: ['Not found', 'There is nothing here.'],
  item_closed: ['Betting is closed', 'This item takes no more bets.'],
  conflict: ['Conflict', 'This has changed in the meantime.'],
  too_large: ['Too large', 'What was sent is too large.'],
  unsupported_media: ['Unsupported media type', 'This content type is not taken here.'],
  idempotency_mismatch: ['Key used before', 'This Idempotency-Key came before with another request.'],
  update_required: ['Update needed', 'This version of the app is too old.'],
  too_many: ['Too many requests', 'Too many requests; try again later.'],
  internal: ['Something went wrong', 'The server failed, and has made a note of it.'],
  unavailable: ['Unavailable', 'The server cannot answer just now; try again shortly.'],
};

type Extras = { fields?: Record<string, FieldProblem>; current?: unknown; retryAfter?: number };

/** A refusal: thrown below a route, and turned into a response by the error handler. */
export class HttpProblem extends Error {
  override name = 'HttpProblem';
  readonly code: FailureCode;
  readonly #extras: Extras;

  constructor(code: FailureCode, extras: Extras = {}) {
    super(code);
    this.code = code;
    this.#extras = extras;
  }

  get status(): number {
    return failureStatus[this.code];
  }

  /** The problem document that is sent. */
  get document(): Problem {
    const [title, detail] = problemTexts[this.code];
    const { fields, current } = this.#extras;
    return {
      type: `urn:hevre:problem:${this.code}`,
      title,
      status: this.status,
      code: this.code,
      detail,
      ...(fields === undefined ? {} : { fields }),
      ...(current === undefined ? {} : { current }),
    };
  }

  toResponse(): Response {
    const headers = new Headers({ 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
    const { retryAfter } = this.#extras;
    if (retryAfter !== undefined) headers.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))));
    return new Response(JSON.stringify(this.document), { status: this.status, headers });
  }
}

/** One constructor per refusal: `throw problem.notFound()`. */
export const problem = {
  /** Field errors by path, such as `groups.0.name`; `''` is the whole body. */
  validation: (fields: Record<string, FieldProblem>) => new HttpProblem('validation', { fields }),
  /** A refusal of one field. */
  field: (path: string, code: FieldProblem['code'], limit?: number) =>
    new HttpProblem('validation', { fields: { [path]: limit === undefined ? { code } : { code, limit } } }),
  unauthenticated: () => new HttpProblem('unauthenticated'),
  forbidden: () => new HttpProblem('forbidden'),
  /** Also for objects that are invisible to the caller. */
  notFound: () => new HttpProblem('not_found'),
  itemClosed: (current?: unknown) => new HttpProblem('item_closed', { current }),
  /** `current`: the stored value, so that the caller can decide again. */
  conflict: (current?: unknown) => new HttpProblem('conflict', { current }),
  /** The same request is in progress: a retry in a second gets its response. */
  inFlight: () => new HttpProblem('conflict', { retryAfter: 1 }),
  tooLarge: () => new HttpProblem('too_large'),
  unsupportedMedia: () => new HttpProblem('unsupported_media'),
  idempotencyMismatch: () => new HttpProblem('idempotency_mismatch'),
  updateRequired: () => new HttpProblem('update_required'),
  tooMany: (retryAfterSeconds: number) => new HttpProblem('too_many', { retryAfter: retryAfterSeconds }),
  internal: () => new HttpProblem('internal'),
  unavailable: () => new HttpProblem('unavailable', { retryAfter: 2 }),
};

/** The value; throws 404 if there is none. */
export function orNotFound<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw problem.notFound();
  return found;
}
