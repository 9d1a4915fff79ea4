import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Item, Post, StandingsRow } from '#contract/models.ts';
import type { ProjectedRow, ProjectedTable, RulesPreview, RulesPreviewRow } from '#contract/what-if.ts';
import {
  createMember,
  createStaff,
  leagueWithMembers,
  makeGame,
  makeLeague,
  optionIdsOf,
  postBets,
  stopReminders,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { api, onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';
import { tableFingerprints } from '#tests/support/server/table-fingerprints.ts';

type Problem = { code: string; fields?: object };
type Standings = { results: StandingsRow[]; live?: number };

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  // Their order by name differs from their order by id.
  let yossi: ApiMember, noa: ApiMember, dana: ApiMember, avi: ApiMember;
  let section: number;
  let options: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    await server.platform.jobs.stop();
    await stopReminders(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({
      section,
      options,
      members: [yossi, noa, dana, avi],
    } = await leagueWithMembers(
      server,
      ['יוסי', 'נועה', 'דנה', 'אבי'],
      ['חיפה', 'יפו', 'עכו', 'לוד', 'צפת', 'אילת'],
    ));
  });

  const matches = async (rules: Record<string, number | boolean> = {}) => {
    const groups = [options.slice(0, 2), options.slice(2, 4), options.slice(4)];
    const game = await makeGame(yossi, section, 'home/away', groups, rules);
    return { post: game.id, items: game.items_data as [Item, Item, Item] };
  };
  const end = (item: Item, value: unknown) => yossi.post<Item>('setItemResults/', { item: item.id, value });
  /** Sets the source's present score of a match that is started; null for none. */
  async function plays(item: Item, score: readonly [home: number, away: number] | null): Promise<void> {
    const liveSource = { name: 'מקור', state: 'live', held: false, extraTime: null, penalties: null };
    const source = { ...liveSource, score: score && { home: score[0], away: score[1] } };
    await sql`
      update items set status = 'started', started_at = clock_timestamp(),
        details = details || jsonb_build_object('source', ${JSON.stringify(source)}::jsonb)
      where id = ${item.id}::integer`.execute(server.platform.db);
  }
  const projected = async (who: ApiMember, more: object = {}) =>
    (await who.get<ProjectedTable>('projectedStandings/', { section, ...more })).body;
  const projectedRows = (rows: readonly ProjectedRow[]) =>
    rows.map(({ rank, move, member, points, gain }) => [rank, move, member.name, points, gain]);

  describe('the table if every live match ended with its present score', () => {
    let post: number;
    let endedItem: Item, live: Item, other: Item;
    beforeEach(async () => {
      ({
        post,
        items: [endedItem, live, other],
      } = await matches());
      await postBets(yossi, endedItem, 1, 0);
      await postBets(noa, endedItem, 2, 0);
      await postBets(dana, endedItem, 0, 3);
      await postBets(avi, live, 2, 1);
      await postBets(dana, live, 1, 1);
      await postBets(noa, live, 3, 2);
      await postBets(yossi, other, 0, 0);
      await end(endedItem, { home: 2, away: 0 });
    });

    test('has its points, counters and places, with moves against the real table', async () => {
      await plays(live, [2, 1]);
      await plays(other, null);
      const me = {
        rank: 2,
        move: 1,
        member: { id: avi.id, name: 'אבי', image: null },
        points: 4,
        exact: 1,
        difference: 0,
        outcome: 0,
        bets: 1,
        average: 4,
        form: ['none'],
        gain: 4,
      };
      expect(await projected(avi)).toEqual({
        results: [
          {
            rank: 1,
            move: 0,
            member: { id: noa.id, name: 'נועה', image: null },
            points: 7,
            exact: 1,
            difference: 1,
            outcome: 0,
            bets: 2,
            average: 3.5,
            form: ['exact'],
            gain: 3,
          },
          me,
          {
            rank: 3,
            move: -1,
            member: { id: yossi.id, name: 'יוסי', image: null },
            points: 2,
            exact: 0,
            difference: 0,
            outcome: 1,
            bets: 1,
            average: 2,
            form: ['hit'],
            gain: 0,
          },
          {
            rank: 4,
            move: -1,
            member: { id: dana.id, name: 'דנה', image: null },
            points: 0,
            exact: 0,
            difference: 0,
            outcome: 0,
            bets: 2,
            average: 0,
            form: ['missed'],
            gain: 0,
          },
        ],
        count: 4,
        me,
        live: [{ item: live.id, home: { name: 'עכו', score: 2 }, away: { name: 'לוד', score: 1 } }],
      });
    });

    test('of one game has the points of that game only, though the league’s was read before', async () => {
      const [again] = (await matches()).items;
      await postBets(yossi, again, 1, 0);
      await end(again, { home: 1, away: 0 });
      const pointsOf = async (query: object) => {
        const row = (await projected(yossi, query)).results.find(({ member }) => member.id === yossi.id);
        return row?.points ?? Number.NaN;
      };
      const [ofLeague, ofGame] = [await pointsOf({}), await pointsOf({ post })];
      expect(ofLeague - ofGame).toBe(4);
    });

    test('follows the scores of all live matches or of a given one, and stores nothing', async () => {
      await plays(live, [0, 0]);
      await plays(other, [1, 1]);
      const before = await tableFingerprints(server.platform.db);
      expect(projectedRows((await projected(dana)).results)).toEqual([
        [1, 0, 'נועה', 4, 0],
        [2, 0, 'יוסי', 4, 2],
        [3, 0, 'דנה', 2, 2],
        [4, -1, 'אבי', 0, 0],
      ]);
      const alone = await projected(dana, { item: other.id, limit: 1, offset: 1 });
      expect([
        projectedRows(alone.results),
        alone.count,
        alone.live.map(({ item }) => item),
        alone.me?.gain,
      ]).toEqual([[[2, 0, 'יוסי', 4, 2]], 4, [other.id], 0]);
      expect(await tableFingerprints(server.platform.db)).toEqual(before);
      await plays(live, [3, 2]);
      expect(projectedRows((await projected(dana, { search: 'נו' })).results)).toEqual([
        [1, 0, 'נועה', 8, 4],
      ]);
    });

    test('equals the real table once they have ended so', async () => {
      await plays(live, [1, 1]);
      const { results } = await projected(dana);
      await end(live, { home: 1, away: 1 });
      const currentRows = (await dana.get<Standings>('standings/', { section })).body.results;
      const stand = ({ rank, points, exact, difference, outcome, bets, average }: StandingsRow) => [
        rank,
        points,
        exact,
        difference,
        outcome,
        bets,
        average,
      ];
      expect(results.map(stand)).toEqual(currentRows.map(stand));
    });

    test('equals the real table without live scores, which has the number of live matches of a league or a game', async () => {
      const shown = async (more: object = {}) =>
        (await dana.get<Standings>('standings/', { section, ...more })).body.live;
      await yossi.post('setItemResults/', { item: live.id, value: 'start' });
      expect([await shown(), (await projected(dana)).live]).toEqual([undefined, []]);
      await plays(live, [0, 1]);
      await plays(other, [0, 1]);
      const second = (await makeGame(yossi, section, 'home/away', [options.slice(0, 2)]))
        .items_data[0] as Item;
      await plays(second, [0, 0]);
      expect([await shown(), await shown({ post }), await shown({ post: second.post })]).toEqual([3, 2, 1]);
      await end(live, 'void');
      await end(other, { home: 0, away: 1 });
      await yossi.del('post/', { ids: second.post });
      expect([await shown(), projectedRows((await projected(dana)).results)]).toEqual([
        undefined,
        [
          [1, 0, 'נועה', 4, 0],
          [2, 0, 'יוסי', 2, 0],
          [3, 0, 'אבי', 0, 0],
          [3, 0, 'דנה', 0, 0],
        ],
      ]);
    });

    test('names the teams in the reader’s language, and counts a former member only among the bettors', async () => {
      const catalogue = async (name: string, value: string) =>
        (await (await createStaff(server, 'צוות')).post<{ id: number }>('option/', { name, value })).body.id;
      const pair = [await catalogue('גאנה', 'Ghana'), await catalogue('פנמה', 'Panama')];
      const [item] = (await makeGame(yossi, section, 'home/away', [pair], { underdog: 5 })).items_data;
      if (!item) throw new Error('no match');
      await postBets(dana, item, 1, 0);
      await postBets(avi, item, 2, 0);
      await avi.del('membership/', { section });
      await plays(item, [3, 2]);
      const english = await dana.get<ProjectedTable>(
        'projectedStandings/',
        { section, item: item.id },
        { 'Accept-Language': 'en' },
      );
      // Both bettors chose the winner, one of them a former member: no bonus.
      expect([english.body.live, projectedRows(english.body.results)]).toEqual([
        [{ item: item.id, home: { name: 'Ghana', score: 3 }, away: { name: 'Panama', score: 2 } }],
        [
          [1, 0, 'נועה', 4, 0],
          [2, 1, 'דנה', 3, 3],
          [3, -1, 'יוסי', 2, 0],
        ],
      ]);
    });

    test('is limited to a group that the caller is in, and 404 for games and items of another league', async () => {
      const others = await leagueWithMembers(server, ['זר'], ['א', 'ב']);
      const [stranger] = others.members;
      const foreign = (await makeGame(stranger, others.section, 'home/away', [others.options])).items_data[0];
      const group = await noa.post<{ id: number }>('clan/', { name: 'בנות' });
      const responses = await Promise.all([
        yossi.get<Problem>('projectedStandings/', { section, item: foreign?.id ?? 0 }),
        yossi.get<Problem>('projectedStandings/', { section, post: foreign?.post ?? 0 }),
        yossi.get<Problem>('projectedStandings/', { section, item: 999_999 }),
        dana.get<Problem>('projectedStandings/', { section, clan: group.body.id }),
        stranger.get<Problem>('projectedStandings/', { section }),
        noa.get<Problem>('projectedStandings/', { section, clan: group.body.id }),
        noa.get<Problem>('projectedStandings/', { section, of: 1 }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 200, 400]);
      expect(responses[6]?.body.fields).toEqual({ of: { code: 'unknown_field' } });
      await plays(live, [2, 1]);
      expect(projectedRows((await projected(noa, { clan: group.body.id })).results)).toEqual([
        [1, 0, 'נועה', 7, 3],
      ]);
    });
  });

  describe('a game that is over by other rules', () => {
    const preview = async (who: ApiMember, post: number, rules: object = {}) =>
      (await who.get<RulesPreview>('rulesPreview/', { post, ...rules })).body;
    const rows = ({ results }: Pick<RulesPreview, 'results'>) =>
      results.map(({ rank, member, points, real }) => [rank, member.name, points, real.rank, real.points]);

    /** Exact for Yossi, a difference for Noa, an outcome for Dana alone; nothing for Avi, who has left since. */
    async function played(rules: Record<string, number | boolean> = { joker: true }) {
      const { post, items } = await matches(rules);
      const [first, second, third] = items;
      await postBets(yossi, first, 2, 1);
      await postBets(noa, first, 1, 0);
      await postBets(avi, first, 0, 0);
      await postBets(dana, second, 0, 1);
      await postBets(avi, second, 1, 0);
      await postBets(avi, third, 1, 0);
      await dana.post('joker/', { item: second.id });
      await end(first, { home: 2, away: 1 });
      await end(second, { home: 0, away: 3 });
      return { post, third };
    }

    test('has a table beside the real one, and the game’s own rules', async () => {
      const { post, third } = await played();
      await end(third, 'void');
      const me: RulesPreviewRow = {
        rank: 2,
        member: { id: dana.id, name: 'דנה', image: null },
        points: 4,
        exact: 0,
        real: { rank: 2, points: 4 },
      };
      const own = {
        pts_exact: 4,
        pts_difference: 3,
        pts_outcome: 2,
        underdog: 0,
        multiplier: 1,
        joker: true,
      };
      expect(await preview(dana, post)).toEqual({
        results: [
          {
            ...me,
            rank: 1,
            member: { id: yossi.id, name: 'יוסי', image: null },
            exact: 1,
            real: { rank: 1, points: 4 },
          },
          me,
          {
            ...me,
            rank: 3,
            member: { id: noa.id, name: 'נועה', image: null },
            points: 3,
            real: { rank: 3, points: 3 },
          },
          {
            ...me,
            rank: 4,
            member: { id: avi.id, name: 'אבי', image: null },
            points: 0,
            real: { rank: 4, points: 0 },
          },
        ],
        count: 4,
        me,
        layout: 'home/away',
        rules: own,
        jokers: true,
      });
    });

    test('changes with each rule, and stores nothing', async () => {
      const { post, third } = await played();
      await end(third, { home: 0, away: 0 });
      await avi.del('membership/', { section });
      const before = await tableFingerprints(server.platform.db);
      const currentPreview = await preview(noa, post);
      expect(rows(currentPreview)).toEqual([
        [1, 'יוסי', 4, 1, 4],
        [2, 'דנה', 4, 2, 4],
        [3, 'נועה', 3, 3, 3],
      ]);
      expect(rows(await preview(noa, post, { pts_exact: 0 }))).toEqual([
        [1, 'דנה', 4, 2, 4],
        // Without points of its own an exact score gets the best of what is left: the difference's.
        [2, 'יוסי', 3, 1, 4],
        [3, 'נועה', 3, 3, 3],
      ]);
      expect(rows(await preview(noa, post, { pts_difference: 9 }))).toEqual([
        [1, 'יוסי', 9, 1, 4],
        [2, 'נועה', 9, 3, 3],
        [3, 'דנה', 4, 2, 4],
      ]);
      expect(rows(await preview(noa, post, { pts_outcome: 3, multiplier: 2 }))).toEqual([
        [1, 'דנה', 12, 2, 4],
        [2, 'יוסי', 8, 1, 4],
        [3, 'נועה', 6, 3, 3],
      ]);
      expect(rows(await preview(noa, post, { joker: 'false' }))).toEqual([
        [1, 'יוסי', 4, 1, 4],
        [2, 'נועה', 3, 3, 3],
        [3, 'דנה', 2, 2, 4],
      ]);
      // Dana was right, alone of two bettors; the other one, Avi, has left since.
      expect(rows(await preview(noa, post, { underdog: 1 }))).toEqual([
        [1, 'דנה', 6, 2, 4],
        [2, 'יוסי', 4, 1, 4],
        [3, 'נועה', 3, 3, 3],
      ]);
      const page = await preview(noa, post, { limit: 1, offset: 1 });
      expect([rows(page), page.count, page.me?.rank]).toEqual([[[2, 'דנה', 4, 2, 4]], 3, 3]);
      expect(await tableFingerprints(server.platform.db)).toEqual(before);
    });

    test('a balance can be decided by the crowd, and what a crowd decided is kept as a result', async () => {
      const game = await makeGame(yossi, section, 'balance', [options.slice(0, 2)], { bets_allow: 1 });
      const [item] = game.items_data;
      if (!item) throw new Error('no balance');
      await postBets(yossi, item, 60, 40);
      await postBets(noa, item, 50, 50);
      await postBets(dana, item, 0, 100);
      await end(item, { options: [optionIdsOf(item)[0]] });
      const currentPreview = await preview(dana, game.id);
      expect([rows(currentPreview), currentPreview.rules]).toEqual([
        [
          [1, 'יוסי', 1, 1, 1],
          [1, 'נועה', 1, 1, 1],
          [3, 'אבי', 0, 3, 0],
          [3, 'דנה', 0, 3, 0],
        ],
        { pts_correct: 3, decided_by: 'result', even_breakpoint: 0, multiplier: 1, joker: false },
      ]);
      // 110 of 300 for the first and 190 for the second.
      expect(rows(await preview(dana, game.id, { decided_by: 'crowd' }))).toEqual([
        [1, 'דנה', 3, 3, 0],
        [2, 'יוסי', 1, 1, 1],
        [2, 'נועה', 1, 1, 1],
        [4, 'אבי', 0, 3, 0],
      ]);
      // 80 of 300 apart are even by 27 points of a hundred, and pay half.
      expect(
        rows(await preview(dana, game.id, { decided_by: 'crowd', even_breakpoint: 27, pts_correct: 5 })),
      ).toEqual([
        [1, 'דנה', 2, 3, 0],
        [1, 'יוסי', 2, 1, 1],
        [1, 'נועה', 2, 1, 1],
        [4, 'אבי', 0, 3, 0],
      ]);
      const crowd = await makeGame(yossi, section, 'balance', [options.slice(0, 2)], {
        bets_allow: 1,
        decided_by: 'crowd',
      });
      const [balanceItem] = crowd.items_data;
      if (!balanceItem) throw new Error('no balance');
      await postBets(yossi, balanceItem, 60, 40);
      await end(balanceItem, { options: [] });
      expect(rows(await preview(yossi, crowd.id, { decided_by: 'result', pts_correct: 10 }))[0]).toEqual([
        1,
        'יוסי',
        6,
        1,
        1,
      ]);
    });

    test('refuses, by its field, a rule out of bounds, of another layout or unknown, and a game that is not over', async () => {
      const { post, third } = await played();
      const previewRules = (rules: object) => noa.get<Problem>('rulesPreview/', { post, ...rules });
      const problems = async (rules: object) => {
        const { status, body } = await previewRules(rules);
        return [status, body.fields];
      };
      expect(await problems({})).toEqual([400, { post: { code: 'invalid' } }]);
      await end(third, 'start');
      expect(await problems({})).toEqual([400, { post: { code: 'invalid' } }]);
      await end(third, 'void');
      expect((await previewRules({})).status).toBe(200);
      const cases: [rules: object, fields: object][] = [
        [{ pts_exact: 1001 }, { pts_exact: { code: 'too_big', limit: 1000 } }],
        [{ multiplier: 0 }, { multiplier: { code: 'too_small', limit: 1 } }],
        [
          { multiplier: 11, underdog: -1 },
          { multiplier: { code: 'too_big', limit: 10 }, underdog: { code: 'too_small', limit: 0 } },
        ],
        [{ pts_outcome: '1.5' }, { pts_outcome: { code: 'invalid' } }],
        [{ joker: 'maybe' }, { joker: { code: 'invalid' } }],
        [
          { pts_correct: 3, decided_by: 'crowd' },
          { pts_correct: { code: 'unknown_field' }, decided_by: { code: 'unknown_field' } },
        ],
        [{ pts_correct: 3 }, { pts_correct: { code: 'unknown_field' } }],
        [{ bets_allow: 2 }, { bets_allow: { code: 'unknown_field' } }],
        [{ post: 0 }, { post: { code: 'invalid' } }],
      ];
      for (const [rules, fields] of cases)
        expect([rules, ...(await problems(rules))]).toEqual([rules, 400, fields]);
    });

    test('is 404 where the table is, and the same 404 for what does not exist', async () => {
      const { post, third } = await played();
      await end(third, 'void');
      const stranger = await createMember(server, 'זר');
      const message = await yossi.post<Post>('post/', { section, description: 'מילים' });
      const responses = await Promise.all([
        stranger.get<Problem>('rulesPreview/', { post }),
        stranger.get<Problem>('rulesPreview/', { post: 999_999 }),
        api(server.url).get<Problem>('rulesPreview/', { post }),
        noa.get<Problem>('rulesPreview/', { post: message.body.id }),
        // The answer does not tell the layout of a game that the caller may not see.
        stranger.get<Problem>('rulesPreview/', { post, pts_correct: 3 }),
      ]);
      expect(new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
      expect(responses[0]?.status).toBe(404);
      await yossi.del('post/', { ids: post });
      expect((await noa.get('rulesPreview/', { post })).status).toBe(404);
    });

    test('is open to guests in an official league', async () => {
      const staff = await createStaff(server, 'צוות');
      const official = await makeLeague(staff, [], 'רשמית', { custom: false });
      await dana.post('membership/', { section: official.id });
      const pair = (
        await staff.post<{ id: number }[]>('option/', [
          { name: 'א', section: official.id },
          { name: 'ב', section: official.id },
        ])
      ).body;
      const game = await makeGame(staff, official.id, 'vote', [pair.map(({ id }) => id)]);
      const [item] = game.items_data;
      if (!item) throw new Error('no vote');
      await postBets(dana, item, undefined, 1);
      await staff.post('setItemResults/', { item: item.id, value: { options: [optionIdsOf(item)[1]] } });
      const { status, body } = await api(server.url).get<RulesPreview>('rulesPreview/', {
        post: game.id,
        pts_correct: 7,
      });
      expect([status, body.me, rows(body)]).toEqual([200, null, [[1, 'דנה', 7, 1, 3]]]);
    });
  });
});
