import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Tournament } from '#contract/make-game-calls.ts';
import type { Item, Notification, Post } from '#contract/models.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import type { CompetitionMatch } from '#server/competitions/competition-format.ts';
import type { MemberContext } from '#server/http/context.ts';
import type { Answer } from '#tests/support/server/api-client.ts';
import { match, neighbourhoodCup } from '#tests/support/server/competitions.ts';
import { openEventStream } from '#tests/support/server/event-stream.ts';
import {
  createMember,
  createStaff,
  isoInDays,
  leagueWithMembers,
  makeGame,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { startServer, type TestServer } from '#tests/support/server/server.ts';
import { fullTest } from '#tests/support/run-size.ts';

/** How much one member may create, cause to others, and hold open. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ database: 'postgres' });
});
afterAll(() => server.close());

const many = (count: number, what: (nth: number) => object) =>
  Array.from({ length: count }, (_, nth) => what(nth));

async function refuseForNow(answer: Promise<Answer<unknown>>, atLeast: number) {
  const { status, body, headers } = await answer;
  expect(body).toMatchObject({ code: 'too_many' });
  expect(status).toBe(429);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(atLeast);
}

test.each([
  ['leagues', 60, 86_400],
  ['groups', 60, 86_400],
  ['competitions', 60, 86_400],
  ['options', 500, 86_400],
  ['posts', 60, 3_600],
  ['pins', 10, 3_600],
  ['corrections', 30, 3_600],
  ['imported changes', 10, 3_600],
  ['edits', 60, 3_600],
  ['objections', 30, 3_600],
  ['objection votes', 300, 3_600],
  ['invites', 50, 86_400],
  ['comments', 30, 60],
  ['comments:hour', 600, 3_600],
] as const)(
  'the quota of %s is %i a member in %i seconds; staff are not counted',
  async (name, max, seconds) => {
    const { db } = server.platform;
    const count = (id: number, isStaff = false) =>
      countAgainstQuota({ db, me: { id, isStaff } } as MemberContext, name);
    const [dana, noa] = [await createMember(server, 'דנה'), await createMember(server, 'נועה')];
    await count(noa.id);
    await count(dana.id);
    const { rows } = await sql<{ seconds: number }>`
    update counters set used = ${max - 1} where bucket = ${`${name}:${dana.id}`} and used = 1
    returning round(extract(epoch from expires_at - clock_timestamp()) / 60)::int * 60 as seconds`.execute(
      db,
    );
    expect(rows).toEqual([{ seconds }]);
    await count(dana.id);
    await expect(count(dana.id)).rejects.toMatchObject({ code: 'too_many' });
    await count(dana.id, true);
    await count(noa.id);
  },
);

test('a member may create sixty leagues, sixty groups and five hundred options a day', async () => {
  const dana = await createMember(server, 'דנה');
  const day = 23 * 3_600;
  for (const model of ['section/', 'clan/']) {
    const make = (count: number) =>
      dana.post(
        model,
        many(count, (nth) => ({ name: `מספר ${nth}` })),
      );
    for (const count of [50, 10]) expect((await make(count)).status).toBe(201);
    await refuseForNow(dana.post(model, { name: 'עוד' }), day);
  }
  const { section, members } = await leagueWithMembers(server, ['נועה']);
  const [noa] = members;
  const add = (who: ApiMember, count: number) =>
    who.post(
      'option/',
      many(count, (nth) => ({ name: `תשובה ${nth}`, section })),
    );
  for (let nth = 0; nth < 10; nth += 1) expect((await add(noa, 50)).status).toBe(201);
  await refuseForNow(add(noa, 1), day);
  const staff = await createStaff(server, 'צוות');
  expect(
    (
      await staff.post(
        'option/',
        many(50, (nth) => ({ name: `קבוצה ${nth}` })),
      )
    ).status,
  ).toBe(201);
});

test('a member may notify others a limited number of times an hour: by posts, pins and corrections', async () => {
  const { section, members, options } = await leagueWithMembers(server, ['דנה', 'נועה'], ['א', 'ב']);
  const [dana, noa] = members;
  const half = 1_700;
  const noticesOf = async (who: ApiMember, kind: string) => {
    const rows = await server.platform.db
      .selectFrom('notifications')
      .select('id')
      .where('member_id', '=', who.id)
      .where('kind', '=', kind)
      .execute();
    return rows.length;
  };
  const { items_data, id } = await makeGame(dana, section, 'vote', [options]);
  const [item] = items_data;
  if (!item) throw new Error('no item');
  const posts = (count: number) => many(count, () => ({ section, description: 'לתשומת לבכם' }));
  for (const count of [50, 9]) expect((await dana.post('post/', posts(count))).status).toBe(201);
  await refuseForNow(dana.post('post/', posts(1)), half);
  const game = { section, itemType: 0, rules: {}, groups: [{ options }] };
  const { body: types } = await dana.get<{ results: { id: number; type: string }[] }>('itemtype/', {
    limit: 100,
  });
  game.itemType = types.results.find(({ type }) => type === 'vote')?.id ?? 0;
  await refuseForNow(dana.post('createPostV3/', game), half);
  expect(await noticesOf(noa, 'new_game')).toBe(60);

  const pin = (pinned: boolean) => dana.put<Post>(`post/${id}/`, { pinned });
  for (let nth = 0; nth < 10; nth += 1)
    for (const pinned of [true, false]) expect((await pin(pinned)).status).toBe(200);
  await refuseForNow(pin(true), half);
  expect((await dana.get<Post>(`post/${id}/`)).body.pinned).toBe(false);
  expect(await noticesOf(noa, 'pinned')).toBe(10);

  const [first = 0, second = 0] = Object.values(item.options).map((option) => option.id);
  await noa.post('bet/', { itemOption: first, value: 1 });
  let { body } = await dana.post<Item>('setItemResults/', { item: item.id, value: { options: [first] } });
  const correct = (winner: number) =>
    dana.post<Item>('setItemResults/', {
      item: item.id,
      value: { options: [winner] },
      version: body.version,
    });
  for (let nth = 0; nth < 30; nth += 1) {
    const answer = await correct(nth % 2 === 0 ? second : first);
    expect(answer.status).toBe(200);
    ({ body } = answer);
  }
  await refuseForNow(correct(second), half);
  expect(await noticesOf(noa, 'correction')).toBe(30);
});

test('an import that moves a match or corrects a result counts as one with changes; first results do not', async () => {
  const { section, members } = await leagueWithMembers(server, ['דנה']);
  const [dana] = members;
  let matches: CompetitionMatch[] = ['1', '2'].map((id) => match(id, 'semi', 2, 'wolves', 'bra'));
  const countAfter = async (...changes: Partial<CompetitionMatch>[]) => {
    matches = matches.map((one, at) => ({ ...one, ...changes[at] }));
    const text = JSON.stringify(neighbourhoodCup(matches, { id: 'ours' }));
    await dana.post('competitionFile/', { section, format: 'json', name: 'ours', text, store: true });
    const answer = await dana.post('importCompetition/', { section, competition: 'ours', rules: {} });
    expect(answer.status).toBe(201);
    const { rows } = await sql<{ used: number }>`
      select used from counters where bucket = ${`imported changes:${dana.id}`}`.execute(server.platform.db);
    return rows[0]?.used ?? 0;
  };
  expect([
    await countAfter(),
    await countAfter(),
    await countAfter({ date: isoInDays(3) }),
    await countAfter({ result: { home: 1, away: 0 } }),
    await countAfter({ result: { home: 2, away: 0 } }, { result: { home: 1, away: 0 } }),
    await countAfter(),
  ]).toEqual([0, 0, 1, 1, 2, 2]);
});

fullTest(
  'a member’s imports may move or correct matches ten times an hour, however many matches each changes',
  async () => {
    const { section, members } = await leagueWithMembers(server, ['דנה', 'נועה']);
    const [dana, noa] = members;
    const fixtures = Array.from({ length: 104 }, (_, nth) => match(`${nth}`, 'semi', 2, 'wolves', 'bra'));
    const aMinuteLater = (matches: CompetitionMatch[]) =>
      matches.map((one) => ({ ...one, date: new Date(Date.parse(one.date ?? '') + 60_000).toISOString() }));
    const imports = async (matches: CompetitionMatch[]) => {
      const text = JSON.stringify(neighbourhoodCup(matches, { id: 'ours' }));
      await dana.post('competitionFile/', { section, format: 'json', name: 'ours', text, store: true });
      return dana.post<Tournament>('importCompetition/', { section, competition: 'ours', rules: {} });
    };
    const noticesOf = async (kind: string) =>
      (await noa.get<{ results: Notification[] }>('notification/', { limit: 100 })).body.results.filter(
        (one) => one.kind === kind,
      );
    const { games } = (await imports(fixtures)).body;
    const { items_data } = (await noa.get<Post>(`post/${games[0]?.post}/`)).body;
    for (const item of items_data.slice(0, 2)) await postBets(noa, item, 1, 0);

    // All matches are moved at once, with one notification.
    const later = aMinuteLater(fixtures);
    expect((await imports(later)).body.changed).toEqual({ moved: 104, closed: 0, results: 0 });
    expect((await noticesOf('closing')).map(({ title, link }) => ({ title, link }))).toEqual([
      { title: 'המועדים של כמה משחקים השתנו', link: `section/${section}?tab=games` },
    ]);
    // Repeated imports and first results are not counted.
    expect((await imports(later)).body.changed).toEqual({ moved: 0, closed: 0, results: 0 });
    const ended = (home: number, first: number) =>
      later.map((one, at) => (at < first ? { ...one, result: { home, away: 0 } } : one));
    const settled = { moved: 0, closed: 0, results: 103 };
    for (const home of [1, 2]) expect((await imports(ended(home, 103))).body.changed).toEqual(settled);
    expect((await noticesOf('correction')).length).toBe(2);
    for (let nth = 0; nth < 8; nth += 1)
      expect((await imports(ended(1 + (nth % 2), 1))).body.changed).toEqual({ ...settled, results: 1 });

    await refuseForNow(imports(ended(1, 1)), 1_700);
    await refuseForNow(imports(aMinuteLater(later)), 1_700);
    expect((await noticesOf('correction')).length).toBe(10);
    expect((await noticesOf('closing')).length).toBe(1);
  },
  600_000,
);

test('a member may write edits into timelines sixty times an hour', async () => {
  const { section, members, options } = await leagueWithMembers(server, ['דנה'], ['א', 'ב']);
  const [dana] = members;
  const { items_data, id } = await makeGame(dana, section, 'vote', [options]);
  const [item] = items_data;
  if (!item) throw new Error('no item');
  const [option = 0] = Object.values(item.options).map((one) => one.id);
  const edits: readonly [path: string, nth: (count: number) => object][] = [
    [`post/${id}/`, (nth) => ({ description: `שאלה ${nth}` })],
    [`post/${id}/`, (nth) => ({ due_date: isoInDays(2 + nth) })],
    [`item/${item.id}/`, (nth) => ({ description: `מילים ${nth}`, roundName: `מחזור ${nth}` })],
    [`item/${item.id}/`, (nth) => ({ date: isoInDays(30 + nth) })],
    [`itemoption/${option}/`, (nth) => ({ no_points: nth % 2 === 0 })],
  ];
  for (let nth = 0; nth < 12; nth += 1)
    for (const [path, edit] of edits) expect((await dana.put(path, edit(nth))).status).toBe(200);
  const stepCount = async () =>
    (await server.platform.db.selectFrom('item_steps').select('id').where('item_id', '=', item.id).execute())
      .length;
  const before = await stepCount();
  for (const [path, edit] of edits) await refuseForNow(dana.put(path, edit(12)), 1_700);
  expect(await stepCount()).toBe(before);
  // An edit that writes no step is not counted.
  for (const [path, edit] of [edits[0], edits[2], edits[4]].flatMap((one) => (one ? [one] : [])))
    expect((await dana.put(path, edit(11))).status).toBe(200);
  expect((await dana.put(`item/${item.id}/`, { shortStatusText: 'מחצית' })).status).toBe(200);
  const staff = await createStaff(server, 'צוות');
  for (let nth = 0; nth < 70; nth += 1)
    expect((await staff.put(`post/${id}/`, { description: `של הצוות ${nth}` })).status).toBe(200);
});

test('a member’s exports run one at a time', async () => {
  const [dana, noa] = await Promise.all([createMember(server, 'דנה'), createMember(server, 'נועה')]);
  const holder = new Client({ connectionString: server.platform.settings.databaseUrl ?? '' });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table notifications in access exclusive mode');
  const first = dana.get('export/');
  /** Exports that wait for the table; a job may be waiting too. */
  const waits = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%is_new as new%'`.execute(server.platform.db);
    return rows.length;
  };
  await expect.poll(waits).toBe(1);
  await refuseForNow(dana.get('export/'), 0);
  const other = noa.get('export/');
  await expect.poll(waits).toBe(2);
  await holder.query('rollback');
  expect([(await first).status, (await other).status]).toEqual([200, 200]);
  expect((await dana.get('export/')).status).toBe(200);
});

test('a HEAD request for the live events holds no stream open', async () => {
  const dana = await createMember(server, 'דנה');
  for (let nth = 0; nth < 12; nth += 1) {
    const { status, headers } = await fetch(`${server.url}/api/events/`, {
      method: 'HEAD',
      headers: { Authorization: `Token ${dana.token}` },
    });
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  }
  const streams = await Promise.all(
    Array.from({ length: 10 }, () => openEventStream(server.url, dana.token)),
  );
  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
  for (const stream of streams) stream.close();
});
