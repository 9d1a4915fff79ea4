import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Bet, Item, Post } from '#contract/models.ts';
import type { Problem } from '#contract/failures.ts';
import { betQueueOf } from '#server/commands/bet-queue.ts';
import { mountRoutes } from '#server/endpoints/routes.ts';
import { holdRows, untilWaiting } from '#tests/support/database/row-gate.ts';
import {
  createMember,
  createMembers,
  createStaff,
  leagueWithMembers,
  makeGame,
  optionIdsOf,
  postBets,
  readItem,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onBothDatabases, startServer, type DatabaseKind } from '#tests/support/server/server.ts';

/** Bets that arrive together are written by one statement, and each gets its own outcome. */

const only = ({ items_data: [item] }: Post): Item => {
  if (!item) throw new Error('no item');
  return item;
};
const optionOf = (item: Item, at = 0): number => optionIdsOf(item)[at] ?? 0;

async function openFixture(database: DatabaseKind) {
  // A server that is given its routes runs no jobs, whose statements would be counted.
  const server = await startServer({ database, routes: mountRoutes });
  const { section, options, members } = await leagueWithMembers(server, ['דנה'], ['א', 'ב', 'ג']);
  const [dana] = members;
  const friends = await createMembers(server, section, 8);
  return {
    server,
    section,
    dana,
    friends,
    match: async (rules = {}) =>
      only(await makeGame(dana, section, 'home/away', [options.slice(0, 2)], rules)),
    balance: async () => only(await makeGame(dana, section, 'balance', [options])),
    withOpenSums: async () =>
      only(await makeGame(dana, section, 'vote', [options.slice(0, 2)], { hide_options: false })),
  };
}

const valuesOf = async (item: Item, who: ApiMember) =>
  Object.values((await readItem(who, item)).options).map(({ value }) => value);

const refusalOf = ({ status, body }: { status: number; body: unknown }) => {
  const { code, fields } = body as Problem;
  return { status, code, fields };
};

onBothDatabases((database) => {
  let fixture: Awaited<ReturnType<typeof openFixture>>;
  beforeAll(async () => {
    fixture = await openFixture(database);
  });
  afterAll(() => fixture.server.close());

  test('concurrent bets each get their own outcome, which a read right after the answer shows', async () => {
    const { server, dana, friends, match, balance } = fixture;
    const [first, second, third, fourth, lateBettor, overspender, greedy] = friends as [
      ApiMember,
      ApiMember,
      ApiMember,
      ApiMember,
      ApiMember,
      ApiMember,
      ApiMember,
    ];
    const [open, started, votes] = [await match(), await match(), await balance()];
    const outsider = await createMember(server, 'זר');
    const staff = await createStaff(server, 'צוות');
    await dana.post('setItemResults/', { item: started.id, value: 'start' });
    await postBets(overspender, votes, 60);
    const place = async (who: ApiMember, value: number) => {
      const { status } = await who.post<Bet>('bet/', { itemOption: optionOf(open), value });
      return [status, await valuesOf(open, who)];
    };
    const key = { 'Idempotency-Key': 'together' };
    const [saved, keyed, closed, overBudget, foreign, notIn, undone, wrongPost] = await Promise.all([
      Promise.all([place(first, 1), place(second, 2), place(third, 3)]),
      fourth.post<Bet>('bet/', { itemOption: optionOf(open), value: 4 }, key),
      lateBettor.post<Problem>('bet/', { itemOption: optionOf(started), value: 5 }),
      overspender.post('bet/', { itemOption: optionOf(votes, 1), value: 41 }),
      outsider.post('bet/', { itemOption: optionOf(open), value: 6 }),
      staff.post('bet/', { itemOption: optionOf(open), value: 7 }),
      greedy.post('bet/', [
        { itemOption: optionOf(open), value: 8 },
        { itemOption: optionOf(started), value: 8 },
      ]),
      dana.post('bet/', { itemOption: optionOf(open), post: started.post, value: 9 }),
    ]);
    expect(saved).toEqual([
      [201, [1, null]],
      [201, [2, null]],
      [201, [3, null]],
    ]);
    expect([keyed.status, keyed.body.value]).toEqual([201, 4]);
    expect(closed).toMatchObject({
      status: 409,
      body: { code: 'item_closed', current: { id: started.id, status: 'started' } },
    });
    expect(refusalOf(overBudget)).toEqual({
      status: 400,
      code: 'validation',
      fields: { value: { code: 'too_big', limit: 100 } },
    });
    expect([refusalOf(foreign), refusalOf(notIn)]).toEqual([
      { status: 404, code: 'not_found', fields: undefined },
      { status: 403, code: 'forbidden', fields: undefined },
    ]);
    expect(refusalOf(undone)).toEqual({ status: 409, code: 'item_closed', fields: undefined });
    expect(refusalOf(wrongPost).fields).toEqual({ post: { code: 'invalid' } });
    expect(await valuesOf(votes, overspender)).toEqual([60, null, null]);
    expect([await valuesOf(open, greedy), await valuesOf(open, dana)]).toEqual([
      [null, null],
      [null, null],
    ]);
    const again = await fourth.post<Bet>('bet/', { itemOption: optionOf(open), value: 4 }, key);
    expect([again.headers.get('Idempotency-Replayed'), again.body]).toEqual(['true', keyed.body]);
    const { rows } = await sql<{ value: number }>`
      select value from bets where item_id in (${open.id}, ${started.id}) order by value`.execute(
      server.platform.db,
    );
    expect(rows.map(({ value }) => value)).toEqual([1, 2, 3, 4]);
  });

  test('concurrent bets share one transaction, in which a member’s later bet is checked against their earlier one', async () => {
    const { server, friends, dana, match, balance } = fixture;
    const [noa, gal] = friends as [ApiMember, ApiMember];
    const [open, started, votes] = [await match(), await match(), await balance()];
    await dana.post('setItemResults/', { item: started.id, value: 'start' });
    const queue = betQueueOf(server.platform.database);
    const write = (member: number, item: Item, value: number, at = 0) =>
      queue.write({ member, bets: [{ option: optionOf(item, at), value }], bulk: false });
    const outcomes = await Promise.all([
      write(noa.id, votes, 60),
      write(noa.id, votes, 60, 1),
      write(gal.id, started, 1),
      write(0, open, 1),
      write(noa.id, votes, 40, 2),
      write(gal.id, open, 3),
    ]);
    const placedValues = outcomes.map((outcome) =>
      outcome && 'placed' in outcome ? outcome.placed.map(({ value }) => value) : outcome,
    );
    expect(placedValues).toEqual([
      [60],
      { refusal: { tooBig: 0, limit: 100 } },
      { refusal: { closed: true } },
      null,
      [40],
      [3],
    ]);
    const { rows } = await sql<{ written: number; transactions: number }>`
      select count(*) as written, count(distinct xmin::text) as transactions
      from bets where item_id in (${open.id}, ${votes.id})`.execute(server.platform.db);
    expect(rows).toEqual([{ written: 3, transactions: 1 }]);
  });
});

describe('on a real PostgreSQL', () => {
  let fixture: Awaited<ReturnType<typeof openFixture>>;
  let admin: Client;
  beforeAll(async () => {
    fixture = await openFixture('postgres');
    admin = new Client({ connectionString: fixture.server.platform.settings.databaseUrl ?? '' });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await fixture.server.close();
  });

  test('apart from reading the session, a bet with an Idempotency-Key takes one statement', async () => {
    const { match, friends } = fixture;
    const [noa] = friends as [ApiMember];
    const item = await match();
    await postBets(noa, item, 0, 0);
    const query = vi.spyOn(Client.prototype, 'query');
    try {
      const headers = { 'Idempotency-Key': `one-${item.id}` };
      const { status } = await noa.post('bet/', { itemOption: optionOf(item), value: 1 }, headers);
      expect(status).toBe(201);
      const texts = query.mock.calls.map(([sent]) => (typeof sent === 'object' ? sent : { text: sent }).text);
      // The listener sends a heartbeat three times a second, on its own connection.
      const isOfBet = (text = '') => !text.includes('from sessions') && text !== 'select 1';
      expect(texts.filter(isOfBet)).toEqual([expect.stringContaining('from place_bets(')]);
    } finally {
      query.mockRestore();
    }
  });

  test('a bet that waits for its item’s lock does not delay the others', async () => {
    const { server, match, friends } = fixture;
    const [lockedMatch, unlockedMatch] = [await match(), await match()];
    const gate = await holdRows(server.platform.db, [
      sql`select from items where id = ${lockedMatch.id} for update`,
    ]);
    let isAnswered = false;
    const [slow, ...others] = friends.map(async (member, at) => {
      const { status } = await member.post('bet/', {
        itemOption: optionOf(at === 0 ? lockedMatch : unlockedMatch),
        value: 1,
      });
      if (at === 0) isAnswered = true;
      return status;
    });
    const queue = betQueueOf(server.platform.database);
    const together = friends.slice(1, 3).map(({ id: member }, at) => {
      const bets = [{ option: optionOf(at === 0 ? lockedMatch : unlockedMatch, 1), value: 1 }];
      return queue.write({ member, bets, bulk: false });
    });
    try {
      expect(await Promise.all(others)).toEqual(others.map(() => 201));
      expect((await Promise.all(together)).map((outcome) => outcome !== null)).toEqual([false, true]);
      await gate.untilWaiting(1);
      expect(isAnswered).toBe(false);
    } finally {
      await gate.open();
    }
    expect(await slow).toBe(201);
  });

  test.each(['members', 'posts', 'leagues', 'league_members'] as const)(
    'a bet waits for the lock on its %s row, and is then placed',
    async (table) => {
      const { server, section, match, friends } = fixture;
      const [noa] = friends as [ApiMember];
      const item = await match();
      const rows = {
        members: sql`select from members where id = ${noa.id} for no key update`,
        posts: sql`select from posts where id = ${item.post} for no key update`,
        leagues: sql`select from leagues where id = ${section} for no key update`,
        league_members: sql`select from league_members
          where league_id = ${section} and member_id = ${noa.id} for no key update`,
      };
      const gate = await holdRows(server.platform.db, [rows[table]]);
      const placed = noa.post<Bet>('bet/', { itemOption: optionOf(item), value: 1 });
      try {
        await gate.untilWaiting(1);
      } finally {
        await gate.open();
      }
      expect((await placed).status).toBe(201);
    },
  );

  test('the fifth bet reveals the sums, although the four before were not committed when it was sent', async () => {
    const { server, dana, friends, withOpenSums } = fixture;
    const { db } = server.platform;
    const item = await withOpenSums();
    const five = friends.slice(0, 5);
    const place = (member: ApiMember) => member.post<Bet>('bet/', { itemOption: optionOf(item), value: 1 });
    const queue = betQueueOf(server.platform.database);
    // Live events are numbered last, under this lock: until then others do not see what the batch has written.
    await admin.query("select pg_advisory_lock(hashtext('hevre live events'))");
    let answered = 0;
    const four = five
      .slice(0, 4)
      .map(({ id: member }) =>
        queue.write({ member, bets: [{ option: optionOf(item), value: 1 }], bulk: false }),
      );
    await untilWaiting(db, 1);
    const fifth = place(five[4] as ApiMember).finally(() => (answered += 1));
    try {
      await untilWaiting(db, 2, () => answered);
    } finally {
      await admin.query("select pg_advisory_unlock(hashtext('hevre live events'))");
    }
    expect((await Promise.all(four)).map((outcome) => outcome && 'placed' in outcome)).toEqual(
      Array(4).fill(true),
    );
    expect((await fifth).status).toBe(201);
    const { options } = await readItem(dana, item);
    expect(Object.values(options).map(({ amount }) => amount)).toEqual([5, 0]);
  });

  /** The values of an item's bets, and the number of its events. */
  const storedOf = async ({ id }: Item) => {
    const { rows } = await sql<{ bets: number[]; events: number }>`
      select coalesce((select jsonb_agg(value order by value) from bets where item_id = ${id}), '[]') as bets,
        (select count(*) from live_events where item_id = ${id} and type = 'votes') as events`.execute(
      fixture.server.platform.db,
    );
    return rows[0];
  };

  test('bets whose connection breaks are answered 503 with Retry-After, and retries store each of them once', async () => {
    const { server, match, friends } = fixture;
    const { db } = server.platform;
    const item = await match();
    const placeAll = () =>
      Promise.all(
        friends.map((member, at) =>
          member.post<Bet>(
            'bet/',
            { itemOption: optionOf(item), value: at },
            { 'Idempotency-Key': `broken-${item.id}` },
          ),
        ),
      );
    // Live events are numbered at commit, when everything else is written.
    await admin.query("select pg_advisory_lock(hashtext('hevre live events'))");
    const state = { isAnswered: false };
    const broken = placeAll().finally(() => (state.isAnswered = true));
    await untilWaiting(db, 1);
    while (!state.isAnswered)
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
    const refused = await broken;
    expect(refused.map(({ status }) => status)).toEqual(friends.map(() => 503));
    for (const { headers } of refused) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    await admin.query("select pg_advisory_unlock(hashtext('hevre live events'))");
    const stored = () => storedOf(item);
    // A terminated connection may be used once more before this is detected.
    await expect.poll(stored).toEqual({ bets: [], events: 0 });
    let saved = await placeAll();
    await expect
      .poll(async () => (saved = await placeAll()).map(({ status }) => status))
      .toEqual(friends.map(() => 201));
    const repeated = await placeAll();
    expect(repeated.map(({ body }) => body)).toEqual(saved.map(({ body }) => body));
    expect(await stored()).toEqual({ bets: friends.map((_, at) => at), events: friends.length });
  });

  test('all bets of a batch are rejected if its connection breaks, and none is tried again', async () => {
    const { server, match, friends } = fixture;
    const item = await match();
    let attempts = 0;
    const db = server.platform.db.withPlugin({
      transformQuery: ({ node }) => {
        attempts += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const queue = betQueueOf({ ...server.platform.database, db });
    await admin.query("select pg_advisory_lock(hashtext('hevre live events'))");
    const outcomes = Promise.allSettled(
      friends.map(({ id: member }) =>
        queue.write({ member, bets: [{ option: optionOf(item), value: 1 }], bulk: false }),
      ),
    );
    try {
      await untilWaiting(server.platform.db, 1);
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect((await outcomes).map(({ status }) => status)).toEqual(friends.map(() => 'rejected'));
    } finally {
      await admin.query("select pg_advisory_unlock(hashtext('hevre live events'))");
    }
    expect(attempts).toBe(1);
    await expect.poll(() => storedOf(item)).toEqual({ bets: [], events: 0 });
  });
});
