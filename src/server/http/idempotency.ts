import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import type { HonoContext, Middleware } from './env.ts';
import { problem } from './problems.ts';

// Responses with tokens are not stored.
const neverStoredPaths = /^\/api\/(sendPinCode|api-token-auth|socialAuth|linkPhone|logout)\/?$/;
const isStorable = (status: number) => status < 500 && status !== 401 && status !== 429;

async function requestHash(c: HonoContext): Promise<string> {
  const url = new URL(c.req.url);
  // `ver` may differ between retries.
  url.searchParams.delete('ver');
  return createHash('sha256')
    .update(`${c.req.method} ${url.pathname}?${url.searchParams}\n${await c.req.text()}`)
    .digest('hex');
}

type RowKey = { member_id: number; key: string };
type StoredResponse = { status: number; body: string };

/** Claims the key; returns the stored response if there is one. */
async function claimKey(db: Db, row: RowKey, hash: string): Promise<StoredResponse | null> {
  const claimed = await db
    .insertInto('idempotency')
    .values({ ...row, request_hash: hash })
    .onConflict((conflict) => conflict.columns(['member_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  const existing = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'status', 'body'])
    .where((is) => is.and(row))
    .executeTakeFirst();
  // Deleted between insert and select: the first attempt failed; a retry may claim it.
  if (!existing) throw problem.inFlight();
  if (existing.request_hash !== hash) throw problem.idempotencyMismatch();
  if (existing.status !== null) return { status: existing.status, body: existing.body ?? '' };
  // Claimed over 60 s ago without a response (crash): one retry reclaims it.
  const reclaimed = await db
    .updateTable('idempotency')
    .set({ created: sql<string>`now()` })
    .where((is) => is.and(row))
    .where('status', 'is', null)
    .where('created', '<', sql<string>`now() - interval '60 seconds'`)
    .returning('key')
    .executeTakeFirst();
  if (!reclaimed) throw problem.inFlight();
  return null;
}

/**
 * Middleware, after `authenticate`: a member's POST under an `Idempotency-Key` happens once, a repeat gets the first
 * response (decisions §2). A response of 5xx is not stored: the next try runs.
 */
export function idempotency(db: Db): Middleware {
  return async (c, next) => {
    const key = c.req.header('Idempotency-Key');
    const memberId = c.get('memberId');
    if (key === undefined || memberId === null || c.req.method !== 'POST') return next();
    if (neverStoredPaths.test(c.req.path) || !/^application\/json/i.test(c.req.header('Content-Type') ?? ''))
      return next();
    if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw problem.field('Idempotency-Key', 'invalid');

    const row = { member_id: memberId, key };
    const storedResponse = await claimKey(db, row, await requestHash(c));
    if (storedResponse) {
      const type = storedResponse.status >= 400 ? 'application/problem+json' : 'application/json';
      c.res = new Response(storedResponse.body, {
        status: storedResponse.status,
        headers: { 'Content-Type': type, 'Idempotency-Replayed': 'true' },
      });
      return;
    }
    let stored = false;
    const store = async (within: Db, status: number, body: string) => {
      await within
        .updateTable('idempotency')
        .set({ status, body })
        .where((is) => is.and(row))
        .execute();
      stored = true;
    };
    c.set('storeAnswer', store);
    await next();
    if (isStorable(c.res.status)) {
      // A refusal rolled its transaction back; store it separately.
      if (!stored || c.res.status >= 400) await store(db, c.res.status, await c.res.clone().text());
    } else {
      await db
        .deleteFrom('idempotency')
        .where((is) => is.and(row))
        .execute();
    }
  };
}
