import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { closePassedItems } from '#server/db/close-passed-items.ts';
import type { Context } from '#server/http/context.ts';
import { transaction } from '#server/db/transaction.ts';
import { acceptedEncodings, gzipped, onePacket } from '#server/http/compression.ts';
import type { HonoContext } from '#server/http/env.ts';
import { HttpProblem } from '#server/http/problems.ts';
import type { Platform } from '#server/boot/platform.ts';
import { namedLanguage } from '#server/texts/language.ts';
import { JsonText } from './model-endpoint.ts';

/** Shared by all routes: context, transaction and response. */

export function contextOf(c: HonoContext, platform: Platform): Context {
  return {
    db: platform.db,
    locks: false,
    me: c.get('me'),
    address: c.get('address'),
    token: c.get('token'),
    language: namedLanguage(c.req.header('Accept-Language')),
    userAgent: c.req.header('User-Agent') ?? '',
    requestId: c.get('requestId'),
    platform,
    request: c.req.raw,
    keyed: c.get('keyed'),
  };
}

/**
 * Runs a route's work in one transaction, and stores its response under the request's `Idempotency-Key` in the same
 * transaction, so that a repeated request never does the work twice, even after a crash.
 */
export async function inRequestTransaction<T>(
  ctx: Context,
  status: 200 | 201,
  work: (txContext: Context) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(ctx.db, async (trx) => {
      await ctx.keyed?.claim(trx);
      const body = await work({ ...ctx, db: trx, locks: true });
      await ctx.keyed?.store(trx, status, JSON.stringify(body));
      return body;
    });
  } catch (error) {
    // Stored, so that an item that was refused as closed never appears open again.
    if (error instanceof HttpProblem && error.code === 'item_closed') await closePassedItems(ctx.db);
    throw error;
  }
}

const assertsAnswers = process.env.NODE_ENV === 'test';

/** Throws if a response does not match its schema exactly. Only with NODE_ENV=test. */
function assertMatchesContract(schema: v.GenericSchema, sent: unknown): void {
  const result = v.safeParse(schema, sent);
  if (!result.success) {
    const where = result.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
    throw new Error(`the answer breaks the contract: ${where.join('; ')}`);
  }
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(result.output)), sent)) {
    throw new Error(`the answer holds more than the contract: ${JSON.stringify(sent).slice(0, 500)}`);
  }
}

/** The JSON response; a text longer than a packet is compressed if the client accepts gzip. */
export async function respond(
  c: HonoContext,
  schema: v.GenericSchema,
  body: unknown,
  status: 200 | 201,
): Promise<Response> {
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  if (assertsAnswers) assertMatchesContract(schema, JSON.parse(text));
  const json = { 'Content-Type': 'application/json' };
  // A text has at least as many bytes as characters, which need no counting.
  if (text.length <= onePacket && Buffer.byteLength(text) <= onePacket) return c.body(text, status, json);
  const headers = { ...json, Vary: 'Accept-Encoding' };
  if (!acceptedEncodings(c).has('gzip')) return c.body(text, status, headers);
  return c.body(new Uint8Array(await gzipped(text)), status, { ...headers, 'Content-Encoding': 'gzip' });
}
