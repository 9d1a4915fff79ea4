import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompetitionFile, CompetitionSummary, Tournament } from '#contract/make-game-calls.ts';
import type { Item, Notification, Post, StandingsRow } from '#contract/models.ts';
import { createServer } from '#server/boot/server.ts';
import { endVotes } from '#server/commands/end-votes.ts';
import { readSettings } from '#server/boot/settings.ts';
import type { Competition, CompetitionMatch } from '#server/competitions/competition-format.ts';
import { api } from '#tests/support/server/api-client.ts';
import { competitionsFolder, match, neighbourhoodCup } from '#tests/support/server/competitions.ts';
import {
  isoInDays,
  leagueWithMembers,
  postBets,
  readItem,
  stopReminders,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { freshDatabase, onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

const noChanges = { moved: [], closed: [], results: [], left: [] };
const unchanged = { moved: 0, closed: 0, results: 0 };

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, gil: ApiMember;
  let section: number;
  beforeAll(async () => {
    server = await startServer({ database });
    await stopReminders(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({
      section,
      members: [dana, noa, gil],
    } = await leagueWithMembers(server, ['דנה', 'נועה', 'גיל']));
    // A member who left.
    await gil.del('membership/', { section });
  });

  /** In no order: the earliest match is on the line before the last. */
  const matches: CompetitionMatch[] = [
    match('7', 'semi', 9, 'bears', 'wolves'),
    match('3', 'semi', 4, 'lions', 'bra'),
    match('1', 'semi', 2, 'wolves', 'bra'),
    match('5', 'semi', 6, 'lions', 'bears'),
  ];
  const cup = (change: (one: CompetitionMatch) => CompetitionMatch | [] = (one) => one): Competition =>
    neighbourhoodCup(matches.flatMap(change), { id: 'ours' });
  /** The cup with one of its matches changed. */
  const having = (id: string, more: Partial<CompetitionMatch>) =>
    cup((one) => (one.id === id ? { ...one, ...more } : one));
  const file = (competition: Competition, store: boolean) =>
    dana.post<CompetitionFile>('competitionFile/', {
      section,
      format: 'json',
      name: 'json',
      text: JSON.stringify(competition),
      store,
    });
  /** The changes that the file would make, read before it is stored. */
  const preview = async (competition: Competition) =>
    (await file(competition, false)).body.competition?.changes;
  const importNow = async () =>
    (await dana.post<Tournament>('importCompetition/', { section, competition: 'ours', rules: {} })).body;
  const imports = async (competition: Competition) => {
    await file(competition, true);
    return importNow();
  };
  const items = async () =>
    (await noa.get<{ results: Post[] }>('post/', { section })).body.results.flatMap(
      ({ items_data }) => items_data,
    );
  const names: Record<string, string> = {
    '7': 'דובי הוואדי · זאבי הגבעה',
    '3': 'אריות הכיכר · ברזיל',
    '1': 'זאבי הגבעה · ברזיל',
    '5': 'אריות הכיכר · דובי הוואדי',
  };
  const itemOf = async (id: string): Promise<Item> =>
    readItem(noa, (await items()).find(({ name }) => name === names[id]) as Item);
  const timelineOf = async (id: string) =>
    (await itemOf(id)).timeline?.map(({ kind, by, source }) => [kind, by?.name, source]);
  const moves = async (person: ApiMember) =>
    (await person.get<{ results: Notification[] }>('notification/', { limit: 100 })).body.results
      .map(({ title }) => title)
      .filter((title) => title.includes('זז') || title.includes('מועד'));
  const pair = async (id: string) => {
    const [home, away] = (names[id] ?? '').split(' · ');
    return { item: (await itemOf(id)).id, home, away };
  };
  /** Moves the date of a match's item, and the imported one, to over two hours ago; returns it. */
  async function passes(id: string): Promise<string> {
    const { id: item } = await itemOf(id);
    const past = isoInDays(-0.1);
    await sql`alter table items disable trigger user`.execute(server.platform.db);
    await sql`update items set date = ${past} where id = ${item}`.execute(server.platform.db);
    await sql`update tournament_items set applied = jsonb_set(applied, '{date}', to_jsonb(${past}::text))
      where item_id = ${item}`.execute(server.platform.db);
    await sql`alter table items enable trigger user`.execute(server.platform.db);
    return past;
  }

  test('importing the same file twice changes nothing', async () => {
    expect(await imports(cup())).toMatchObject({ made: 4, changed: unchanged });
    const before = await Promise.all(['7', '3', '1', '5'].map(itemOf));
    expect(await preview(cup())).toEqual(noChanges);
    expect(await imports(cup())).toMatchObject({ made: 0, changed: unchanged });
    expect(await Promise.all(['7', '3', '1', '5'].map(itemOf))).toEqual(before);
    expect(await moves(noa)).toEqual([]);
  });

  test('future dates are moved, new matches added, and matches that are gone from the file listed and kept', async () => {
    const first = cup((one) => (one.id === '5' ? [] : one));
    await imports(first);
    await postBets(noa, await itemOf('3'), 2, 1);
    const was = (await itemOf('3')).date;
    const to = isoInDays(5);
    const next = cup((one) => (one.id === '3' ? { ...one, date: to } : one.id === '7' ? [] : one));
    const importPreview = (await file(next, false)).body.competition;
    expect({ ready: importPreview?.ready, changes: importPreview?.changes }).toEqual({
      ready: 1,
      changes: {
        ...noChanges,
        moved: [{ ...(await pair('3')), from: was, to }],
        left: [await pair('7')],
      },
    });
    // The preview changes nothing.
    expect((await itemOf('3')).date).toBe(was);
    expect(await imports(next)).toMatchObject({ made: 1, changed: { ...unchanged, moved: 1 } });
    expect((await itemOf('3')).date).toBe(to);
    expect((await itemOf('3')).options).toMatchObject(
      Object.fromEntries(Object.keys((await itemOf('3')).options).map((id, at) => [id, { value: 2 - at }])),
    );
    expect((await itemOf('7')).readonly).toBe(false);
    expect(await timelineOf('3')).toEqual([
      ['made', 'דנה', undefined],
      ['moved', 'דנה', 'גביע השכונה'],
    ]);
    expect((await moves(noa)).length).toBe(1);
    expect((await moves(dana)).length).toBe(1);
    expect(await moves(gil)).toEqual([]);
    expect(await preview(next)).toEqual({ ...noChanges, left: [await pair('7')] });
    expect(await imports(next)).toMatchObject({ made: 0, changed: unchanged });
    expect((await moves(noa)).length).toBe(1);
  });

  test('a change in one competition does not change another with the same matches', async () => {
    await imports(cup());
    const sameCup = { ...cup(), id: 'theirs' };
    await file(sameCup, true);
    await dana.post<Tournament>('importCompetition/', { section, competition: 'theirs', rules: {} });
    const datesOf = async () =>
      (await items()).filter(({ name }) => name === names['3']).map(({ date }) => date);
    const was = matches[1]?.date;
    expect(await datesOf()).toEqual([was, was]);
    const to = isoInDays(5);
    const moved = having('3', { date: to });
    expect((await preview(moved))?.moved).toHaveLength(1);
    expect(await imports(moved)).toMatchObject({ made: 0, changed: { ...unchanged, moved: 1 } });
    // The newest is first, which is the other competition's.
    expect(await datesOf()).toEqual([was, to]);
    expect((await moves(noa)).length).toBe(1);
  });

  test('a date that was moved by hand is kept until the file moves it too', async () => {
    await imports(cup());
    const own = isoInDays(3);
    await dana.put(`item/${(await itemOf('1')).id}/`, { date: own });
    expect((await itemOf('1')).date).toBe(own);
    expect(await preview(cup())).toEqual(noChanges);
    await imports(cup());
    expect((await itemOf('1')).date).toBe(own);
    const fileDate = isoInDays(8);
    await imports(having('1', { date: fileDate }));
    expect((await itemOf('1')).date).toBe(fileDate);
  });

  test('a date that was moved by hand is also kept in a tournament without stored dates', async () => {
    await imports(cup());
    await sql`update tournament_items set applied = null`.execute(server.platform.db);
    await dana.put(`item/${(await itemOf('1')).id}/`, { date: isoInDays(3) });
    expect(await preview(cup())).toEqual(noChanges);
    const to = isoInDays(8);
    expect(await imports(having('1', { date: to }))).toMatchObject({ changed: { ...unchanged, moved: 1 } });
    expect((await itemOf('1')).date).toBe(to);
  });

  test('a later date does not reopen an item whose date has passed; a match that has started by the file is closed', async () => {
    await imports(cup());
    const past = await passes('1');
    const later = having('1', { date: isoInDays(20) });
    expect(await preview(later)).toEqual(noChanges);
    expect(await imports(later)).toMatchObject({ changed: unchanged });
    expect(await itemOf('1')).toMatchObject({ date: past, readonly: true, status: 'open' });

    const was = (await itemOf('3')).date;
    const withStarted = having('3', { date: isoInDays(-1) });
    expect(await preview(withStarted)).toEqual({ ...noChanges, closed: [await pair('3')] });
    expect(await imports(withStarted)).toMatchObject({ changed: { ...unchanged, closed: 1 } });
    expect(await itemOf('3')).toMatchObject({ date: was, readonly: true, status: 'open' });
    expect((await postBets(noa, await itemOf('3'), 1, 0)).status).toBe(409);
    expect(await imports(withStarted)).toMatchObject({ changed: unchanged });
  });

  test('a date that is no longer in the file is kept', async () => {
    await imports(cup());
    const { date } = await itemOf('5');
    expect(await preview(having('5', { date: null }))).toEqual(noChanges);
    await imports(having('5', { date: null }));
    expect((await itemOf('5')).date).toBe(date);
  });

  describe('a question about the competition', () => {
    const dayOne = Date.parse(isoInDays(0));
    /** A match with the same date at every call. */
    const playing = (id: string, round: string, days: number, home: string, away: string) => ({
      ...match(id, round, days, home, away),
      date: new Date(dayOne + days * 86_400_000).toISOString(),
    });
    /** Two groups of three teams; the first round is of matches within the groups. */
    const groups = (days: Record<string, number>) =>
      neighbourhoodCup(
        [
          { ...playing('1', 'semi', days['1'] ?? 3, 'wolves', 'bears'), group: 'A' },
          { ...playing('2', 'semi', days['2'] ?? 5, 'lions', 'bears'), group: 'A' },
          { ...playing('3', 'semi', days['3'] ?? 4, 'bra', 'hawks'), group: 'B' },
          { ...playing('4', 'semi', days['4'] ?? 6, 'foxes', 'bra'), group: 'B' },
          // Between two teams of one group.
          playing('5', 'final', days['5'] ?? 9, 'wolves', 'lions'),
        ],
        {
          id: 'ours',
          teams: [
            ...cup().teams,
            { id: 'hawks', name: { heb: 'נץ הגג', en: 'Roof Hawks' } },
            { id: 'foxes', name: { heb: 'שועלי הגן', en: 'Park Foxes' } },
          ],
        },
      );
    const day = (date: string | null | undefined) => date?.slice(0, 10);
    const inDays = (...days: number[]) =>
      days.map((one) => day(new Date(dayOne + one * 86_400_000).toISOString()));
    const questions = async () => (await items()).filter(({ type }) => type === 'vote');
    /** The days on which the questions close: the champion's, then the groups'. */
    const closing = async () => {
      const questionItems = await questions();
      const champion = questionItems.filter(({ name }) => !name.startsWith('בית'));
      return [...champion, ...questionItems.filter(({ name }) => name.startsWith('בית'))].map(({ date }) =>
        day(date),
      );
    };

    beforeEach(async () => {
      await file(groups({}), true);
      await dana.post<Tournament>('importCompetition/', {
        section,
        competition: 'ours',
        rules: {},
        questions: true,
      });
    });

    test('closes at the first kick-off of its group or of all, and moves with it', async () => {
      expect(await closing()).toEqual(inDays(3, 3, 4));
      expect(await imports(groups({ 3: 2 }))).toMatchObject({ changed: { ...unchanged, moved: 1 } });
      expect(await closing()).toEqual(inDays(2, 3, 2));
      // One notification of all that move together.
      expect(await moves(noa)).toHaveLength(1);
      const [question] = await questions();
      const { timeline } = await readItem(noa, question as Item);
      expect(timeline?.map(({ kind, by, source }) => [kind, by?.name, source])).toEqual([
        ['made', 'דנה', undefined],
        ['moved', 'דנה', 'גביע השכונה'],
      ]);
      expect(await imports(groups({ 3: 2 }))).toMatchObject({ changed: unchanged });
      await imports(groups({ 1: 8, 3: 7 }));
      expect(await closing()).toEqual(inDays(5, 5, 6));
      // A knockout match is none of its teams' groups' matches.
      await imports(groups({ 1: 8, 3: 7, 5: 1 }));
      expect(await closing()).toEqual(inDays(1, 5, 6));
    });

    test('is closed once its first match has kicked off by the file', async () => {
      await imports(groups({ 1: -1 }));
      expect((await questions()).map(({ name, readonly }) => [name.startsWith('בית ב'), readonly])).toEqual([
        [false, true],
        [false, true],
        [true, false],
      ]);
      expect(await closing()).toEqual(inDays(3, 3, 4));
    });
  });

  describe('results in the file', () => {
    const points = async () =>
      (await noa.get<{ results: StandingsRow[] }>('standings/', { section })).body.results.map(
        ({ member, points: sum }) => [member.name, sum],
      );
    const resultOf = async (id: string) =>
      Object.values((await itemOf(id)).options).map(({ result }) => result);
    beforeEach(async () => {
      await imports(cup());
      await postBets(noa, await itemOf('1'), 2, 1);
    });

    test('settle their matches, and are corrected by the next version', async () => {
      // Items of other leagues are held for results entered by hand; their rows come first in the table.
      const isOwn = sql`item_id in (select id from items where league_id = ${section}::int)`;
      for (const held of [true, false])
        await sql`update tournament_items set held = ${held} where ${isOwn} <> ${held}`.execute(
          server.platform.db,
        );
      const date = isoInDays(-0.1);
      const played = having('1', { date, result: { home: 2, away: 1 } });
      expect(await preview(played)).toEqual({ ...noChanges, results: [await pair('1')] });
      expect(await imports(played)).toMatchObject({ changed: { ...unchanged, results: 1 } });
      expect(await resultOf('1')).toEqual([2, 1]);
      expect(await points()).toEqual([
        ['נועה', 4],
        ['דנה', 0],
      ]);
      expect(await preview(played)).toEqual(noChanges);
      expect(await imports(played)).toMatchObject({ changed: unchanged });
      const corrected = having('1', { date, result: { home: 2, away: 2 } });
      expect(await preview(corrected)).toEqual({ ...noChanges, results: [await pair('1')] });
      await imports(corrected);
      expect(await resultOf('1')).toEqual([2, 2]);
      expect(await points()).toEqual([
        ['דנה', 0],
        ['נועה', 0],
      ]);
      expect(await timelineOf('1')).toEqual([
        ['made', 'דנה', undefined],
        ['result', 'דנה', 'גביע השכונה'],
        ['corrected', 'דנה', 'גביע השכונה'],
      ]);
      // A match that has ended is not listed as gone from the file.
      expect(await preview(cup((one) => (one.id === '1' ? [] : one)))).toEqual(noChanges);
    });

    test('correct a provisional result, and change nothing once it is final', async () => {
      const { db } = server.platform;
      await dana.put(`section/${section}/`, { provisional_results: true });
      const date = isoInDays(-0.1);
      const played = (home: number, away: number) => having('1', { date, result: { home, away } });
      await imports(played(2, 1));
      expect(await preview(played(2, 2))).toEqual({ ...noChanges, results: [await pair('1')] });
      expect(await imports(played(2, 2))).toMatchObject({ changed: { ...unchanged, results: 1 } });
      const { id } = await itemOf('1');
      await sql`update items set final_at = clock_timestamp() where id = ${id}`.execute(db);
      await endVotes(db);
      const before = await itemOf('1');
      expect(before).toMatchObject({ final: true, version: 3 });
      expect(await preview(played(0, 5))).toEqual(noChanges);
      expect(await imports(played(0, 5))).toMatchObject({ changed: unchanged });
      expect(await itemOf('1')).toEqual(before);
    });

    test('never change a result or a void that was entered by hand', async () => {
      const item = await itemOf('1');
      await dana.post('setItemResults/', { item: item.id, value: { home: 0, away: 0 } });
      const played = having('1', { date: isoInDays(-0.1), result: { home: 2, away: 1 } });
      expect(await preview(played)).toEqual(noChanges);
      expect(await imports(played)).toMatchObject({ changed: unchanged });
      expect(await resultOf('1')).toEqual([0, 0]);
      await dana.post('setItemResults/', { item: (await itemOf('5')).id, value: 'void' });
      const voided = having('5', { result: { home: 2, away: 1 } });
      expect(await preview(voided)).toEqual(noChanges);
      await imports(voided);
      expect((await itemOf('5')).status).toBe('void');
    });

    test('are not entered for other teams than the item’s', async () => {
      const result = { home: 2, away: 1 };
      for (const [home, away] of [
        ['bra', 'wolves'],
        ['wolves', 'lions'],
        ['bears', 'bra'],
      ]) {
        const others = { home: { team: home }, away: { team: away } };
        const next = having('1', { ...others, date: isoInDays(12), result });
        expect(await preview(next)).toEqual({ ...noChanges, left: [await pair('1')] });
        expect(await imports(next)).toMatchObject({ made: 0, changed: unchanged });
      }
      expect(await resultOf('1')).toEqual([null, null]);
    });

    test('are entered, and dates moved, if a team has another id and another spelling in the file', async () => {
      const played = having('1', { date: isoInDays(-0.1), result: { home: 2, away: 1 } });
      const renamed = (side: CompetitionMatch['home']) => (side.team === 'wolves' ? { team: 'hill' } : side);
      const next = {
        ...played,
        teams: played.teams.map((team) =>
          team.id === 'wolves' ? { id: 'hill', name: { heb: 'זאבי-הגבעה', en: 'HILL WOLVES' } } : team,
        ),
        matches: played.matches.map((one) => ({
          ...one,
          home: renamed(one.home),
          away: renamed(one.away),
          ...(one.id === '7' && { date: isoInDays(12) }),
        })),
      };
      expect(await imports(next)).toMatchObject({ made: 0, changed: { ...unchanged, moved: 1, results: 1 } });
      expect(await resultOf('1')).toEqual([2, 1]);
    });
  });

  test('a game that was deleted by hand is not changed, and a replayed competition ignores changes of its file', async () => {
    await imports(cup());
    const [game] = (await noa.get<{ results: Post[] }>('post/', { section })).body.results;
    await dana.put(`post/${game?.id}/`, { active: false });
    expect(await preview(having('1', { date: isoInDays(12) }))).toEqual(noChanges);
    expect(await imports(having('1', { date: isoInDays(12) }))).toMatchObject({
      made: 0,
      changed: unchanged,
    });

    const finishedCup = (days: number) => ({
      ...cup((one) => ({ ...one, date: isoInDays(days), result: { home: 1, away: 0 } })),
      id: 'over',
    });
    ({
      section,
      members: [dana, noa],
    } = await leagueWithMembers(server, ['דנה', 'נועה']));
    await file(finishedCup(-30), true);
    const replayed = await dana.post<Tournament>('importCompetition/', {
      section,
      competition: 'over',
      rules: {},
      replay: true,
    });
    expect(replayed.body).toMatchObject({ made: 4, changed: unchanged });
    expect((await items()).map(({ status }) => status)).toEqual(['open', 'open', 'open', 'open']);
    expect(await preview(finishedCup(-20))).toEqual(noChanges);
  });

  test('changes of a catalogue competition’s file are listed, and applied by a reimport', async () => {
    const to = isoInDays(14);
    const earlier = competitionsFolder({ ...cup(), id: 'town' });
    const later = competitionsFolder({ ...having('7', { date: to }), id: 'town' });
    const data = await freshDatabase(database);
    const serverWith = ({ folder }: { folder: string }) =>
      createServer(readSettings({ PORT: '0', LOG_LEVEL: 'silent', ...data.env, COMPETITIONS_DIR: folder }), {
        io: { print: () => {} },
      });
    let running = await serverWith(earlier);
    const changes = async () =>
      (await dana.get<{ results: CompetitionSummary[] }>('competition/', { section })).body.results.find(
        ({ id }) => id === 'town',
      )?.changes;
    const imported = async () =>
      (await dana.post<Tournament>('importCompetition/', { section, competition: 'town', rules: {} })).body;
    try {
      ({
        section,
        members: [dana, noa],
      } = await leagueWithMembers(running, ['דנה', 'נועה']));
      expect(await imported()).toMatchObject({ made: 4, changed: unchanged });
      expect(await changes()).toEqual(noChanges);
      const was = (await itemOf('7')).date;

      // The same league, on a server that was started again with the changed file.
      await running.close();
      running = await serverWith(later);
      dana = { ...dana, ...api(running.url, dana.token) };
      noa = { ...noa, ...api(running.url, noa.token) };
      expect(await changes()).toEqual({ ...noChanges, moved: [{ ...(await pair('7')), from: was, to }] });
      expect(await imported()).toMatchObject({ made: 0, changed: { ...unchanged, moved: 1 } });
      expect((await itemOf('7')).date).toBe(to);
      expect(await changes()).toEqual(noChanges);
    } finally {
      await running.close();
      await data.remove();
      earlier.remove();
      later.remove();
    }
  });
});
