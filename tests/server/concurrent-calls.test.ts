import { readFileSync } from 'node:fs';
import pino from 'pino';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tournament } from '#contract/make-game-calls.ts';
import type { AppUser, ItemType, League, Post } from '#contract/models.ts';
import type { Database } from '#server/db/open.ts';
import type { CompetitionMatch } from '#server/competitions/competition-format.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { api, type Answer } from '#tests/support/server/api-client.ts';
import {
  contestedPin,
  createContestedFixture,
  readViolations,
  type ContestedFixture,
} from '#tests/support/server/contested-fixture.ts';
import { holdRows, untilWaiting } from '#tests/support/database/row-gate.ts';
import { evenSample } from '#tests/support/concurrency.ts';
import { match, neighbourhoodCup } from '#tests/support/server/competitions.ts';
import { isoInDays, leagueWithMembers } from '#tests/support/server/leagues-and-games.ts';
import { newPhone } from '#tests/support/server/members.ts';
import { runSize } from '#tests/support/run-size.ts';
import { startServer, type TestServer } from '#tests/support/server/server.ts';

// Row locks have no effect on a single connection: these tests run only on PostgreSQL.

type Call = (fixture: ContestedFixture) => Promise<Answer<unknown>>;

/** Every kind of call that changes members, leagues, groups or games. */
const callsOf: Record<string, Call> = {
  'ron joins': ({ people: { ron }, code }) => ron.get('joinAClan/', { code }),
  'noa comes back by the code': ({ people: { noa }, code }) => noa.get('joinAClan/', { code }),
  'noa enters': ({ people: { noa }, league }) => noa.post('membership/', { section: league }),
  'noa leaves': ({ people: { noa }, league }) => noa.del('membership/', { section: league }),
  'the owner leaves': ({ people: { dana }, league }) => dana.del('membership/', { section: league }),
  'noa is put out': ({ people: { dana, noa }, league }) =>
    dana.del('membership/', { section: league, member: noa.id }),
  'handed over to noa': ({ people: { dana, noa }, league }) =>
    dana.put(`section/${league}/`, { owner: noa.id }),
  'handed over to gal': ({ people: { dana, gal }, league }) =>
    dana.put(`section/${league}/`, { owner: gal.id }),
  'the league is renamed': ({ people: { dana }, league }) => dana.put(`section/${league}/`, { name: 'אחרת' }),
  'the league is archived': ({ people: { staff }, league }) =>
    staff.put(`section/${league}/`, { active: false }),
  'the league is deleted': ({ people: { dana }, league }) => dana.del('section/', { ids: league }),
  'the league’s code is renewed': ({ people: { dana }, league }) => dana.post('code/', { section: league }),
  'the owner’s account is deleted': ({ people: { dana } }) => dana.del('member/', { ids: 'me' }),
  'noa’s account is deleted': ({ people: { noa } }) => noa.del('member/', { ids: 'me' }),
  'gal’s account is deleted': ({ people: { gal } }) => gal.del('member/', { ids: 'me' }),
  'ron’s account is deleted': ({ people: { ron } }) => ron.del('member/', { ids: 'me' }),
  'sol’s account is deleted': ({ people: { sol } }) => sol.del('member/', { ids: 'me' }),
  'noa makes a league': ({ people: { noa } }) => noa.post('section/', { name: 'חדשה' }),
  'ron makes a group': ({ people: { ron } }) => ron.post('clan/', { name: 'חדשה' }),
  'noa changes her name': ({ people: { noa } }) => noa.put(`member/${noa.id}/`, { name: 'אחרת' }),
  'noa registers a device': ({ people: { noa } }) => noa.post('setPushId/', { pId: `new-${noa.id}` }),
  'noa starts the app': ({ people: { noa } }) => noa.get('getAppData/', { pushId: `app-${noa.id}` }),
  'noa signs out': ({ people: { noa } }) => noa.post('logout/'),
  'noa signs in': ({ people: { noa } }) =>
    api(server.url).post('api-token-auth/', { username: noa.phone, password: contestedPin, name: 'שוב' }),
  'ron links a number': ({ people: { ron }, freePhone }) =>
    ron.post('linkPhone/', { cellphone: freePhone, pincode: contestedPin }),
  'sol links noa’s number': ({ people: { noa, sol } }) =>
    sol.post('linkPhone/', { cellphone: noa.phone, pincode: contestedPin }),
  'sol joins': ({ people: { sol }, code }) => sol.get('joinAClan/', { code }),
  'sol leaves his league': ({ people: { sol }, solsLeague }) =>
    sol.del('membership/', { section: solsLeague }),
  'ron leaves sol’s league': ({ people: { ron }, solsLeague }) =>
    ron.del('membership/', { section: solsLeague }),
  'sol’s league is handed over to ron': ({ people: { sol, ron }, solsLeague }) =>
    sol.put(`section/${solsLeague}/`, { owner: ron.id }),
  'the group is invited': ({ people: { noa }, league, group }) =>
    noa.get('inviteClanToSection/', { section: league, clan: group }),
  'ron joins the group': ({ people: { ron }, groupCode }) => ron.get('joinAClan/', { code: groupCode }),
  'noa leaves the group': ({ people: { noa }, group }) => noa.del('membership/', { clan: group }),
  'the owner leaves the group': ({ people: { dana }, group }) => dana.del('membership/', { clan: group }),
  'noa is put out of the group': ({ people: { dana, noa }, group }) =>
    dana.del('membership/', { clan: group, member: noa.id }),
  'the group’s code is renewed': ({ people: { dana }, group }) => dana.post('code/', { clan: group }),
  'the group is renamed': ({ people: { dana }, group }) => dana.put(`clan/${group}/`, { name: 'אחרת' }),
  'the group is deleted': ({ people: { dana }, group }) => dana.del('clan/', { ids: group }),
  'a game is made': ({ people: { dana }, league, type, options }) =>
    dana.post('createPostV3/', { section: league, itemType: type, rules: {}, groups: [{ options }] }),
  'the game is deleted': ({ people: { dana }, post }) => dana.del('post/', { ids: post }),
  'the game is pinned': ({ people: { dana }, post }) => dana.put(`post/${post}/`, { pinned: true }),
  'the game’s date is moved': ({ people: { dana }, post }) =>
    dana.put(`post/${post}/`, { due_date: isoInDays(5) }),
  'the item’s date is moved': ({ people: { dana }, item }) =>
    dana.put(`item/${item}/`, { date: isoInDays(6) }),
  'the question is edited': ({ people: { dana }, item }) =>
    dana.put(`item/${item}/`, { description: 'ומה אם?' }),
  'an option is marked': ({ people: { dana }, itemOptions: [option] }) =>
    dana.put(`itemoption/${option}/`, { no_points: true }),
  'the item is started': ({ people: { dana }, item }) =>
    dana.post('setItemResults/', { item, value: 'start' }),
  'results are entered': ({ people: { dana }, item, itemOptions: [, option] }) =>
    dana.post('setItemResults/', { item, value: { options: [option] } }),
  'the item is void': ({ people: { staff }, item }) => staff.post('setItemResults/', { item, value: 'void' }),
  'noa bets': ({ people: { noa }, itemOptions: [, itemOption] }) =>
    noa.post('bet/', { itemOption, value: 1 }),
  'gal bets': ({ people: { gal }, itemOptions: [itemOption] }) => gal.post('bet/', { itemOption, value: 1 }),
  'noa writes': ({ people: { noa }, post }) =>
    noa.post('postcomment/', { comment_post: post, description: 'היי' }),
  'noa’s message is taken down': ({ people: { staff }, comment }) =>
    staff.del('postcomment/', { ids: comment }),
  'noa takes her message down': ({ people: { noa }, comment }) =>
    noa.put(`postcomment/${comment}/`, { active: false }),
  'noa has read': ({ people: { noa }, post, comment }) => noa.put('talk/', { post, last: comment }),
  'noa makes an option': ({ people: { noa }, league }) =>
    noa.post('option/', { name: 'חדשה', section: league }),
};

const names = Object.keys(callsOf);
/** Every pair of them, and each with itself. */
const pairs = names.flatMap((one, at) => names.slice(at).map((other) => [one, other] as const));

/** Rows that are locked until both calls wait, by turns: members, leagues and groups, the game, or all. */
function locksOf({ people, league, solsLeague, group, post, item }: ContestedFixture): RawBuilder<unknown>[] {
  const ids = Object.values(people).map(({ id }) => id);
  return [
    sql`select from members where id = any(${ids}::int[]) order by id for update`,
    sql`select from leagues where id in (${league}, ${solsLeague}) order by id for update`,
    sql`select from groups where id = ${group} for update`,
    sql`select from items where id = ${item} for update`,
    sql`select from posts where id = ${post} for update`,
  ];
}
const turns = [[0], [1, 2], [3, 4], [0, 1, 2, 3, 4]] as const;

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await startServer({ database: 'postgres' });
  // The jobs would empty the outbox before a test reads it.
  await server.platform.jobs.stop();
  database = openPostgres(server.platform.settings.databaseUrl ?? '', pino({ level: 'silent' }));
  await api(server.url).get('sendPinCode/', { cellphone: newPhone() });
});
afterAll(async () => {
  await database.close();
  await server.close();
});

/** Sends both calls at once: rows are locked until each call waits for one or is answered. */
async function race(
  fixture: ContestedFixture,
  both: readonly Call[],
  turn: number,
): Promise<Answer<unknown>[]> {
  const all = locksOf(fixture);
  const lockedRows = turns[turn % turns.length] ?? turns[0];
  const gate = await holdRows(
    database.db,
    lockedRows.flatMap((at) => all[at] ?? []),
  );
  let ended = 0;
  const answers = both.map((call) => call(fixture).finally(() => (ended += 1)));
  try {
    await gate.untilWaiting(both.length, () => ended);
  } finally {
    await gate.open();
  }
  return Promise.all(answers);
}

test('any two calls at once violate no invariant, end in no server error and cause no deadlock', async () => {
  const rounds = runSize('rounds of each pair of calls', 1, turns.length);
  const chosen = evenSample(pairs, runSize('pairs of calls at once', 40, pairs.length));
  const violationCounts: Record<string, number> = {};
  for (const [nth, [one, other]] of chosen.entries()) {
    for (let round = 0; round < rounds; round += 1) {
      const fixture = await createContestedFixture(server);
      const both = [one, other].map((name) => callsOf[name] as Call);
      const answers = await race(fixture, both, nth + round);
      const found = await readViolations(database.db);
      found.push(...answers.filter(({ status }) => status >= 500).map(({ status }) => String(status)));
      const { rows } = await sql`
        select from league_members
        where league_id = ${fixture.league} and member_id = ${fixture.people.noa.id} and active`.execute(
        database.db,
      );
      const at = [one, other].indexOf('noa is put out');
      if (at >= 0 && answers[at]?.status === 200 && rows.length > 0) found.push('noa was put out and is in');
      for (const what of new Set(found)) {
        const key = `${one} / ${other}: ${what}`;
        violationCounts[key] = (violationCounts[key] ?? 0) + 1;
      }
      // Violations are reported for this pair alone.
      if (found.length > 0)
        await sql`truncate members, leagues, groups, items, posts cascade`.execute(database.db);
    }
  }
  expect(violationCounts).toEqual({});
  // A transaction that is ended for a deadlock would be retried, after a second.
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(database.db);
  expect(rows[0]?.deadlocks).toBe(0);
}, 3_600_000);

const statusesOf = (answers: readonly Answer<unknown>[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

const memberRow = (id: number) => sql`select from members where id = ${id}::int for update`;
const groupRow = (id: number) => sql`select from groups where id = ${id}::int for update`;

/** Locks a row until `first` waits for it, and then the `others`. */
async function queueBehind(
  row: RawBuilder<unknown>,
  first: () => Promise<Answer<unknown>>,
  others: readonly (() => Promise<Answer<unknown>>)[],
): Promise<{ first: Answer<unknown>; others: Answer<unknown>[] }> {
  const gate = await holdRows(database.db, [row]);
  try {
    const leading = first();
    await gate.untilWaiting(1);
    let ended = 0;
    const following = others.map((call) => call().finally(() => (ended += 1)));
    await gate.untilWaiting(1 + others.length, () => ended);
    await gate.open();
    return { first: await leading, others: await Promise.all(following) };
  } finally {
    await gate.open();
  }
}

test('a member’s calls that wait while their account is deleted are answered 401', async () => {
  const byNoa = names.filter(
    (name) => /^noa |^the group is invited$/.test(name) && !/^noa is put out|^noa signs in$/.test(name),
  );
  const statuses: Record<string, number> = {};
  // A server has ten connections.
  for (let from = 0; from < byNoa.length; from += 8) {
    const fixture = await createContestedFixture(server);
    const some = byNoa.slice(from, from + 8);
    const { first, others } = await queueBehind(
      memberRow(fixture.people.noa.id),
      () => fixture.people.noa.del('member/', { ids: 'me' }),
      some.map((name) => () => (callsOf[name] as Call)(fixture)),
    );
    expect(first.status).toBe(200);
    some.forEach((name, at) => (statuses[name] = others[at]?.status ?? 0));
  }
  expect(statuses).toEqual(Object.fromEntries(byNoa.map((name) => [name, 401])));
  expect(await readViolations(database.db)).toEqual([]);
});

test('signing in with the number of an account that is being deleted creates a new one with a valid token', async () => {
  const fixture = await createContestedFixture(server);
  const { noa } = fixture.people;
  const { others } = await queueBehind(memberRow(noa.id), () => noa.del('member/', { ids: 'me' }), [
    () => (callsOf['noa signs in'] as Call)(fixture),
  ]);
  const signedIn = others[0]?.body as { token: string; user: AppUser };
  const again = await noa.with(signedIn.token).get<{ appuser: AppUser }>('getAppData/');
  expect([again.status, again.body.appuser.phone]).toEqual([200, noa.phone]);
  expect(again.body.appuser.id).not.toBe(noa.id);
});

test('deleting a group while the account of a member of it is merged leaves no invalid rows', async () => {
  const fixture = await createContestedFixture(server);
  const { first, others } = await queueBehind(
    groupRow(fixture.group),
    () => (callsOf['the group is deleted'] as Call)(fixture),
    [() => (callsOf['sol links noa’s number'] as Call)(fixture)],
  );
  expect([first.status, others[0]?.status]).toEqual([200, 200]);
  expect(await readViolations(database.db)).toEqual([]);
});

test('members are notified although a device of one of them is removed meanwhile, which gets no push', async () => {
  const fixture = await createContestedFixture(server);
  const { noa, gal } = fixture.people;
  for (const { id, post } of [noa, gal])
    expect((await post('setPushId/', { pId: `device-${id}` })).status).toBe(200);
  const gate = await holdRows(database.db, [sql`delete from push_ids where member_id = ${noa.id}::int`]);
  const pinned = (callsOf['the game is pinned'] as Call)(fixture);
  await gate.untilWaiting(1);
  await gate.open();
  expect((await pinned).status).toBe(200);
  const { rows } = await sql<{ member: number; device: string | null }>`
    select n.member_id as member, o.push_id as device from notifications n
    left join push_outbox o on o.notification_id = n.id
    where n.kind = 'pinned' and n.member_id in (${noa.id}, ${gal.id}) order by n.member_id = ${gal.id}`.execute(
    database.db,
  );
  expect(rows).toEqual([
    { member: noa.id, device: null },
    { member: gal.id, device: `device-${gal.id}` },
  ]);
});

test('only one of two concurrent hand-overs of a league succeeds, and the other is a 403', async () => {
  const rounds = runSize('two hand-overs at once', 4, 60);
  for (let round = 0; round < rounds; round += 1) {
    const fixture = await createContestedFixture(server);
    const { noa, gal } = fixture.people;
    const both = [callsOf['handed over to noa'] as Call, callsOf['handed over to gal'] as Call];
    const answers = await race(fixture, both, round);
    expect(statusesOf(answers)).toEqual([200, 403]);
    const owner = answers[0]?.status === 200 ? noa : gal;
    expect((await gal.get<League>(`section/${fixture.league}/`)).body.owner).toBe(owner.id);
  }
});

test('a call that waits while its caller’s role is revoked is refused', async () => {
  const { people, item, league } = await createContestedFixture(server);
  const { staff } = people;
  const revoke = async () => {
    await sql`update members set is_staff = false where id = ${staff.id}`.execute(database.db);
    return { status: 200, body: null, headers: new Headers() };
  };
  const { others } = await queueBehind(memberRow(staff.id), revoke, [
    () => staff.post('section/', { name: 'רשמית', custom: false }),
    () => staff.post('setItemResults/', { item, value: 'void' }),
    () => staff.put(`section/${league}/`, { custom: false }),
  ]);
  expect(others.map(({ status }) => status)).toEqual([403, 404, 404]);
});

test('the second of two concurrent changes of the game types is checked against the outcome of the first', async () => {
  const { people } = await createContestedFixture(server);
  const { staff } = people;
  const atOnce = async (...calls: (() => Promise<Answer<unknown>>)[]) => {
    const gate = await holdRows(database.db, [memberRow(staff.id)]);
    const answers = calls.map((call) => call());
    await gate.untilWaiting(calls.length);
    await gate.open();
    return Promise.all(answers);
  };
  const newType = async () =>
    (await staff.post<ItemType>('itemtype/', { name: 'סוג', parent: null })).body.id;
  for (let round = 0; round < runSize('changes of the types of games at once', 6, 60); round += 1) {
    const [one, other] = [await newType(), await newType()];
    const moves = await atOnce(
      () => staff.put(`itemtype/${one}/`, { parent: other }),
      () => staff.put(`itemtype/${other}/`, { parent: one }),
    );
    expect(statusesOf(moves)).toEqual([200, 400]);
    const rule = { name: 'איפה', key: `place${round}`, itemType: one };
    const rules = await atOnce(
      () => staff.post('itemrule/', rule),
      () => staff.post('itemrule/', rule),
    );
    expect(statusesOf(rules)).toEqual([201, 400]);
  }
});

test('a call that the database ends for a deadlock is retried', async () => {
  const { people, league } = await createContestedFixture(server);
  const { noa } = people;
  const leaving = await database.db.transaction().execute(async (trx) => {
    // The call is ended for the deadlock, not this transaction.
    await sql`set local deadlock_timeout = '60s'`.execute(trx);
    await sql`select from leagues where id = ${league} for update`.execute(trx);
    const call = noa.del('member/', { ids: 'me' });
    await untilWaiting(database.db, 1);
    await sql`select from members where id = ${noa.id} for update`.execute(trx);
    return { call };
  });
  expect((await leaving.call).status).toBe(200);
});

test('migration 0011 removes the memberships and other rows that deleted members still had', async () => {
  const { people, solsLeague } = await createContestedFixture(server);
  const { dana, ron, sol } = people;
  const migration = new URL('../../src/server/db/migrations/0011_deleted_members.sql', import.meta.url);
  await sql`alter table members drop constraint members_deleted_is_nobody`.execute(database.db);
  await sql`update members set deleted_at = now() where id in (${dana.id}, ${ron.id}, ${sol.id})`.execute(
    database.db,
  );
  expect(new Set(await readViolations(database.db)).size).toBe(8);
  await sql.raw(readFileSync(migration, 'utf8')).execute(database.db);
  expect(await readViolations(database.db)).toEqual([]);
  const { rows } = await sql`select owner_id, active from leagues where id = ${solsLeague}`.execute(
    database.db,
  );
  expect(rows).toEqual([{ owner_id: null, active: false }]);
});

test('an import locks all items that it changes before it settles one, while a result is being entered', async () => {
  const { section, members } = await leagueWithMembers(server, ['דנה', 'נועה']);
  const [dana] = members;
  await dana.put(`section/${section}/`, { late_joiner: 'median' });
  const matches = [match('1', 'semi', 2, 'wolves', 'bra'), match('2', 'semi', 3, 'lions', 'bears')];
  const store = (more: Partial<CompetitionMatch>) => {
    const file = neighbourhoodCup(
      matches.map((one) => ({ ...one, ...more })),
      { id: 'ours' },
    );
    const text = JSON.stringify(file);
    return dana.post('competitionFile/', { section, format: 'json', name: 'ours', text, store: true });
  };
  const imports = () =>
    dana.post<Tournament>('importCompetition/', { section, competition: 'ours', rules: {} });
  await store({});
  const { games } = (await imports()).body;
  const { items_data } = (await dana.get<Post>(`post/${games[0]?.post}/`)).body;
  const [, second] = items_data;
  await store({ result: { home: 1, away: 0 } });
  // Entering the second one's result locks its item, and waits here.
  const gate = await holdRows(database.db, [
    sql`select from item_options where item_id = ${second?.id} for update`,
  ]);
  const entered = dana.post('setItemResults/', { item: second?.id, value: { home: 2, away: 1 } });
  await gate.untilWaiting(1);
  const imported = imports();
  await gate.untilWaiting(2);
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
  await gate.open();
  expect(rows.length).toBe(0);
  expect([(await entered).status, (await imported).body.changed]).toEqual([
    200,
    { moved: 0, closed: 0, results: 1 },
  ]);
});
