import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item, Post, StandingsRow } from '#contract/models.ts';
import {
  isoInDays,
  leagueWithMembers,
  makeGame,
  optionIdsOf,
  postBets,
  readItem,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** Whole answers, field by field, for the league's owner and for other members. */

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, avi: ApiMember;
  let section: number;
  let ids: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    ({
      section,
      options: ids,
      members: [dana, noa, avi],
    } = await leagueWithMembers(server, ['דנה', 'נועה', 'אבי'], ['אריות', 'נמרים', 'דובים']));
    await show('options', ids[0] ?? 0, 'of-lions');
    await show('members', noa.id, 'of-noa');
    await show('leagues', section, 'of-league');
  });
  afterAll(() => server.close());

  /** Stores a small picture of this name, which the row shows from now on. */
  const show = async (table: 'members' | 'options' | 'leagues', id: number, name: string) => {
    const { db } = server.platform;
    const bytes = new Uint8Array([1]);
    const { id: image_id } = await db
      .insertInto('images')
      .values({ name, model: 'any', width: 1, height: 1, large: bytes, small: bytes })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable(table).set({ image_id }).where('id', '=', id).execute();
  };

  test('a game with a balance that has one vote', async () => {
    const [lions = 0, tigers = 0, bears = 0] = ids;
    const due_date = isoInDays(2);
    const texts = { due_date, description: 'מי הכי חזק?' };
    const game = await makeGame(dana, section, 'balance', [[bears, lions, tigers]], texts);
    const [item] = game.items_data as [Item];
    const [first, second, third] = optionIdsOf(item) as [number, number, number];
    const { body: bets } = await postBets(noa, item, undefined, 1);
    const read = async (who: ApiMember) => (await who.get<Post>(`post/${game.id}/`)).body;
    const rules = {
      rounds: 1,
      bets_allow: 1,
      votesForPoint: 100,
      pts_correct: 3,
      decided_by: 'result',
      even_breakpoint: 0,
      hide_options: true,
      ordering_type: 'as_chosen',
    };
    const option = (id: number, of: number, name: string, image: string | null) => ({
      id,
      item: item.id,
      option: of,
      name,
      data: [{ name, image }],
      image,
      result: null,
      amount: null,
      bet: null,
      value: null,
      details: { no_points: false, actions: [] as object[] },
    });
    const ofLions = '/api/image/of-lions?size=small';
    const options = {
      [first]: option(first, bears, 'דובים', null),
      [second]: option(second, lions, 'אריות', ofLions),
      [third]: option(third, tigers, 'נמרים', null),
    };
    const expectedItem = {
      id: item.id,
      post: game.id,
      name: 'דובים · אריות · נמרים',
      description: '',
      type: 'balance',
      date: due_date,
      status: 'open',
      started: false,
      ended: false,
      started_at: null,
      ended_at: null,
      custom: true,
      version: 1,
      rules,
      details: {
        groupName: '',
        roundName: '',
        roundNum: null,
        home: '',
        away: '',
        gameTimeDisplay: '',
        gameTimeAndStatusDisplayType: 0,
        shortStatusText: '',
        rules: [],
      },
      bettors: 1,
      readonly: false,
      bet_option: null,
      bet_option_image: null,
      value: null as number | null,
      result: null,
      pts: null,
      ptsDetails: { bets_allow: 1, votesForPoint: 100, reason: null },
      options,
    };
    const post = {
      id: game.id,
      slug: null,
      created: game.created,
      updated: game.created,
      date: game.created,
      active: true,
      due_date,
      type: 'balance',
      description: 'מי הכי חזק?',
      rounds: 1,
      groupSize: 3,
      even_breakpoint: 0,
      newSection: false,
      pinned: false,
      publisher_data: {
        section: { id: section, name: 'חבורה', image: '/api/image/of-league?size=small' },
        member: { id: dana.id, name: 'דנה', image: null },
      },
      options: [
        { id: bears, name: 'דובים', image: null },
        { id: lions, name: 'אריות', image: ofLions },
        { id: tigers, name: 'נמרים', image: null },
      ],
      votes: 1,
      voters: [{ id: noa.id, name: 'נועה', image: '/api/image/of-noa?size=small' }],
      winner: null,
      comments: 0,
      custom: true,
      extra_data: { in_section: true },
      groups: [{ id: 1, name: 'דובים · אריות · נמרים' }],
      rules,
      section,
      hide_options: true,
      is_staff: false,
      clans: [],
      items_data: [expectedItem],
    };
    const [bet] = bets as [{ id: number }];
    const mine = { ...options[second], bet: bet.id, value: 1 };
    // One vote of a balance does not make its option the pick.
    const ofNoa = { ...expectedItem, value: 1, bet_version: 1, options: { ...options, [second]: mine } };
    expect(await read(noa)).toEqual({ ...post, items_data: [ofNoa] });
    expect(await read(avi)).toEqual(post);
    const details = { no_points: false, actions: [{ key: 'no_points', title: 'להוציא מהניקוד' }] };
    const inMenu = Object.fromEntries(Object.entries(options).map(([id, of]) => [id, { ...of, details }]));
    expect(await read(dana)).toEqual({
      ...post,
      is_staff: true,
      items_data: [{ ...expectedItem, options: inMenu }],
    });
    const listed = async (who: ApiMember) =>
      (await who.get<{ results: Post[] }>('post/', { section })).body.results;
    expect(await listed(avi)).toEqual([post]);
  });

  test('one point wins a game, and is a hit; each of several winners is shown themselves as the winner', async () => {
    const [lions = 0, tigers = 0] = ids;
    const pts = { pts_exact: 3, pts_difference: 2, pts_outcome: 1 };
    const game = await makeGame(dana, section, 'home/away', [[lions, tigers]], pts);
    const [item] = game.items_data as [Item];
    await postBets(noa, item, 3, 0);
    await postBets(avi, item, 4, 0);
    await postBets(dana, item, 5, 0);
    await dana.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });
    const winnerFor = async (who: ApiMember) => (await who.get<Post>(`post/${game.id}/`)).body.winner;
    const ofNoa = { id: noa.id, name: 'נועה', image: '/api/image/of-noa?size=small' };
    const ofAvi = { id: avi.id, name: 'אבי', image: null };
    const ofDana = { id: dana.id, name: 'דנה', image: null };
    expect(await winnerFor(noa)).toEqual({ member: ofNoa, ties: 2 });
    expect(await winnerFor(dana)).toEqual({ member: ofDana, ties: 2 });
    expect(await winnerFor(avi)).toEqual({ member: ofAvi, ties: 2 });
    const { results } = (
      await dana.get<{ results: StandingsRow[] }>('standings/', { section, post: game.id })
    ).body;
    expect(results.map(({ rank, member, points, form }) => [rank, member, points, form])).toEqual([
      [1, ofAvi, 1, ['hit']],
      [1, ofDana, 1, ['hit']],
      [1, ofNoa, 1, ['hit']],
    ]);
  });

  test('the bets on a vote have the names of all picks, and the picture of one that is alone', async () => {
    const [lions = 0, tigers = 0, bears = 0] = ids;
    const game = await makeGame(dana, section, 'vote', [[bears, lions, tigers]], { bets_allow: 2 });
    const [item] = game.items_data as [Item];
    const [first, second, third] = optionIdsOf(item);
    await postBets(noa, item, 1, undefined, 1);
    await postBets(avi, item, undefined, 1);
    await dana.post('setItemResults/', { item: item.id, value: 'start' });
    const unsettled = { home_bet: null, away_bet: null, result: null, points: null };
    const ofAvi = {
      ...unsettled,
      member: avi.id,
      name: 'אבי',
      image: null,
      option_name: 'אריות',
      option_image: '/api/image/of-lions?size=small',
      options: [{ id: second, value: 1 }],
    };
    const ofNoa = {
      ...unsettled,
      member: noa.id,
      name: 'נועה',
      image: '/api/image/of-noa?size=small',
      option_name: 'דובים · נמרים',
      option_image: null,
      options: [
        { id: first, value: 1 },
        { id: third, value: 1 },
      ],
    };
    expect((await dana.get('getItemBets/', { item: item.id })).body).toEqual({
      membersOptions: [ofAvi, ofNoa],
      count: 2,
    });
  });

  test('a digit without a result is not in the reason', async () => {
    const game = await makeGame(dana, section, 'bets', [ids]);
    const [item] = game.items_data as [Item];
    const [one, two, three] = optionIdsOf(item) as [number, number, number];
    await dana.put(`itemoption/${two}/`, { no_points: true });
    await postBets(noa, item, 4, 4, 4);
    const values = { [String(one)]: 4, [String(three)]: 0 };
    await dana.post('setItemResults/', { item: item.id, value: { values } });
    const { pts, ptsDetails } = await readItem(noa, item);
    expect([pts, ptsDetails.reason?.result]).toEqual([
      3,
      [
        { id: one, name: 'אריות', value: 4 },
        { id: three, name: 'דובים', value: 0 },
      ],
    ]);
  });
});
