import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  CompetitionFile,
  CompetitionSummary,
  TeamOption,
  Tournament,
} from '#contract/make-game-calls.ts';
import type { Item, Post } from '#contract/models.ts';
import { fileOfMatches } from '#tests/support/server/competitions.ts';
import { createStaff, leagueWithMembers, stopReminders } from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** An import may say which option a new team is: the league remembers it by the team's name. */

const year = new Date().getUTCFullYear() + 1;
const tableOf = (...pairs: string[]) =>
  [
    'מחזור,תאריך,שעה,מארחת,אורחת',
    ...pairs.map((pair, at) => `מחזור ב,${9 - at}.3.${year},20:00,${pair}`),
  ].join('\n');
const text = tableOf('נמרי הרחוב,ארהב', 'ברזיל,הנשרים', 'הנשרים,ארהב');

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, gil: ApiMember;
  let section: number;
  /** Two options of the catalogue, and one of the league that its owner has made. */
  let usa: number, brazil: number, eagles: number;
  beforeAll(async () => {
    server = await startServer({ database });
    await stopReminders(server);
    const { rows } = await sql<{ value: string; id: number }>`
      select value, id from options where value in ('USA', 'Brazil')`.execute(server.platform.db);
    const idOf = new Map(rows.map(({ value, id }) => [value, id]));
    [usa, brazil] = [idOf.get('USA') ?? 0, idOf.get('Brazil') ?? 0];
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({
      section,
      members: [dana, noa, gil],
      options: [eagles = 0],
    } = await leagueWithMembers(server, ['דנה', 'נועה', 'גיל'], ['נשרי הצפון', 'פיצה']));
    // A former member.
    await gil.del('membership/', { section });
  });

  const send = async (league = section, more: object = {}) =>
    (
      await dana.post<CompetitionFile>(
        'competitionFile/',
        fileOfMatches(league, { text, store: true, ...more }),
      )
    ).body.competition;
  const imports = async (teams: object[], more: object = {}) =>
    dana.post<Tournament & { fields: object }>('importCompetition/', {
      section,
      competition: (await send())?.id,
      rules: {},
      teams,
      ...more,
    });
  const list = async (person: ApiMember, league = section) =>
    (
      await person.get<{ results: CompetitionSummary[]; teams: TeamOption[] }>('competition/', {
        section: league,
      })
    ).body;
  const pairs = async () =>
    (await noa.get<{ results: Post[] }>('post/', { section })).body.results
      .flatMap(({ items_data }) => items_data)
      .map(({ options }: Item) => Object.values(options).map(({ name }) => name))
      .toSorted((one, other) => one.join().localeCompare(other.join()));
  const stored = async () => {
    const { rows } = await sql<{ names: number; games: number }>`
      select (select count(*)::integer from team_names where league_id = ${section}) as names,
        (select count(*)::integer from posts where league_id = ${section}) as games`.execute(
      server.platform.db,
    );
    return rows[0];
  };
  const named = (name: string, option: number) => ({ name, option });

  test('a new team is created, or is the option that the import gives for it; the league remembers that', async () => {
    expect((await send())?.newTeams).toEqual(['נמרי הרחוב', 'ארהב', 'הנשרים']);
    const { teams } = await list(dana);
    expect(teams).toContainEqual({ id: usa, name: 'ארצות הברית' });
    expect(teams).toContainEqual({ id: eagles, name: 'נשרי הצפון' });
    expect(teams.length).toBe(48 + 2);
    expect(teams.map(({ name }) => name)).toEqual(teams.map(({ name }) => name).toSorted());

    expect((await imports([named('הנשרים', eagles), named('ארהב', usa)])).status).toBe(201);
    expect(await pairs()).toEqual([
      ['ברזיל', 'נשרי הצפון'],
      ['נמרי הרחוב', 'ארצות הברית'],
      ['נשרי הצפון', 'ארצות הברית'],
    ]);
    // The name is not new in the next version, nor in another file.
    expect((await send())?.newTeams).toEqual([]);
    const other = { name: 'גביע אחר', text: tableOf('ארהב,שועלי הגן', 'ברזיל,ארהב') };
    expect((await send(section, other))?.newTeams).toEqual(['שועלי הגן']);
    const again = await imports([], { competition: (await send(section, other))?.id });
    expect(again.body).toMatchObject({ made: 2 });
    expect((await pairs()).filter((pair) => pair.includes('ארצות הברית')).length).toBe(4);
    // In another league it is.
    const { section: elsewhere, members } = await leagueWithMembers(server, ['דנה']);
    const foreignFile = await members[0].post<CompetitionFile>(
      'competitionFile/',
      fileOfMatches(elsewhere, { text, store: true }),
    );
    expect(foreignFile.body.competition?.newTeams).toEqual(['נמרי הרחוב', 'ארהב', 'הנשרים']);
  });

  test('a remembered name is recognised in either language', async () => {
    await imports([named('ארהב', usa)]);
    const document = JSON.stringify({
      version: 1,
      id: 'two-names',
      name: { heb: 'גביע', en: 'Cup' },
      teams: [
        { id: 'u', name: { heb: 'אמריקה', en: 'ארהב' } },
        { id: 'b', name: { heb: 'ברזיל', en: 'Brazil' } },
      ],
      rounds: [{ id: 'r', name: { heb: 'מחזור', en: 'Round' } }],
      matches: [
        { id: '1', round: 'r', date: `${year}-05-01T18:00:00Z`, home: { team: 'u' }, away: { team: 'b' } },
      ],
    });
    const file = await send(section, { format: 'json', name: 'json', text: document });
    expect(file).toMatchObject({ id: 'two-names', newTeams: [] });
  });

  test('taking an import back removes the names that it gave', async () => {
    const other = { name: 'גביע אחר', text: tableOf('שועלי הגן,ברזיל') };
    const { teams } = await list(dana);
    const [pizza] = teams.filter(({ name }) => name === 'פיצה');
    const elsewhere = (await send(section, other))?.id;
    await imports([named('שועלי הגן', pizza?.id ?? 0)], { competition: elsewhere });
    const { body } = await imports([named('הנשרים', eagles), named('ארהב', usa)]);
    expect(await stored()).toEqual({ names: 3, games: 2 });
    expect((await dana.del('importCompetition/', { section, competition: body.competition })).body).toEqual({
      res: 'undone',
    });
    // The names that another import gave stay.
    expect((await stored())?.names).toBe(1);
    expect((await send(section, other))?.newTeams).toEqual([]);
    // The team that was created stays the league's; the given names are new again.
    expect((await send())?.newTeams).toEqual(['ארהב', 'הנשרים']);
    // This time with another option.
    await imports([named('ארהב', eagles)]);
    expect(await pairs()).toEqual([
      ['ברזיל', 'הנשרים'],
      ['הנשרים', 'נשרי הצפון'],
      ['נמרי הרחוב', 'נשרי הצפון'],
      ['פיצה', 'ברזיל'],
    ]);
  });

  test('a remembered name takes precedence over a later team of the catalogue with that name', async () => {
    await imports([named('הנשרים', eagles)]);
    const { db } = server.platform;
    await sql`insert into options (name, value) values ('הנשרים', 'Eagles')`.execute(db);
    const other = await send(section, { name: 'גביע אחר', text: tableOf('הנשרים,ברזיל') });
    await imports([], { competition: other?.id });
    await sql`update options set active = false where value = 'Eagles'`.execute(db);
    expect((await pairs()).filter((pair) => pair.includes('נשרי הצפון')).length).toBe(3);
  });

  test('a name is new again once its option was removed', async () => {
    await imports([named('הנשרים', eagles)]);
    await sql`update options set active = false where id = ${eagles}`.execute(server.platform.db);
    expect((await send())?.newTeams).toEqual(['הנשרים']);
  });

  describe('an import is refused, and nothing is stored, if', () => {
    test.each([
      [
        'a name is not of a new team',
        () => [named('ארהב', usa), named('אף אחת', eagles)],
        'teams.1.name',
        'unknown_id',
      ],
      [
        'a name is given twice',
        () => [named('ארהב', usa), named('ארהב', eagles)],
        'teams.1.name',
        'duplicate',
      ],
      ['the option does not exist', () => [named('ארהב', 2 ** 40)], 'teams.0.option', 'unknown_id'],
      [
        'two teams have one option',
        () => [named('ארהב', usa), named('הנשרים', usa)],
        'teams.1.option',
        'duplicate',
      ],
      [
        'the option is another team of the file',
        () => [named('ארהב', brazil)],
        'teams.0.option',
        'duplicate',
      ],
    ])('%s', async (_, teams, field, code) => {
      const { status, body } = await imports(teams());
      expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { [field]: { code } } });
      expect(await stored()).toEqual({ names: 0, games: 0 });
    });

    test('the option is another league’s, or private', async () => {
      const { options } = await leagueWithMembers(server, ['טל'], ['ארהב']);
      const own = (await dana.post<{ id: number }>('option/', { name: 'שלי' })).body.id;
      for (const option of [options[0] ?? 0, own]) {
        const { status, body } = await imports([named('ארהב', option)]);
        expect({ status, fields: body.fields }).toEqual({
          status: 400,
          fields: { 'teams.0.option': { code: 'unknown_id' } },
        });
      }
      expect(await stored()).toEqual({ names: 0, games: 0 });
    });

    test('the team is already known', async () => {
      expect((await imports([named('הנשרים', eagles)])).status).toBe(201);
      expect((await imports([named('ארהב', usa)])).status).toBe(409);
      expect((await imports([named('הנשרים', usa)])).status).toBe(409);
      expect(await stored()).toEqual({ names: 1, games: 1 });
    });

    test('the member who imports does not run the league', async () => {
      const competition = (await send())?.id;
      const body = { section, competition, rules: {}, teams: [named('ארהב', usa)] };
      expect((await noa.post('importCompetition/', body)).status).toBe(403);
      expect((await gil.post('importCompetition/', body)).status).toBe(404);
      expect(await stored()).toEqual({ names: 0, games: 0 });
    });
  });

  test('of two concurrent imports with different options for a team one is 409', async () => {
    const competition = (await send())?.id;
    const staff = await createStaff(server, 'צוות');
    const answers = await Promise.all(
      [dana, staff].map((person, at) =>
        person.post('importCompetition/', {
          section,
          competition,
          rules: {},
          teams: [named('ארהב', at === 0 ? usa : eagles)],
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await stored()).toEqual({ names: 1, games: 1 });
    const now = answers[0]?.status === 201 ? 'ארצות הברית' : 'נשרי הצפון';
    expect((await pairs()).filter((pair) => pair.includes(now)).length).toBe(2);
  });
});
