import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  Bettor,
  Group,
  Item,
  League,
  Member,
  MemberBets,
  MissingBettor,
  StandingsRow,
} from '#contract/models.ts';
import {
  createMember,
  createStaff,
  makeGame,
  makeLeague,
  makeOptions,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { startServer, type TestServer } from '#tests/support/server/server.ts';

/** Members who left a league or a group, as others see them; their ids, names and joining times are in different orders. */

type Page<Row> = { results: Row[]; count: number };

let server: TestServer;
let owner: ApiMember, first: ApiMember, second: ApiMember, third: ApiMember;
let league: League;
beforeAll(async () => {
  server = await startServer({ database: 'postgres' });
});
afterAll(() => server.close());
beforeEach(async () => {
  // The member who joins last has the lowest id, and a name between the others'.
  third = await createMember(server, 'ב');
  second = await createMember(server, 'א');
  owner = await createMember(server, 'ד');
  first = await createMember(server, 'ג');
  league = await makeLeague(owner, [first, second, third]);
});

const leave = async (who: ApiMember, from: object = { section: league.id }) =>
  expect((await who.del('membership/', { ...from })).status).toBe(200);
const join = async (who: ApiMember, { code }: { code: string | null }) =>
  expect((await who.get('joinAClan/', { code: code ?? '' })).body).toMatchObject({
    res: { kind: expect.any(String) as string },
  });
const profileStatus = async (who: ApiMember, whom: ApiMember) => (await who.get(`member/${whom.id}/`)).status;
const leagueOf = async (who: ApiMember) => (await who.get<League>(`section/${league.id}/`)).body;
const makeGroup = async (...members: ApiMember[]) => {
  const [founder = owner, ...others] = members;
  const group = (await founder.post<Group>('clan/', { name: 'המילואים' })).body;
  for (const other of others) await join(other, group);
  return group;
};
const match = async () => {
  const options = await makeOptions(owner, league.id, ['אריות', 'נמרים']);
  const [item] = (await makeGame(owner, league.id, 'home/away', [options])).items_data;
  return item as Item;
};

describe('the next owner', () => {
  test('of a league is the member who joined first; rejoining resets the time, opening the link again does not', async () => {
    await join(first, league);
    await leave(owner);
    expect((await leagueOf(second)).owner).toBe(first.id);
    await join(owner, league);
    await leave(first);
    expect((await leagueOf(third)).owner).toBe(second.id);
    await leave(second);
    expect((await leagueOf(third)).owner).toBe(third.id);
    await leave(third);
    expect((await leagueOf(owner)).owner).toBe(owner.id);
  });

  test('of an archived league gets it still archived', async () => {
    expect((await owner.put(`section/${league.id}/`, { active: false })).status).toBe(200);
    await leave(owner);
    const inherited = await leagueOf(first);
    expect([inherited.owner, inherited.is_staff, inherited.active]).toEqual([first.id, true, false]);
  });

  test('of a group is the member who joined first', async () => {
    const group = await makeGroup(owner, first, second, third);
    await join(first, group);
    const ownerOf = async (who: ApiMember) => (await who.get<Group>(`clan/${group.id}/`)).body.owner;
    await leave(owner, { clan: group.id });
    expect(await ownerOf(second)).toBe(first.id);
    await leave(first, { clan: group.id });
    expect(await ownerOf(third)).toBe(second.id);
  });
});

test('opening the link of a league again as its member does not mark it as read', async () => {
  await leagueOf(first);
  await match();
  const isNew = async () =>
    (await first.get<Page<League>>('section/', { mine: true })).body.results.map((one) => one.new);
  expect(await isNew()).toEqual([true]);
  await join(first, league);
  expect(await isNew()).toEqual([true]);
  await leagueOf(first);
  expect(await isNew()).toEqual([false]);
});

describe('a member who left a league', () => {
  beforeEach(() => leave(second));

  test('cannot be made its owner', async () => {
    const { status, body } = await owner.put<{ fields: unknown }>(`section/${league.id}/`, {
      owner: second.id,
    });
    expect([status, body.fields]).toEqual([400, { owner: { code: 'unknown_id' } }]);
    expect((await leagueOf(owner)).owner).toBe(owner.id);
  });

  test('is a 404 to its members, and they are a 404 to that member', async () => {
    expect([
      await profileStatus(first, third),
      await profileStatus(first, second),
      await profileStatus(second, first),
    ]).toEqual([200, 404, 404]);
    const { body } = await first.get<Page<Member>>('member/');
    expect(body.results.map(({ name }) => name)).toEqual(['ב', 'ג', 'ד']);
    expect((await first.get('points/', { section: league.id, member: second.id })).status).toBe(404);
    expect((await first.get('points/', { section: league.id, member: 999_999 })).status).toBe(404);
    expect((await first.get('points/', { section: league.id, member: third.id })).status).toBe(200);
  });

  test('cannot invite their group to it', async () => {
    const group = await makeGroup(second, await createMember(server, 'זרה'));
    const invite = (who: ApiMember) =>
      who.get('inviteClanToSection/', { section: league.id, clan: group.id });
    expect((await invite(second)).body).toEqual({ res: 0 });
    expect((await second.get<Page<League>>('section/', { invited: true })).body.count).toBe(0);
    // A member of the league who has left the group cannot invite it either.
    await join(third, group);
    await leave(third, { clan: group.id });
    expect((await invite(third)).body).toEqual({ res: 0 });
    expect((await second.get<Page<League>>('section/', { invited: true })).body.count).toBe(0);
  });

  test('is listed neither as missing a bet nor as a bettor', async () => {
    const item = await match();
    await postBets(third, item, 1, 0);
    // Their bet from before they left.
    await sql`
      insert into bets (item_id, item_option_id, member_id, value)
      select ${item.id}, id, ${second.id}, 1 from item_options where item_id = ${item.id}`.execute(
      server.platform.db,
    );
    const { body } = await first.get<Page<MissingBettor>>('missing/', { post: item.post });
    expect(body.results.map(({ name, items }) => [name, items])).toEqual([
      ['ג', 1],
      ['ד', 1],
    ]);
    expect(body.count).toBe(2);
    const bettors = await first.get<Page<Bettor>>('bettors/', { item: item.id });
    expect(bettors.body.results.map(({ name, has_bet }) => [name, has_bet])).toEqual([
      ['ב', true],
      ['ג', false],
      ['ד', false],
    ]);
  });
});

describe('a member who left a group', () => {
  let group: Group;
  beforeEach(async () => {
    group = await makeGroup(first, second, third);
    await leave(second, { clan: group.id });
  });

  test('is neither in its table nor in its bets, and can no longer read those', async () => {
    const item = await match();
    for (const [nth, who] of [first, second, third, owner].entries()) await postBets(who, item, 1, nth);
    await owner.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });
    const within = { clan: group.id };
    const table = await third.get<Page<StandingsRow>>('standings/', { section: league.id, ...within });
    expect([table.body.count, table.body.results.map(({ rank, member }) => [rank, member.name])]).toEqual([
      2,
      [
        [1, 'ג'],
        [2, 'ב'],
      ],
    ]);
    const bets = await third.get<{ membersOptions: MemberBets[]; count: number }>('getItemBets/', {
      item: item.id,
      ...within,
    });
    expect([bets.body.count, bets.body.membersOptions.map(({ name }) => name)]).toEqual([2, ['ג', 'ב']]);
    const statuses = await Promise.all(
      [first, second, owner].map(
        async (who) => (await who.get('getItemBets/', { item: item.id, ...within })).status,
      ),
    );
    expect(statuses).toEqual([200, 404, 404]);
    const ofGame = async (post: number) => (await third.get('getItemBets/', { item: item.id, post })).status;
    expect([await ofGame(item.post), await ofGame((await match()).post)]).toEqual([200, 404]);
  });

  test('is a 404 to its members, and they are a 404 to that member', async () => {
    await leave(second);
    expect([
      await profileStatus(first, third),
      await profileStatus(first, second),
      await profileStatus(second, first),
    ]).toEqual([200, 404, 404]);
  });

  test('is not invited when the group is', async () => {
    await leave(second);
    const stranger = await createMember(server, 'זרה');
    await join(stranger, group);
    const { body } = await first.get('inviteClanToSection/', { section: league.id, clan: group.id });
    expect(body).toEqual({ res: 1 });
    const invited = async (who: ApiMember) =>
      (await who.get<Page<League>>('section/', { invited: true })).body.results.map(({ id }) => id);
    expect([await invited(stranger), await invited(second)]).toEqual([[league.id], []]);
  });
});

test('a message in a deleted game is a 404 to all, and so is writing one, also to managers, who can read the game; staff can delete it', async () => {
  const staff = await createStaff(server, 'צוות');
  const item = await match();
  const { body } = await first.post<{ id: number }>('postComment/', {
    comment_post: item.post,
    description: 'שלום',
  });
  const write = (description: string) =>
    owner.post<{ id: number }>('postComment/', { comment_post: item.post, description, key: description });
  const before = await write('before');
  expect((await owner.del('post/', { ids: item.post })).status).toBe(200);
  const messagePath = `postcomment/${body.id}/`;
  expect((await first.get(messagePath)).status).toBe(404);
  expect((await first.del('postcomment/', { ids: body.id })).status).toBe(404);
  expect((await first.put(messagePath, { active: false })).status).toBe(404);
  const statuses = async (path: string) =>
    Promise.all([first, owner, staff].map(async (who) => (await who.get(path)).status));
  expect(await statuses(`post/${item.post}/`)).toEqual([404, 200, 200]);
  expect(await statuses(messagePath)).toEqual([404, 404, 404]);
  expect((await write('after')).status).toBe(404);
  // A retry of what was stored before finds it, and the refused one is not stored.
  expect((await write('before')).body.id).toBe(before.body.id);
  const { rows } =
    await sql`select description from comments where post_id = ${item.post} order by id`.execute(
      server.platform.db,
    );
  expect(rows).toEqual([{ description: 'שלום' }, { description: 'before' }]);
  expect((await owner.del('postcomment/', { ids: body.id })).status).toBe(403);
  expect((await staff.del('postcomment/', { ids: body.id })).status).toBe(200);
});

test('a score with one side missing is listed after all bets, even those without points', async () => {
  const item = await match();
  // The missed bet's member comes after the half one's by name.
  await postBets(first, item, 5, 5);
  await postBets(owner, item, 1, 0);
  await postBets(second, item, 1);
  await owner.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });
  const { body } = await second.get<{ membersOptions: MemberBets[] }>('getItemBets/', { item: item.id });
  expect(body.membersOptions.map(({ name, points }) => [name, points])).toEqual([
    ['ד', 4],
    ['ג', 0],
    ['א', null],
  ]);
});
