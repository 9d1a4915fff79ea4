import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';
import type { KeyedRequest } from './context.ts';
import type { HonoContext, Middleware } from './env.ts';
import { problem } from './problems.ts';

// Responses with tokens are not stored.
const neverStoredPaths = /^\/api\/(sendPinCode|api-token-auth|socialAuth|linkPhone|logout)\/?$/;
const isStorable = (status: number) => status < 500 && status !== 401 && status !== 429;

function hashRequest(c: HonoContext, body: string | Uint8Array): string {
  const url = new URL(c.req.url);
  // `ver` may differ between retries.
  url.searchParams.delete('ver');
  return createHash('sha256')
    .update(`${c.req.method} ${url.pathname}?${url.searchParams}\n`)
    .update(body)
    .digest('hex');
}

type RowKey = { readonly member_id: number; readonly key: string };
type StoredAnswer = { readonly request_hash: string; readonly status: number; readonly body: string };

/**
 * Locks the key until the transaction ends; `free` is false if another request holds it. `stored` is the response stored
 * under it, if any.
 */
async function claimKey(
  trx: Db,
  { member_id, key }: RowKey,
): Promise<{ free: boolean; stored: StoredAnswer | null }> {
  const { rows } = await sql<{ free: boolean; stored: StoredAnswer | null }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${member_id} ${key}`}, 0)) as free,
      (select to_jsonb(k) from idempotency k
       where k.member_id = ${member_id}::integer and k.key = ${key}) as stored`.execute(trx);
  return onlyRow(rows);
}

/** Stores a response under its key; false if there is one already. */
async function storeAnswer(db: Db, row: RowKey & StoredAnswer): Promise<boolean> {
  const inserted = await db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

function answerAgain(stored: StoredAnswer, hash: string): Response {
  if (stored.request_hash !== hash) return problem.idempotencyMismatch().toResponse();
  const type = stored.status >= 400 ? 'application/problem+json' : 'application/json';
  return new Response(stored.body, {
    status: stored.status,
    headers: { 'Content-Type': type, 'Idempotency-Replayed': 'true' },
  });
}

/** A request with its key. */
class RequestUnderKey implements KeyedRequest {
  readonly #row: RowKey;
  readonly #hashFile: (file: Uint8Array) => string;
  hash: string;
  /** 'stored': this request's response is stored. A StoredAnswer: another request's. 'in flight': another one is running. */
  #outcome: 'none' | 'stored' | 'in flight' | StoredAnswer = 'none';

  constructor(row: RowKey, hash: string, hashFile: (file: Uint8Array) => string) {
    this.#row = row;
    this.hash = hash;
    this.#hashFile = hashFile;
  }

  receiveFile(file: Uint8Array): void {
    this.hash = this.#hashFile(file);
  }

  get key(): string {
    return this.#row.key;
  }

  isStored(): void {
    this.#outcome = 'stored';
  }

  async claim(trx: Db): Promise<void> {
    const { free, stored } = await claimKey(trx, this.#row);
    if (free && !stored) return;
    this.#outcome = stored ?? 'in flight';
    throw problem.inFlight();
  }

  async store(trx: Db, status: number, body: string): Promise<void> {
    const isFirst = await storeAnswer(trx, { ...this.#row, request_hash: this.hash, status, body });
    this.#outcome = isFirst ? 'stored' : 'in flight';
    if (!isFirst) throw problem.inFlight();
  }

  /**
   * The response that another request has stored under the key; null if this request's counts. A refusal is stored here,
   * after its transaction was rolled back or without one; that of a form before its file was received is not.
   */
  async settle(db: Db, response: Response): Promise<StoredAnswer | null> {
    if (typeof this.#outcome === 'object') return this.#outcome;
    const { status } = response;
    const isSettled =
      this.hash === '' || this.#outcome === 'in flight' || (this.#outcome === 'stored' && status < 400);
    if (isSettled || !isStorable(status)) return null;
    const body = await response.clone().text();
    if (await storeAnswer(db, { ...this.#row, request_hash: this.hash, status, body })) return null;
    return (await claimKey(db, this.#row)).stored;
  }
}

/**
 * Middleware, after `authenticate`: a member's POST with an `Idempotency-Key` is executed once, and a repetition gets the
 * first response (decisions §2). A response of 5xx is not stored, so that it can be retried. The request's transaction
 * claims the key and stores its response; of concurrent requests with the same key, in any process, one can commit.
 */
export function idempotency(db: Db): Middleware {
  /** Hashes of this process's requests in progress, by member and key. */
  const underWay = new Map<string, string>();
  return async (c, next) => {
    const key = c.req.header('Idempotency-Key');
    const memberId = c.get('memberId');
    if (key === undefined || memberId === null || c.req.method !== 'POST') return next();
    const type = c.req.header('Content-Type') ?? '';
    // The route receives a form within its own limits.
    const isForm = /^multipart\/form-data/i.test(type);
    if (neverStoredPaths.test(c.req.path) || !(isForm || /^application\/json/i.test(type))) return next();
    if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw problem.field('Idempotency-Key', 'invalid');

    const hash = isForm ? '' : hashRequest(c, await c.req.text());
    const name = `${memberId} ${key}`;
    const other = underWay.get(name);
    if (other !== undefined) throw other === hash ? problem.inFlight() : problem.idempotencyMismatch();
    underWay.set(name, hash);
    try {
      const request = new RequestUnderKey({ member_id: memberId, key }, hash, (file) => hashRequest(c, file));
      c.set('keyed', request);
      await next();
      const earlier = await request.settle(db, c.res);
      if (!earlier) return;
      // Discards the refused response with its headers.
      c.res = undefined;
      c.res = answerAgain(earlier, request.hash);
    } finally {
      underWay.delete(name);
    }
  };
}
