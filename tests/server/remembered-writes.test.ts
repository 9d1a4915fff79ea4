import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '#contract/make-game-calls.ts';
import type { Page } from '#contract/model-registry.ts';
import type { Bet, Group, Item, ItemRule, ItemType, League, Message, Post } from '#contract/models.ts';
import { openSession } from '#server/auth/sessions.ts';
import { createServer, type RunningServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import { callEndpoints, modelEndpoints } from '#server/endpoints.ts';
import { postJson } from '#server/presenters/post.ts';
import { readFeed } from '#server/queries/post-rows.ts';
import { delayUntil } from '#tests/support/delay-until.ts';
import { expectWithin, runSize } from '#tests/support/run-size.ts';
import { api, type Answer } from '#tests/support/server/api-client.ts';
import { fileOfMatches, importWorldCup } from '#tests/support/server/competitions.ts';
import {
  createMember,
  createMembers,
  createStaff,
  isoInDays,
  leagueWithMembers,
  makeGame,
  optionIdsOf,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import { newPhone, type ApiMember } from '#tests/support/server/members.ts';
import { photo } from '#tests/support/server/pictures.ts';
import { startServer, type TestServer } from '#tests/support/server/server.ts';

/**
 * Every call that writes, made while cards, tables and feeds are cached: what anybody then reads is what is read without the
 * cache, here at once and in another process within a second.
 */

let server: TestServer;
let other: RunningServer;
let db: RunningServer['platform']['db'];
/** A custom league of Dana's, and an official one that she and Noa are in. */
let section: number, official: number;
let dana: ApiMember, noa: ApiMember, avi: ApiMember, staff: ApiMember, superuser: ApiMember;
let options: number[];
/** Games of Dana's league; the vote shows its sums. */
let match: Post, vote: Post;
/** A game of the official league. */
let open: Post;
let group: Group;

const only = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('an empty list');
  return one;
};
const itemOf = (post: Post): Item => only(post.items_data);

beforeAll(async () => {
  server = await startServer({ database: 'postgres' });
  ({ db } = server.platform);
  const DATABASE_URL = server.platform.settings.databaseUrl ?? '';
  other = await createServer(
    readSettings({ PORT: '0', REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'silent', DATABASE_URL }),
  );
  const league = await leagueWithMembers(server, ['דנה', 'נועה', 'אבי', 'גיל'], ['הפועל', 'מכבי', 'בית"ר']);
  ({ section, options } = league);
  const [owner, friend, former, deletedMember] = league.members;
  [dana, noa, avi] = [owner, friend, former];
  staff = await createStaff(server, 'צוות');
  superuser = await createMember(server, 'על');
  await sql`update members set is_superuser = true where id = ${superuser.id}`.execute(db);
  // Options of the catalogue, whose names are translated.
  await sql`update options set league_id = null, value = 'Team ' || id where id = any(${options}::int[])`.execute(
    db,
  );
  match = await makeGame(dana, section, 'home/away', [options.slice(0, 2), options.slice(1)], {
    joker: true,
  });
  vote = await makeGame(dana, section, 'vote', [options], { hide_options: false });
  official = (await staff.post<League>('section/', { name: 'רשמית', custom: false })).body.id;
  for (const person of [dana, noa]) await person.post('membership/', { section: official });
  open = await makeGame(staff, official, 'home/away', [options.slice(0, 2)]);
  group = (await noa.post<Group>('clan/', { name: 'קבוצה' })).body;
  // A former member has bet, and so has a member whose account is deleted.
  for (const person of [dana, avi, deletedMember]) await postBets(person, itemOf(match), 1, 0);
  await avi.del('membership/', { section });
  await deletedMember.del('member/', { ids: 'me' });
  for (const person of await createMembers(server, section, 4)) await postBets(person, itemOf(vote), 1);
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const viewerCount = runSize('viewers of each write', 4, 6);
const tableCount = runSize('tables that are read after each write', 2, 3);
const feedCount = runSize('feeds that are read after each write', 3, 5);

/** The league's owner, a member, a former one, and a guest; the full size also has staff, and the member in Hebrew. */
const viewers = () =>
  (
    [
      [dana.token, 'he', dana.id],
      [noa.token, 'en', noa.id],
      [avi.token, 'en', avi.id],
      [null, 'en', null],
      [staff.token, 'he', staff.id],
      [noa.token, 'he', noa.id],
    ] as const
  ).slice(0, viewerCount);

/** `count`: of the feed, or the error in its place. `extra`: the projected table, and statistics. */
type Reading = {
  results: Post[];
  count: object;
  alone: unknown;
  tables: unknown[];
  feeds: { results: unknown[]; count: number }[];
  extra: unknown[];
};

/** The tables that are read: of a league and a game; the full size also has the official league's. */
const tableQueries = () =>
  [{ section }, { section, post: match.id }, { section: official }].slice(0, tableCount);

/** What else is read that comes from the cache. */
const extraQueries = () =>
  [
    ['projectedStandings/', { section }],
    ['statistics/', { section }],
    ['memberStatistics/', { section, member: dana.id }],
    ['missing/', { post: vote.id }],
  ] as const;

/** The feeds that are read: the whole one, what has no pick yet, and ended games; the full size also has both leagues'. */
const feedQueries = () =>
  [{}, { to_bet: true }, { state: 'ended' as const }, { section }, { section: official }].slice(0, feedCount);

/** The same feeds from the database alone; a deleted account reads none. */
const feedsWithoutMemory = () =>
  Promise.all(
    viewers().map(async ([, language, id]) => {
      const account = await sql<{ gone: boolean; isStaff: boolean }>`
        select deleted_at is not null as gone, is_staff or is_superuser as "isStaff" from members where id = ${id}`.execute(
        db,
      );
      const { gone: isDeleted = false, isStaff = false } = account.rows[0] ?? {};
      return Promise.all(
        feedQueries().map(async (query) => {
          if (isDeleted) return { results: [], count: 0 };
          const viewer = { id, language, isStaff };
          const page = { ...query, offset: 0, limit: 10 };
          const { rows, count } = await readFeed({ db, memory: null, viewer }, page);
          return { results: rows.map((row) => JSON.parse(postJson(row, isStaff)) as unknown), count };
        }),
      );
    }),
  );

/** All that they read: the three games in the feed, one by itself, the tables, the feeds, and the rest. */
const everything = (url: string): Promise<Reading[]> =>
  Promise.all(
    viewers().map(async ([token, language]) => {
      const headers = { 'Accept-Language': language };
      const ids = [match, vote, open].map(({ id }) => id).join(',');
      const feed = api(url, token).get<Partial<Page<Post>>>('post/', { ids }, headers);
      const alone = (await api(url, token).get<Post>(`post/${match.id}/`, {}, headers)).body;
      const { results = [], ...count } = (await feed).body;
      // A post by itself equals the one in the feed.
      for (const post of results) if (post.id === match.id) expect(alone).toEqual(post);
      const tables = await Promise.all(
        tableQueries().map(async (query) => (await api(url, token).get('standings/', query)).body),
      );
      const feeds = await Promise.all(
        feedQueries().map(async (query) => {
          const { body } = await api(url, token).get<Partial<Page<Post>>>('post/', query, headers);
          // A league that the viewer may not see has none.
          return { results: body.results ?? [], count: body.count ?? 0 };
        }),
      );
      const extra = await Promise.all(
        extraQueries().map(async ([path, query]) => (await api(url, token).get(path, query, headers)).body),
      );
      return { results, count, alone, tables, feeds, extra };
    }),
  );

/** Reads until all of this is cached. */
async function warmUp({ url, platform }: RunningServer, read: readonly Reading[]): Promise<void> {
  const { cards, tables, projections, leagueHistories, memberHistories, feedLeagues, feedViewers } =
    platform.caches;
  const cardKeys = read.flatMap(({ results }, at) => results.map(({ id }) => `${id} ${viewers()[at]?.[1]}`));
  const tableKeys = tableQueries().map((query) => `${query.section} ${query.post ?? ''}`);
  await expect
    .poll(
      async () => {
        const missing = [
          ...cardKeys.filter((key) => !cards.get(key)),
          ...tableKeys.filter((key) => !tables.get(key)),
          ...[projections, leagueHistories, memberHistories].filter(({ size }) => size === 0),
          ...[0, section, official].filter((id) => !feedLeagues.get(`${id}`)),
          ...viewers().filter(([, , id]) => id !== null && !feedViewers.get(`${id}`)),
        ];
        if (missing.length > 0) await everything(url);
        return missing;
      },
      { interval: 20 },
    )
    .toEqual([]);
}

/** What was read after the last change, if it was as expected. */
let last: Reading[] | undefined;

/** The longest time until the other process read a change, in milliseconds. */
let slowest = 0;

/** Expects that after the change, made while everything was cached, everyone reads what is read without the cache. */
async function changed(change: () => Promise<unknown>): Promise<boolean> {
  const before = last ?? (await everything(server.url));
  last = undefined;
  await warmUp(server, before);
  await warmUp(other, before);
  await change();
  const warm = await everything(server.url);
  const { cards, tables, projections, leagueHistories, memberHistories } = server.platform.caches;
  for (const cache of [cards, tables, projections, leagueHistories, memberHistories]) cache.clear();
  const cold = await everything(server.url);
  expect(warm).toEqual(cold);
  slowest = Math.max(slowest, await delayUntil(() => everything(other.url), cold));
  expect(warm.map(({ feeds }) => feeds)).toEqual(await feedsWithoutMemory());
  last = cold;
  return !isDeepStrictEqual(before, cold);
}

const upload = async (who: ApiMember, model: string, id: number) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await photo(40, 40))]), 'a.jpg');
  const target = new URL(`/api/image/?model=${model}&id=${id}`, server.url);
  const response = await fetch(target, {
    method: 'POST',
    headers: { Authorization: `Token ${who.token}` },
    body: form,
  });
  return { status: response.status };
};

const newGroup = async () => (await dana.post<Group>('clan/', { name: 'זמנית' })).body;
const newLeague = async () => (await dana.post<League>('section/', { name: 'זמנית' })).body;
const newType = async () => (await staff.post<ItemType>('itemtype/', { name: 'סוג', type: 'vote' })).body;
const newRule = async (key: string) =>
  (await staff.post<ItemRule>('itemrule/', { name: 'כלל', key, itemType: (await newType()).id })).body;
const newMessage = async (description: string) =>
  (await noa.post<Message>('postComment/', { comment_post: match.id, description })).body;
const betOfNoa = async (value: number) =>
  only((await postBets(noa, itemOf(match), value, 0)).body as Bet[]).id;
const newSession = async (who: ApiMember) =>
  api(server.url, await openSession(db, who.id, { userAgent: 'test' }));

/** Whether it changes what somebody reads, the expected status, and the call with its set-up. */
type Write = [shows: boolean, status: number, write: () => Promise<Pick<Answer<unknown>, 'status'>>];

/** By the call's name, or the model's with its verb; the end has what is no call, and what ends the games. */
const writes: Record<string, Write> = {
  'bet create': [true, 201, () => postBets(noa, itemOf(vote), 1)],
  'bet update': [true, 200, async () => noa.put(`bet/${await betOfNoa(3)}/`, { value: 4 })],
  'bet remove': [true, 200, async () => noa.del('bet/', { ids: await betOfNoa(5) })],
  'clan create': [false, 201, () => dana.post('clan/', { name: 'חדשה' })],
  inviteGroup: [true, 200, () => noa.get('inviteClanToSection/', { section, clan: group.id })],
  'clan update': [false, 200, () => noa.put(`clan/${group.id}/`, { name: 'אחרת' })],
  'clan remove': [false, 200, async () => dana.del('clan/', { ids: (await newGroup()).id })],
  'item create': [
    true,
    201,
    () => dana.post('item/', { section, description: 'מי?', type: 'vote', options }),
  ],
  'item update': [true, 200, () => dana.put(`item/${itemOf(match).id}/`, { description: 'על מה' })],
  'itemoption update': [
    true,
    200,
    () => dana.put(`itemoption/${optionIdsOf(itemOf(vote))[2]}/`, { no_points: true }),
  ],
  'itemrule create': [false, 201, () => staff.post('itemrule/', { name: 'כלל', key: 'a_rule' })],
  'itemrule update': [
    false,
    200,
    async () => staff.put(`itemrule/${(await newRule('b_rule')).id}/`, { name: 'אחר' }),
  ],
  'itemrule remove': [false, 200, async () => staff.del('itemrule/', { ids: (await newRule('c_rule')).id })],
  'itemtype create': [false, 201, () => staff.post('itemtype/', { name: 'סוג', type: 'vote' })],
  'itemtype update': [
    false,
    200,
    async () => staff.put(`itemtype/${(await newType()).id}/`, { name: 'אחר' }),
  ],
  'itemtype remove': [false, 200, async () => staff.del('itemtype/', { ids: (await newType()).id })],
  'member update': [true, 200, () => dana.put(`member/${dana.id}/`, { name: 'דנה ב' })],
  'notification update': [
    false,
    200,
    async () => {
      const { rows } = await sql<{ id: number }>`
        select max(id) as id from notifications where member_id = ${noa.id}`.execute(db);
      return noa.put(`notification/${only(rows).id}/`, { new: false });
    },
  ],
  'option create': [false, 201, () => staff.post('option/', { name: 'חדשה' })],
  // A game shows the name from its creation, which the catalogue no longer has.
  'option update': [true, 200, () => staff.put(`option/${options[0]}/`, { name: 'אחרת' })],
  'option remove': [false, 200, () => staff.del('option/', { ids: options[0] ?? 0 })],
  'post create': [true, 201, () => dana.post('post/', { section, description: 'שלום' })],
  'post update': [true, 200, () => dana.put(`post/${match.id}/`, { pinned: true, due_date: isoInDays(2) })],
  'post remove': [true, 200, () => dana.del('post/', { ids: vote.id })],
  'post update, that brings it back': [true, 200, () => dana.put(`post/${vote.id}/`, { active: true })],
  'postcomment create': [
    true,
    201,
    () => noa.post('postComment/', { comment_post: match.id, description: 'היי' }),
  ],
  'postcomment update': [
    false,
    200,
    async () => noa.put(`postComment/${(await newMessage('אופס')).id}/`, { active: false }),
  ],
  'postcomment remove': [
    false,
    200,
    async () => noa.del('postComment/', { ids: (await newMessage('אופס')).id }),
  ],
  'section create': [false, 201, () => dana.post('section/', { name: 'חדשה' })],
  'section update': [true, 200, () => dana.put(`section/${section}/`, { name: 'חברים' })],
  'section update, of the order of equal points': [
    true,
    200,
    () => dana.put(`section/${section}/`, { tie_break: 'outcome,exact,difference' }),
  ],
  'section update, that archives it': [true, 200, () => dana.put(`section/${section}/`, { active: false })],
  'section update, that brings it back': [true, 200, () => dana.put(`section/${section}/`, { active: true })],
  'section remove': [false, 200, async () => dana.del('section/', { ids: (await newLeague()).id })],

  placeJoker: [true, 200, () => noa.post('joker/', { item: itemOf(match).id })],
  'placeJoker, on the other match': [
    true,
    200,
    () => noa.post('joker/', { item: match.items_data[1]?.id ?? 0 }),
  ],
  takeJoker: [true, 200, () => noa.del('joker/', { item: match.items_data[1]?.id ?? 0 })],
  'uploadImage of a league': [true, 201, () => upload(dana, 'section', section)],
  'uploadImage of a member': [true, 201, () => upload(dana, 'member', dana.id)],
  uploadImage: [true, 201, () => upload(staff, 'option', options[1] ?? 0)],
  enter: [true, 200, () => avi.post('membership/', { section: official })],
  join: [
    true,
    200,
    async () => {
      const { code } = (await dana.get<League>(`section/${section}/`)).body;
      return avi.get('joinAClan/', { code: code ?? '' });
    },
  ],
  renewCode: [false, 200, () => dana.post('code/', { section })],
  createGame: [
    true,
    201,
    async () => {
      await makeGame(dana, section, 'vote', [options.slice(1)]);
      return { status: 201 };
    },
  ],
  importCompetition: [true, 201, () => dana.post('importCompetition/', importWorldCup(section))],
  competitionFile: [false, 200, () => dana.post('competitionFile/', fileOfMatches(section, { store: true }))],
  undoImport: [true, 200, () => dana.del('importCompetition/', { section, competition: 'worldcup-2026' })],
  sendPin: [false, 200, () => api(server.url).get('sendPinCode/', { cellphone: newPhone() })],
  logIn: [
    false,
    200,
    async () => {
      const username = newPhone();
      await api(server.url).get('sendPinCode/', { cellphone: username });
      return api(server.url).post('api-token-auth/', {
        username,
        password: server.pin(username),
        name: 'חדש',
      });
    },
  ],
  // There is no Firebase project here, so no such call.
  socialLogIn: [false, 404, () => api(server.url).post('socialAuth/', { token: 'x' })],
  linkPhone: [
    false,
    200,
    async () => {
      const cellphone = newPhone();
      const social = await createMember(server, 'חברתי');
      await sql`update members set phone = null where id = ${social.id}`.execute(db);
      await social.get('sendPinCode/', { cellphone });
      return social.post('linkPhone/', { cellphone, pincode: server.pin(cellphone) });
    },
  ],
  // Merging an account into another moves its league to that one.
  'linkPhone, that merges two': [
    true,
    200,
    async () => {
      const social = await createMember(server, 'חברתי');
      await sql`update members set phone = null where id = ${social.id}`.execute(db);
      await social.post('membership/', { section: official });
      await sql`update posts set author_id = ${social.id} where id = ${open.id}`.execute(db);
      await social.get('sendPinCode/', { cellphone: avi.phone });
      return social.post('linkPhone/', { cellphone: avi.phone, pincode: server.pin(avi.phone) });
    },
  ],
  logOut: [false, 200, async () => (await newSession(noa)).post('logout/')],
  revokeSessions: [
    false,
    200,
    async () => {
      const session = await newSession(noa);
      const { results } = (await session.get<Page<{ id: number; current: boolean }>>('session/')).body;
      return noa.del('session/', { ids: results.find(({ current }) => current)?.id ?? 0 });
    },
  ],
  setPushId: [false, 200, () => noa.post('setPushId/', { pId: 'push' })],
  readNotifications: [false, 200, () => noa.put('notification/', { new: false })],
  markChatRead: [false, 200, () => noa.put('talk/', { post: match.id, last: 1 })],
  setRole: [true, 200, () => superuser.put('role/', { member: avi.id, role: 'staff' })],
  'setRole, that takes it back': [
    true,
    200,
    () => superuser.put('role/', { member: avi.id, role: 'member' }),
  ],
  leave: [true, 200, () => avi.del('membership/', { section })],
  'join, again': [
    true,
    200,
    async () => {
      const { code } = (await dana.get<League>(`section/${section}/`)).body;
      return avi.get('joinAClan/', { code: code ?? '' });
    },
  ],
  'leave, put out by the owner': [true, 200, () => dana.del('membership/', { section, member: avi.id })],

  // Not calls: a source reports a running score, and the date passes.
  'a source’s score': [
    true,
    200,
    async () => {
      const source = {
        name: 'x',
        state: 'live',
        held: false,
        score: { home: 1, away: 0 },
        extraTime: null,
        penalties: null,
      };
      await sql`
        update items set details = details || jsonb_build_object('source', ${JSON.stringify(source)}::jsonb)
        where id = ${itemOf(match).id}`.execute(db);
      return { status: 200 };
    },
  ],
  'a date that passes': [
    true,
    200,
    async () => {
      await sql`update items set closed_at = clock_timestamp() where id = ${itemOf(open).id}`.execute(db);
      return { status: 200 };
    },
  ],
  setResults: [true, 200, () => dana.post('setItemResults/', { item: itemOf(match).id, value: 'start' })],
  'setResults, a result': [
    true,
    200,
    () => dana.post('setItemResults/', { item: itemOf(match).id, value: { home: 1, away: 0 } }),
  ],
  enterResult: [
    true,
    201,
    () => dana.post('result/', { item: itemOf(vote).id, options: [optionIdsOf(itemOf(vote))[0]] }),
  ],
  // No source follows the item.
  handBack: [false, 409, () => dana.post('handBack/', { item: itemOf(match).id })],
  // Results of this league are final at once.
  objectToResult: [
    false,
    409,
    () => dana.post('objections/', { item: itemOf(match).id, version: 1, words: 'לא' }),
  ],
  voteOnObjections: [
    false,
    409,
    () => dana.put('objections/', { item: itemOf(match).id, version: 1, agrees: true }),
  ],
  confirmResult: [false, 409, () => dana.post('confirmResult/', { item: itemOf(match).id, version: 1 })],
  'setResults, the last': [
    true,
    200,
    () => dana.post('setItemResults/', { item: match.items_data[1]?.id ?? 0, value: 'void' }),
  ],
  'setResults, a correction': [
    true,
    200,
    async () => {
      const { version } = (await dana.get<Item>(`item/${itemOf(match).id}/`)).body;
      return dana.post('setItemResults/', { item: itemOf(match).id, value: { home: 2, away: 2 }, version });
    },
  ],
  'leave, by who had bet': [true, 200, () => dana.del('membership/', { section })],
  deleteMe: [true, 200, () => dana.del('member/', { ids: 'me' })],
};

describe('after every write', () => {
  test.each(Object.entries(writes))('%s', async (_, [shows, status, write]) => {
    let answered = 0;
    const isSeen = await changed(async () => ({ status: answered } = await write()));
    expect({ answered, isSeen }).toEqual({ answered: status, isSeen: shows });
  });

  test('the other process reads each change within a second', () => {
    expectWithin('the slowest of all writes, read in the other process', slowest, 1_000);
  });
});

test('every call that writes is listed', () => {
  const reads = new Set<string>([
    'appData',
    'bettors',
    'chatRead',
    'competitions',
    'events',
    'exportMe',
    'gameSteps',
    'itemBets',
    'leagueStatistics',
    'memberStatistics',
    'missingBettors',
    'objections',
    'points',
    'printedGames',
    'profile',
    'projectedStandings',
    'rulesPreview',
    'seals',
    'sessions',
    'staff',
    'standings',
  ] satisfies (keyof typeof callEndpoints)[]);
  const verbs = Object.entries(modelEndpoints).flatMap(([model, endpoint]) =>
    (['create', 'update', 'remove'] as const)
      .filter((verb) => verb in endpoint)
      .map((verb) => `${model} ${verb}`),
  );
  const names = [...verbs, ...Object.keys(callEndpoints).filter((name) => !reads.has(name))];
  expect(names.filter((name) => !(name in writes))).toEqual([]);
  const changing = Object.entries(allCalls).filter(([, call]) => call.method !== 'GET' || 'changes' in call);
  expect(changing.map(([name]) => name).filter((name) => reads.has(name))).toEqual([]);
});
