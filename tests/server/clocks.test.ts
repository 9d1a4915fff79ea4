import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item, Post } from '#contract/models.ts';
import { JobScheduler } from '#server/boot/job-scheduler.ts';
import { openLog } from '#server/boot/log.ts';
import { closePassedItemsJob } from '#server/db/close-passed-items.ts';
import { consume } from '#server/db/rate-limits.ts';
import { sendReminders } from '#server/notifications/reminders.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  isoInDays,
  leagueWithMembers,
  makeGame,
  postBets,
  stopReminders,
} from '#tests/support/server/leagues-and-games.ts';
import { newPhone, type ApiMember } from '#tests/support/server/members.ts';
import { onBothDatabases, startServer, type TestServer } from '#tests/support/server/server.ts';

/** A server's clock that goes wrong and is set right again: ahead for a while, then back. */

const hour = 3_600_000;
const log = openLog('silent');

/** Moves this process's clock, which is the embedded database's too, for as long as `work` takes. */
async function withClockAhead<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const RightDate = Date;
  class WrongDate extends RightDate {
    constructor(...parts: [] | [number | string]) {
      if (parts.length === 0) super(WrongDate.now());
      else super(parts[0]);
    }
    static override now() {
      return RightDate.now() + milliseconds;
    }
  }
  globalThis.Date = WrongDate as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = RightDate;
  }
}

/** PostgreSQL's clock cannot be moved: instead, every time that is stored there moves the other way. */
async function moveStoredTimes({ platform: { db } }: TestServer, milliseconds: number): Promise<void> {
  const by = `${milliseconds} milliseconds`;
  const { rows } = await sql<{ statement: string }>`
    select format('update %I set %s', table_name,
      string_agg(format('%1$I = %1$I + %2$L::interval', column_name, ${by}::text), ', ')) as statement
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
    group by table_name`.execute(db);
  // No trigger runs: the rows count as unchanged.
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const { statement } of rows) await sql.raw(statement).execute(trx);
  });
}

onBothDatabases((database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember;
  let section: number;
  let options: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    await stopReminders(server);
    ({
      section,
      options,
      members: [dana, noa],
    } = await leagueWithMembers(server, ['דנה', 'נועה'], ['א', 'ב']));
  });
  afterAll(() => server.close());

  const ahead = async <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => {
    if (database === 'pglite') return withClockAhead(milliseconds, work);
    await moveStoredTimes(server, -milliseconds);
    try {
      return await work();
    } finally {
      await moveStoredTimes(server, milliseconds);
    }
  };

  describe('26 hours ahead and back', () => {
    test('jobs still run, once an interval', async () => {
      const jobs = new JobScheduler(server.platform.db, log);
      let runs = 0;
      const job = { name: 'trial', intervalMs: 60_000, run: async () => void (runs += 1) };
      expect(await jobs.runIfDue(job)).toBe(true);
      expect(await ahead(26 * hour, () => jobs.runIfDue(job))).toBe(true);
      expect([await jobs.runIfDue(job), await jobs.runIfDue(job), runs]).toEqual([true, false, 3]);
      // A server that died during the job while the clock was ahead does not block it for a day.
      await ahead(26 * hour, () =>
        sql`update jobs set held_until = clock_timestamp() + interval '10 minutes' where name = 'trial'`.execute(
          server.platform.db,
        ),
      );
      await sql`update jobs set last_run = 'epoch' where name = 'trial'`.execute(server.platform.db);
      expect(await jobs.runIfDue(job)).toBe(true);
    });

    test('PINs are sent again, and the old ones have expired', async () => {
      const phone = newPhone();
      const guest = api(server.url);
      const requestPin = async () => (await guest.get('sendPinCode/', { cellphone: phone })).status;
      const signIn = async (password: string) => {
        const { body } = await guest.post<{ success: boolean; reason?: string }>('api-token-auth/', {
          username: phone,
          password,
          name: 'רון',
        });
        return body.success || body.reason;
      };
      expect(
        await ahead(26 * hour, async () => [
          await requestPin(),
          await requestPin(),
          await requestPin(),
          await requestPin(),
        ]),
      ).toEqual([200, 200, 200, 429]);
      expect(await signIn(server.pin(phone))).toBe('expired');
      expect([await requestPin(), await requestPin(), await requestPin(), await requestPin()]).toEqual([
        200, 200, 200, 429,
      ]);
      expect(await signIn(server.pin(phone))).toBe(true);
    });

    test('a limit that was used up is reset; half a minute back does not reset it', async () => {
      const { db } = server.platform;
      const limit = { bucket: 'trial', max: 2, seconds: 600 };
      const useUp = async () => [
        await consume(db, limit),
        await consume(db, limit),
        await consume(db, limit),
      ];
      expect(await ahead(26 * hour, useUp)).toEqual([0, 0, expect.any(Number)]);
      expect(await consume(db, limit)).toBe(0);
      await sql`delete from counters where bucket = 'trial'`.execute(db);
      await ahead(30_000, useUp);
      expect(await consume(db, limit)).toBeGreaterThan(600);
    });
  });

  describe('two hours ahead and back', () => {
    /** A game with an item that closes in half an hour. */
    async function closingSoon(): Promise<{ post: Post; item: Item }> {
      const post = await makeGame(dana, section, 'home/away', [options]);
      const date = new Date(Date.now() + hour / 2).toISOString();
      const { status, body: item } = await dana.put<Item>(`item/${post.items_data[0]?.id}/`, { date });
      if (status !== 200) throw new Error(`no date: ${JSON.stringify(item)}`);
      return { post, item };
    }

    /** Checks that the item is closed: it takes neither a bet nor another date, and gets no reminder. */
    async function expectClosed({ post, item }: { post: Post; item: Item }): Promise<void> {
      const bet = await postBets(noa, item, 2, 1);
      expect(bet).toMatchObject({ status: 409, body: { code: 'item_closed', current: { readonly: true } } });
      const moved = await dana.put(`item/${item.id}/`, { date: isoInDays(3) });
      expect(moved).toMatchObject({ status: 409, body: { code: 'item_closed' } });
      await dana.put(`post/${post.id}/`, { due_date: isoInDays(4) });
      const { body } = await dana.get<Item>(`item/${item.id}/`);
      expect({ date: body.date, readonly: body.readonly, status: body.status }).toEqual({
        date: item.date,
        readonly: true,
        status: 'open',
      });
      // The timeline has no entry for a date that passes.
      expect(body.timeline?.map(({ kind }) => kind)).toEqual(['made', 'moved']);
      const missing = await dana.get<{ count: number }>('missing/', { post: post.id });
      expect(missing.body.count).toBe(0);
      expect(await sendReminders(server.platform.db)).toBe(0);
      const reopened = sql`update items set closed_at = null where id = ${item.id}::int`.execute(
        server.platform.db,
      );
      await expect(reopened).rejects.toMatchObject({ code: '23514' });
    }

    test('an item for which a bet was refused stays closed', async () => {
      const closing = await closingSoon();
      const answer = await ahead(2 * hour, () => postBets(noa, closing.item, 1, 0));
      expect(answer.status).toBe(409);
      await expectClosed(closing);
    });

    test('an item that the job has closed stays closed, and one that it has not stays open', async () => {
      const closing = await closingSoon();
      await ahead(2 * hour, () => closePassedItemsJob(server.platform.db).run(new AbortController().signal));
      const later = await closingSoon();
      expect((await postBets(noa, later.item, 1, 1)).status).toBe(201);
      expect((await postBets(dana, later.item, 1, 1)).status).toBe(201);
      await expectClosed(closing);
    });
  });
});
