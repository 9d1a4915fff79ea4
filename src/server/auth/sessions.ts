import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { Platform } from '#server/boot/platform.ts';
import { isLiveSession } from '#server/db/live-sessions.ts';
import type { Db } from '#server/db/tables.ts';
import { writeIfPossible } from '#server/db/transaction.ts';
import type { Middleware } from '#server/http/env.ts';
import { problem } from '#server/http/problems.ts';

/** Sessions and their tokens of 256 random bits; only a token's hash is stored (decisions §5). */

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const { totalDays } = limits.session;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
const maxUserAgentLength = 200;

/** The authenticated member, with roles as last read from the database. */
export type Caller = {
  readonly id: number;
  readonly sessionId: number;
  readonly isStaff: boolean;
  readonly isSuperuser: boolean;
};

/** Creates a session and returns its token; only the token's hash is stored. */
export async function openSession(
  db: Db,
  memberId: number,
  client: { device?: string | undefined; userAgent: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('sessions')
    .values({
      member_id: memberId,
      token_hash: sha256(token),
      device_hash: client.device === undefined ? null : sha256(client.device),
      agent: client.userAgent.slice(0, maxUserAgentLength),
      expires_at: sql<string>`now() + ${totalDays}::int * interval '1 day'`,
    })
    .execute();
  return token;
}

/** Revokes sessions of one member and deletes their push ids; returns how many. */
export async function endSessions(db: Db, memberId: number, ids: readonly number[] | 'all'): Promise<number> {
  const matching = ids === 'all' ? sql`true` : sql`id = any(${[...ids]}::int[])`;
  const { rows } = await sql<{ id: number }>`
    update sessions set revoked_at = now()
    where member_id = ${memberId} and revoked_at is null and ${matching}
    returning id`.execute(db);
  await sql`delete from push_ids where session_id = any(${rows.map(({ id }) => id)}::int[])`.execute(db);
  return rows.length;
}

type SessionRow = {
  id: number;
  session_id: number;
  is_staff: boolean;
  is_superuser: boolean;
  /** Milliseconds until last_seen must be written or the session expires; at most 0 if it is due. */
  fresh: number;
};

/** A cached caller, until a time of this process's monotonic clock. */
export type KnownCaller = { readonly caller: Caller; readonly until: number };

// With tags and keys.
const bytesOfKnownCaller = 1_000;

/** The caller of a session, with their current roles; null if it is unknown, expired or revoked. */
async function readCaller(db: Db, tokenHash: string): Promise<{ caller: Caller; fresh: number } | null> {
  const { rows } = await sql<SessionRow>`
    select m.id, s.id as session_id, m.is_staff or m.is_superuser as is_staff, m.is_superuser,
      1000 * extract(epoch from least(s.last_seen + interval '1 minute', s.expires_at) - now()) as fresh
    from sessions s join members m on m.id = s.member_id
    where s.token_hash = ${tokenHash} and m.deleted_at is null and ${isLiveSession}`.execute(db);
  const found = rows[0];
  if (!found) return null;
  // Written at most once a minute, and without waiting for a lock.
  if (found.fresh < 0)
    await writeIfPossible(
      sql`
        update sessions set last_seen = now()
        where id = (select id from sessions where id = ${found.session_id} for update skip locked)`.execute(
        db,
      ),
    );
  const { id, session_id: sessionId, is_staff: isStaff, is_superuser: isSuperuser, fresh } = found;
  return { caller: { id, sessionId, isStaff, isSuperuser }, fresh };
}

/** The caller of a session token, cached until last_seen is due. */
async function findCaller({ db, caches, io }: Platform, token: string): Promise<Caller | null> {
  if (!tokenPattern.test(token)) return null;
  const { callers } = caches;
  const key = sha256(token);
  const asked = io.now();
  const known = callers.get(key);
  if (known && asked < known.until) return known.caller;
  const found = await callers.read(
    () => readCaller(db, key),
    (read) => {
      if (!read || read.fresh <= 0) return [];
      const { caller, fresh } = read;
      const tags = [`session:${caller.sessionId}`, `member:${caller.id}`];
      return [[key, { value: { caller, until: asked + fresh }, tags, bytes: bytesOfKnownCaller }]];
    },
  );
  return found?.caller ?? null;
}

/** Middleware: sets the caller. No token: guest. An invalid token: 401, even on open calls. */
export function authenticate(platform: Platform): Middleware {
  return async (c, next) => {
    const header = c.req.header('Authorization');
    if (header !== undefined) {
      const token = /^Token +(\S+)$/i.exec(header)?.[1];
      const me = token === undefined ? null : await findCaller(platform, token);
      if (token === undefined || me === null) throw problem.unauthenticated();
      c.set('me', me);
      c.set('memberId', me.id);
      c.set('token', token);
    }
    await next();
  };
}
