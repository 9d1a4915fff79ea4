import { sql } from 'kysely';
import type { ResponseOf } from '#contract/calls.ts';
import { maxId } from '#server/db/values.ts';
import { pageWindow } from '#server/http/input.ts';
import { problem } from '#server/http/problems.ts';
import { isLiveSession } from '#server/db/live-sessions.ts';
import { endSessions } from '#server/auth/sessions.ts';
import { matchesSearch, readPage } from '#server/queries/paged.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

/** The caller's sessions, and revoking them. */

export const logOut = defineCall('logOut', {
  async handler({ db, me }) {
    await endSessions(db, me.id, [me.sessionId]);
    return { res: 1 as const };
  },
});

type Row = ResponseOf<'sessions'>['results'][number];

export const sessions = defineCall('sessions', {
  handler({ db, me }, { query: { search, ...page } }) {
    const columns = sql`id, created, last_seen, agent as device, id = ${me.sessionId} as current`;
    const from = sql`from sessions s
      where member_id = ${me.id} and ${isLiveSession} and ${matchesSearch(sql`agent`, search)}`;
    const order = sql`id = ${me.sessionId} desc, last_seen desc, id desc`;
    const present = (row: Row): Row => row;
    return readPage(db, { columns, from, order, present }, pageWindow(page));
  },
});

export const revokeSessions = defineCall('revokeSessions', {
  async handler({ db, me }, { query: { ids } }) {
    const unique = [...new Set(ids.split(',').map(Number))];
    if (unique.some((id) => id > maxId)) throw problem.notFound();
    // All or nothing: a session of somebody else answers 404, and the transaction rolls back.
    if ((await endSessions(db, me.id, unique)) < unique.length) throw problem.notFound();
    return { res: 1 as const };
  },
});
