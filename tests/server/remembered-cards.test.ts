import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer, type RunningServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import type { Page } from '#contract/model-registry.ts';
import type { Item, Notification, Post } from '#contract/models.ts';
import { startProxy } from '#tests/support/database/tcp-proxy.ts';
import { delayUntil } from '#tests/support/delay-until.ts';
import { expectWithin } from '#tests/support/run-size.ts';
import { api } from '#tests/support/server/api-client.ts';
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
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/**
 * The part of a card that is the same for everyone is cached. A change is read at once in the process that made it, and
 * within a second in every other; and nobody reads another member's data.
 */

type Reads = Pick<ApiMember, 'get'>;

/** The first item of a game. */
const firstItem = ({ items_data: [item] }: Post): Item => {
  if (!item) throw new Error('no item');
  return item;
};
const sides = (item: Item) => Object.values(item.options);
const picks = (post: Post) => sides(firstItem(post)).map(({ value }) => value);

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  /** Another process on the same PostgreSQL; the embedded database belongs to one. */
  let others: RunningServer[] = [];
  let db: RunningServer['platform']['db'];
  let section: number;
  let dana: ApiMember, noa: ApiMember, avi: ApiMember, staff: ApiMember;
  let options: number[];
  let match: Post, vote: Post;
  beforeAll(async () => {
    server = await startServer({ database });
    ({ db } = server.platform);
    const { databaseUrl } = server.platform.settings;
    if (databaseUrl !== null) {
      const env = { PORT: '0', REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl };
      others = [await createServer(readSettings(env))];
    }
    const league = await leagueWithMembers(server, ['דנה', 'נועה', 'אבי'], ['הפועל', 'מכבי', 'בית"ר']);
    ({ section, options } = league);
    [dana, noa, avi] = league.members;
    staff = await createStaff(server, 'צוות');
    match = await makeGame(dana, section, 'home/away', [options.slice(0, 2)]);
    vote = await makeGame(dana, section, 'vote', [options], { hide_options: false });
    await postBets(dana, firstItem(match), 1, 0);
  });
  afterAll(async () => {
    for (const other of others) await other.close();
    await server.close();
  });

  const languages = ['he', 'en'];
  const readers = () => [
    { who: dana, language: 'he' },
    { who: noa, language: 'en' },
    { who: avi, language: 'he' },
    { who: staff, language: 'en' },
  ];
  /** All that these members read of the two games, each in one language: in the feed and one by one. */
  const everything = (url: string) =>
    Promise.all(
      readers().map(async ({ who: { token }, language }) => {
        const who = api(url, token);
        const headers = { 'Accept-Language': language };
        const feed = await who.get<Page<Post>>('post/', { section }, headers);
        const posts = await Promise.all([match.id, vote.id].map((id) => who.get(`post/${id}/`, {}, headers)));
        return [feed.body.results, ...posts.map(({ body }) => body)];
      }),
    );
  const rememberedOf = (running: RunningServer) =>
    [match.id, vote.id].flatMap((id) =>
      languages.map((code) => running.platform.caches.cards.get(`${id} ${code}`)?.id),
    );
  const untilRemembered = async (running: RunningServer) => {
    await expect
      .poll(
        async () => {
          await everything(running.url);
          return rememberedOf(running);
        },
        { interval: 20 },
      )
      .toEqual([match.id, match.id, vote.id, vote.id]);
  };

  /**
   * Makes a change while all of this is cached, and returns what `see` reads of the game before and after it. Expects that
   * everyone reads the same as without the cache, in this process at once and in the other within a second.
   */
  async function changed<Seen>(
    what: string,
    change: () => Promise<unknown>,
    valueOf: (post: Post) => Seen,
    of: Post = match,
    who: Reads = avi,
  ): Promise<[was: Seen, is: Seen]> {
    await untilRemembered(server);
    await Promise.all(others.map(untilRemembered));
    const read = async () => valueOf((await who.get<Post>(`post/${of.id}/`)).body);
    const was = await read();
    await change();
    const is = await read();
    const warm = await everything(server.url);
    server.platform.caches.cards.clear();
    const cold = await everything(server.url);
    expect(warm).toEqual(cold);
    for (const { url } of others)
      expectWithin(`${what}, read in another process`, await delayUntil(() => everything(url), cold), 1_000);
    return [was, is];
  }

  const bodyOf = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const result = (value: unknown) =>
    bodyOf(dana.post<Item>('setItemResults/', { item: firstItem(match).id, value }));
  const picture = (table: string, id: number) =>
    sql`
      with made as (
        insert into images (name, model, width, height, large, small)
        values (${`picture-${table}-${id}`}, 'x', 1, 1, '', '') returning id
      )
      update ${sql.table(table)} set image_id = (select id from made) where id = ${id}`.execute(db);
  const pictureOf = (table: string, id: number) => `/api/image/picture-${table}-${id}?size=small`;

  test('a bet changes who has bet and how many; picks are shown to their own member alone', async () => {
    const item = firstItem(match);
    const bettors = (post: Post) => [
      post.votes,
      post.voters.map(({ name }) => name),
      firstItem(post).bettors,
      picks(post),
    ];
    expect(await changed('a new bet', () => bodyOf(postBets(noa, item, 2, 1)), bettors)).toEqual([
      [1, ['דנה'], 1, [null, null]],
      [2, ['דנה', 'נועה'], 2, [null, null]],
    ]);
    expect(
      await changed('a changed bet', () => bodyOf(postBets(noa, item, 7, 1)), picks, match, noa),
    ).toEqual([
      [2, 1],
      [7, 1],
    ]);
    // From the cache, one after the other, each reads their own.
    const read = async (who: Reads) => picks((await who.get<Post>(`post/${match.id}/`)).body);
    expect([await read(dana), await read(noa), await read(avi), await read(staff), await read(dana)]).toEqual(
      [
        [1, 0],
        [7, 1],
        [null, null],
        [null, null],
        [1, 0],
      ],
    );
  });

  test('a bet changes the sums that are shown before the start', async () => {
    const friends = await createMembers(server, section, 5);
    const sums = (post: Post) => sides(firstItem(post)).map(({ amount }) => amount);
    for (const friend of friends.slice(1)) await bodyOf(postBets(friend, firstItem(vote), 1));
    const last = () => bodyOf(postBets(friends[0] ?? dana, firstItem(vote), undefined, 1));
    expect(await changed('the fifth bet', last, sums, vote)).toEqual([
      [null, null, null],
      [4, 1, 0],
    ]);
  });

  test('names and pictures are read anew after a change', async () => {
    const [home = 0] = options;
    const league = ({ publisher_data: { section: of } }: Post) => [of?.name, of?.image];
    const owner = ({ publisher_data: { member: by } }: Post) => [by?.name, by?.image];
    const side = (post: Post) => [post.options[0]?.name, post.options[0]?.image];
    const voter = (post: Post) => [post.voters[1]?.name, post.voters[1]?.image];
    const changes = [
      await changed(
        'a league’s name',
        () => bodyOf(dana.put(`section/${section}/`, { name: 'חברים' })),
        league,
      ),
      await changed('a league’s picture', () => picture('leagues', section), league),
      await changed(
        'an author’s name',
        () => bodyOf(dana.put(`member/${dana.id}/`, { name: 'דנה ב' })),
        owner,
      ),
      await changed('an author’s picture', () => picture('members', dana.id), owner),
      await changed('a bettor’s name', () => bodyOf(noa.put(`member/${noa.id}/`, { name: 'נועה ב' })), voter),
      await changed('a bettor’s picture', () => picture('members', noa.id), voter),
      await changed('an option’s picture', () => picture('options', home), side),
    ];
    expect(changes.map(([, is]) => is)).toEqual([
      ['חברים', null],
      ['חברים', pictureOf('leagues', section)],
      ['דנה ב', null],
      ['דנה ב', pictureOf('members', dana.id)],
      ['נועה ב', null],
      ['נועה ב', pictureOf('members', noa.id)],
      ['הפועל', pictureOf('options', home)],
    ]);
    expect(changes.map(([was]) => was[1])).toEqual([null, null, null, null, null, null, null]);
    // A game keeps the names of when it was made; the catalogue's are translated.
    const english: Reads = {
      get: (path, query, headers) => avi.get(path, query, { ...headers, 'Accept-Language': 'en' }),
    };
    const nameIn = (post: Post) => sides(firstItem(post))[0]?.name;
    const translate = () =>
      sql`update options set league_id = null, value = 'Hapoel' where id = ${home}`.execute(db);
    expect(await changed('an option’s English name', translate, nameIn, match, english)).toEqual([
      'הפועל',
      'Hapoel',
    ]);
  });

  test('a joker is shown to its member alone, before the start and after', async () => {
    const game = await makeGame(dana, section, 'home/away', [options.slice(0, 2), options.slice(1)], {
      joker: true,
    });
    const [firstId, secondId] = game.items_data.map(({ id }) => id);
    const jokers = async (who: Reads) =>
      (await who.get<Post>(`post/${game.id}/`)).body.items_data.map(({ joker }) => joker);
    const shownJokers = async () => [
      await jokers(dana),
      await jokers(noa),
      await jokers(staff),
      await jokers(noa),
    ];
    await bodyOf(noa.post('joker/', { item: firstId }));
    expect(await shownJokers()).toEqual([
      ['free', 'free'],
      ['here', 'free'],
      [undefined, undefined],
      ['here', 'free'],
    ]);
    await bodyOf(noa.post('joker/', { item: secondId }));
    await bodyOf(dana.post('setItemResults/', { item: secondId, value: 'start' }));
    expect(await shownJokers()).toEqual([
      ['free', 'free'],
      ['spent', 'here'],
      [undefined, undefined],
      ['spent', 'here'],
    ]);
    await bodyOf(dana.del('post/', { ids: game.id }));
  });

  test('descriptions, pins, dates and options without points are read anew after a change', async () => {
    const { id } = match;
    const item = firstItem(match);
    const date = isoInDays(2);
    const due = isoInDays(1);
    const postTexts = (post: Post) => [post.description, post.pinned, firstItem(post).name];
    const dates = (post: Post) => [post.due_date, firstItem(post).date];
    let answer = '';
    const edit = async () => {
      ({ description: answer } = await bodyOf(dana.put<Post>(`post/${id}/`, { description: 'מי ינצח?' })));
    };
    expect((await changed('a description', edit, postTexts))[1]).toEqual(['מי ינצח?', false, 'הפועל · מכבי']);
    // The answer is read within the write's transaction, before any notification.
    expect(answer).toBe('מי ינצח?');
    expect(
      (await changed('a pin', () => bodyOf(dana.put(`post/${id}/`, { pinned: true })), postTexts))[1],
    ).toEqual(['מי ינצח?', true, 'הפועל · מכבי']);
    const move = () => bodyOf(dana.put(`item/${item.id}/`, { date }));
    expect((await changed('a date', move, dates))[1]).toEqual([match.due_date, date]);
    const moveAll = () => bodyOf(dana.put(`post/${id}/`, { due_date: due }));
    expect((await changed('a due date', moveAll, dates))[1]?.[0]).toBe(due);
    const mark = () =>
      bodyOf(dana.put(`itemoption/${optionIdsOf(firstItem(vote))[2] ?? 0}/`, { no_points: true }));
    const marks = (post: Post) => sides(firstItem(post)).map(({ details }) => details.no_points);
    expect((await changed('an option that never scores', mark, marks, vote))[1]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('rows changed by another program without a live event are read anew', async () => {
    const [item] = vote.items_data;
    const [option] = item ? optionIdsOf(item) : [];
    const name = (post: Post) => firstItem(post).name;
    const marks = (post: Post) => sides(firstItem(post)).map(({ details }) => details.no_points);
    const changes = [
      await changed(
        'a post’s row',
        () => sql`update posts set description = 'ביד' where id = ${vote.id}`.execute(db),
        ({ description }) => description,
        vote,
      ),
      await changed(
        'an item’s row',
        () => sql`update items set name = 'שם אחר' where post_id = ${vote.id}`.execute(db),
        name,
        vote,
      ),
      await changed(
        'an item option’s row',
        () => sql`update item_options set no_points = true where id = ${option}`.execute(db),
        marks,
        vote,
      ),
    ];
    expect(changes.map(([, is]) => is)).toEqual(['ביד', 'שם אחר', [true, false, true]]);
  });

  test('a message and its deletion change the number of messages', async () => {
    let message = 0;
    const write = async () => {
      const sent = { comment_post: match.id, description: 'בהצלחה' };
      ({ id: message } = await bodyOf(noa.post<{ id: number }>('postComment/', sent)));
    };
    const count = ({ comments }: Post) => comments;
    expect(await changed('a message', write, count)).toEqual([0, 1]);
    const erase = () => bodyOf(noa.del('postComment/', { ids: message }));
    expect(await changed('a message that is gone', erase, count)).toEqual([1, 0]);
  });

  test('a winner who is not among the first bettors is read anew once renamed, and is none once gone', async () => {
    const game = await makeGame(dana, section, 'home/away', [options.slice(0, 2)]);
    const crowd = await createMembers(server, section, 6);
    const last = crowd[5] ?? dana;
    for (const one of crowd) await bodyOf(postBets(one, firstItem(game), one === last ? 3 : 0, 0));
    const value = { home: 3, away: 0 };
    await bodyOf(dana.post('setItemResults/', { item: firstItem(game).id, value }));
    const rename = () => bodyOf(last.put(`member/${last.id}/`, { name: 'אחרונה' }));
    const named = ({ winner }: Post) => winner?.member.name;
    expect(await changed('a winner’s name', rename, named, game)).toEqual(['חבר 5', 'אחרונה']);
    const leave = () => bodyOf(last.del('membership/', { section }));
    expect(await changed('a winner who left', leave, named, game)).toEqual(['אחרונה', undefined]);
    await bodyOf(dana.del('post/', { ids: game.id }));
  });

  test('a start, a result, a correction and a member’s leaving change the state and the winner', async () => {
    const state = (post: Post) => {
      const item = firstItem(post);
      const ends = sides(item).map(({ result: goals, amount }) => [goals, amount]);
      return [
        item.status,
        item.readonly,
        ends,
        item.pts,
        post.winner && [post.winner.member.id, post.winner.ties],
      ];
    };
    const steps = [
      ['a start', () => result('start'), 'started', [null, 8], [null, 1], 0],
      ['a result', () => result({ home: 7, away: 1 }), 'ended', [7, 8], [1, 1], noa.id],
    ] as const;
    for (const [what, change, status, home, away, winner] of steps) {
      const [, is] = await changed(what, change, state);
      expect(is).toEqual([status, true, [home, away], null, winner === 0 ? null : [winner, 0]]);
    }
    const correct = async () => {
      const { version } = (await dana.get<Item>(`item/${firstItem(match).id}/`)).body;
      return bodyOf(
        dana.post('setItemResults/', { item: firstItem(match).id, value: { home: 1, away: 0 }, version }),
      );
    };
    // Dana bet the exact score, Noa the outcome alone.
    expect((await changed('a correction', correct, state, match, noa))[1]).toEqual([
      'ended',
      true,
      [
        [1, 8],
        [0, 1],
      ],
      2,
      [dana.id, 0],
    ]);
    const leave = () => bodyOf(noa.del('membership/', { section }));
    const first = ({ winner }: Post) => winner && [winner.member.name, winner.ties];
    // Avi is level with Dana: each of the two is shown as the winner to themselves, and Avi, the first by name, to others.
    await sql`
      insert into ledger (league_id, post_id, item_id, item_version, member_id, points, exact, difference, outcome, played, total, reason)
      select league_id, post_id, item_id, item_version, ${avi.id}::int, points, exact, difference, outcome, played, total, reason
      from ledger where post_id = ${match.id} and member_id = ${dana.id} order by id`.execute(db);
    server.platform.caches.cards.clear();
    for (const { platform } of others) platform.caches.cards.clear();
    const winnerTo = async (who: Reads) => first((await who.get<Post>(`post/${match.id}/`)).body);
    await untilRemembered(server);
    expect([await winnerTo(avi), await winnerTo(dana), await winnerTo(noa)]).toEqual([
      ['אבי', 1],
      ['דנה ב', 1],
      ['אבי', 1],
    ]);
    await changed('a member who left', leave, first, match, avi);
    expect((await noa.get(`post/${match.id}/`)).status).toBe(404);
    const remove = () => bodyOf(avi.del('member/', { ids: 'me' }));
    expect((await changed('a member who is gone', remove, first, match, dana))[1]).toEqual(['דנה ב', 0]);
  });

  test('archiving a league and deleting a game are read at once, and so is restoring them', async () => {
    const open = (post: Post) => firstItem(post).readonly;
    const archive = (active: boolean) => () => bodyOf(dana.put(`section/${section}/`, { active }));
    expect(await changed('an archived league', archive(false), open, vote, dana)).toEqual([false, true]);
    expect(await changed('a league that is back', archive(true), open, vote, dana)).toEqual([true, false]);
    const state = (post: Post) => [post.active, open(post)];
    const restore = (active: boolean) => () => bodyOf(dana.put(`post/${vote.id}/`, { active }));
    expect((await changed('a deleted game', restore(false), state, vote, dana))[1]).toEqual([false, true]);
    expect((await changed('a game that is back', restore(true), state, vote, dana))[1]).toEqual([
      true,
      false,
    ]);
  });

  test('outsiders get nothing of what members have read', async () => {
    const stranger = await createMember(server, 'זר');
    await untilRemembered(server);
    const answers = await Promise.all(
      [stranger, api(server.url)].map(async (who) => [
        (await who.get(`post/${match.id}/`)).status,
        (await who.get('post/', { section })).status,
        (await who.get<Page<Post>>('post/')).body.results,
      ]),
    );
    expect(answers).toEqual([
      [404, 404, []],
      [404, 404, []],
    ]);
    // An official league is public, but its bettors and its winner are shown to members and staff alone.
    await sql`update leagues set custom = false, owner_id = null where id = ${section}`.execute(db);
    const crowd = async (who: Reads) => {
      const { votes, voters, winner } = (await who.get<Post>(`post/${match.id}/`)).body;
      return [votes, voters.length, winner && winner.member.id];
    };
    expect([
      await crowd(dana),
      await crowd(api(server.url)),
      await crowd(stranger),
      await crowd(staff),
    ]).toEqual([
      [2, 2, dana.id],
      [2, 0, null],
      [2, 0, null],
      [2, 2, dana.id],
    ]);
  });
});

describe('on PostgreSQL', () => {
  test('what was cached before the connection was cut is read anew', async () => {
    const server = await startServer({ database: 'postgres' });
    const { db } = server.platform;
    const { section, options, members } = await leagueWithMembers(server, ['דנה'], ['א', 'ב']);
    const { id } = await makeGame(members[0], section, 'home/away', [options]);
    const description = async () => (await members[0].get<Post>(`post/${id}/`)).body.description;
    await expect
      .poll(async () => {
        await description();
        return server.platform.caches.cards.get(`${id} he`)?.id;
      })
      .toBe(id);
    await db.transaction().execute(async (trx) => {
      await sql`alter table posts disable trigger user`.execute(trx);
      await sql`update posts set description = 'בשקט' where id = ${id}`.execute(trx);
      await sql`alter table posts enable trigger user`.execute(trx);
    });
    const listeners = sql`
      from pg_stat_activity where datname = current_database() and query in ('listen live', 'select 1')`;
    const { rows } = await sql<{ pid: number }>`select pid, pg_terminate_backend(pid) ${listeners}`.execute(
      db,
    );
    const terminatedPids = rows.map(({ pid }) => pid);
    await expect
      .poll(
        async () =>
          (await sql`select ${listeners} and pid <> all(${terminatedPids}::int[])`.execute(db)).rows.length,
      )
      .toBe(1);
    await expect.poll(() => server.platform.database.isCurrent()).toBe(true);
    // Entries from before the disconnection are dropped, although no request came in between.
    expect(await description()).toBe('בשקט');
    await server.close();
  });

  test('a process reads its own writes at once, though its listener receives no notifications', async () => {
    const server = await startServer({ database: 'postgres' });
    const proxy = await startProxy(server.platform.settings.databaseUrl ?? '');
    const env = { PORT: '0', REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'silent', DATABASE_URL: proxy.url };
    const unnotifiedServer = await createServer(readSettings(env));
    const { section, options, members } = await leagueWithMembers(server, ['דנה', 'נועה'], ['א', 'ב']);
    const [dana, noa] = members.map((member) => ({ ...member, ...api(unnotifiedServer.url, member.token) }));
    if (!dana || !noa) throw new Error('nobody');
    const game = await makeGame(members[0], section, 'home/away', [options]);
    const item = firstItem(game);
    const read = async () => {
      const { votes, winner } = (await dana.get<Post>(`post/${game.id}/`)).body;
      const { count } = (await noa.get<Page<Notification>>('notification/', { limit: 1 })).body;
      return [votes, winner?.member.name, count];
    };
    /** What is read right after a write that the listener is not notified of. */
    const readAfter = async (write: () => Promise<{ status: number }>) => {
      proxy.resume();
      await expect
        .poll(async () => {
          await read();
          const { cards, notificationCounts } = unnotifiedServer.platform.caches;
          return [cards.get(`${game.id} he`)?.id, notificationCounts.size];
        })
        .toEqual([game.id, 1]);
      proxy.silence('listening');
      expect((await write()).status).toBeLessThan(300);
      return read();
    };
    expect(await readAfter(() => postBets(noa, item, 2, 1))).toEqual([1, undefined, 1]);
    const value = { home: 2, away: 1 };
    expect(await readAfter(() => dana.post('setItemResults/', { item: item.id, value }))).toEqual([
      1,
      'נועה',
      2,
    ]);
    expect(await readAfter(() => noa.del('membership/', { section }))).toEqual([1, undefined, 2]);
    await unnotifiedServer.close();
    await proxy.close();
    await server.close();
  });
});
