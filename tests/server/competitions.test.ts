import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  fileLimits,
  type CompetitionFile,
  type CompetitionSummary,
  type Tournament,
} from '#contract/make-game-calls.ts';
import type { Item, Notification, Post, StandingsRow } from '#contract/models.ts';
import { followingTournaments } from '#server/commands/extend-tournament.ts';
import { createServer, type RunningServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import type { CompetitionMatch } from '#server/competitions/competition-format.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  competitionsFolder,
  fileOfMatches,
  importWorldCup,
  match,
  neighbourhoodCup,
} from '#tests/support/server/competitions.ts';
import {
  createStaff,
  leagueWithMembers,
  makeGame,
  makeOptions,
  postBets,
  readItem,
  stopReminders,
} from '#tests/support/server/leagues-and-games.ts';
import { holdRows } from '#tests/support/database/row-gate.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import {
  freshDatabase,
  onOneDatabase,
  spawnServer,
  startServer,
  type TestServer,
} from '#tests/support/server/server.ts';

const games = async (person: ApiMember, section: number): Promise<Post[]> =>
  (await person.get<{ results: Post[] }>('post/', { section, limit: 100 })).body.results;
const pairing = ({ options }: Item) => Object.values(options).map(({ name }) => name);
const notificationsOf = async (person: ApiMember) =>
  (await person.get<{ results: Notification[] }>('notification/')).body.results.map(
    ({ title, description, link }) => ({ title, description, link }),
  );

onOneDatabase('postgres', (database) => {
  /** The final's teams are not known yet, and one semi-final was played; listed out of order. */
  const early = neighbourhoodCup([
    match('9', 'final', 8, { slot: { winnerOf: '7' } }, { slot: { winnerOf: '3' } }),
    match('3', 'semi', 4, 'lions', 'bra'),
    match('7', 'semi', 2, 'bears', 'wolves'),
    match('1', 'semi', -1, 'wolves', 'bra'),
  ]);
  const later = {
    ...early,
    matches: early.matches.map((one) =>
      one.id === '9'
        ? { ...one, home: { ...one.home, team: 'wolves' }, away: { ...one.away, team: 'lions' } }
        : one,
    ),
  };

  /** All matches are in the future: two groups of three, listed out of order. */
  const inGroup = (group: string, one: CompetitionMatch): CompetitionMatch => ({ ...one, group });
  const spring = neighbourhoodCup(
    [
      inGroup('B', match('4', 'semi', 9, 'foxes', 'bra')),
      inGroup('A', match('2', 'semi', 5, 'lions', 'bears')),
      inGroup('B', match('3', 'semi', 6, 'bra', 'hawks')),
      inGroup('A', match('1', 'semi', 7, 'bears', 'wolves')),
      match('9', 'final', 20, { slot: { place: 1, groups: ['A'] } }, { slot: { place: 1, groups: ['B'] } }),
    ],
    {
      id: 'spring',
      name: { heb: 'גביע האביב', en: 'Spring Cup' },
      teams: [
        { id: 'wolves', name: { heb: 'זאבי הגבעה', en: 'Hill Wolves' } },
        { id: 'bra', name: { heb: 'ברזיל', en: 'Brazil' } },
        { id: 'hawks', name: { heb: 'נץ הגג', en: 'Roof Hawks' } },
        { id: 'bears', name: { heb: 'דובי הוואדי', en: 'Valley Bears' } },
        { id: 'foxes', name: { heb: 'שועלי הגן', en: 'Garden Foxes' } },
        { id: 'lions', name: { heb: 'אריות הכיכר', en: 'Square Lions' } },
      ],
    },
  );

  let folders: { folder: string; remove(): void }[];
  let server: TestServer;
  /** On the same database, with a later version of the file. */
  let laterServer: RunningServer;
  let dana: ApiMember, noa: ApiMember, gil: ApiMember;
  let section: number;
  const cup = (more: object = {}) => ({ section, competition: 'neighbourhood', rules: {}, ...more });
  const atLater = (person: ApiMember) => api(laterServer.url, person.token);
  const undo = (person: Pick<ApiMember, 'del'>, competition = 'neighbourhood') =>
    person.del<{ res: string }>('importCompetition/', { section, competition });
  beforeAll(async () => {
    folders = [competitionsFolder(early, spring), competitionsFolder(later, spring)];
    const [now, then] = folders.map(({ folder }) => ({ COMPETITIONS_DIR: folder }));
    server = await startServer({ database, env: now ?? {} });
    const { dataDir, databaseUrl } = server.platform.settings;
    laterServer = await createServer(
      readSettings({
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATA_DIR: `${dataDir}-later`,
        DATABASE_URL: databaseUrl ?? '',
        ...then,
      }),
      { io: { print: () => {} } },
    );
    await stopReminders(server);
  });
  afterAll(async () => {
    await laterServer.close();
    await server.close();
    for (const { remove } of folders) remove();
  });
  beforeEach(async () => {
    ({
      section,
      members: [dana, noa, gil],
    } = await leagueWithMembers(server, ['דנה', 'נועה', 'גיל']));
    // A member who left.
    await gil.del('membership/', { section });
  });

  test('the World Cup is imported as nine games of 104 matches, with the catalogue’s teams', async () => {
    const { status, body } = await dana.post<Tournament>('importCompetition/', importWorldCup(section));
    expect({ status, made: body.made, name: body.name }).toEqual({
      status: 201,
      made: 104,
      name: 'מונדיאל 2026',
    });
    expect(body.games.map(({ name, matches }) => [name, matches])).toEqual([
      ['שלב הבתים · מחזור 1', 24],
      ['שלב הבתים · מחזור 2', 24],
      ['שלב הבתים · מחזור 3', 24],
      ['שלב 32 האחרונות', 16],
      ['שמינית הגמר', 8],
      ['רבע הגמר', 4],
      ['חצי הגמר', 2],
      ['על המקום השלישי', 1],
      ['הגמר', 1],
    ]);
    const { rows } = await sql<{ own: number; catalogue: number; sides: number; steps: number }>`
      select (select count(*)::integer from options where league_id = ${section}) as own,
        count(distinct o.option_id)::integer as catalogue, count(*)::integer as sides,
        (select count(*)::integer from item_steps s join items i on i.id = s.item_id join posts p on p.id = i.post_id
          where p.league_id = ${section} and s.kind = 'made' and s.member_id = ${dana.id}) as steps
      from item_options o join items i on i.id = o.item_id join posts p on p.id = i.post_id
      where p.league_id = ${section}`.execute(server.platform.db);
    expect(rows).toEqual([{ own: 0, catalogue: 48, sides: 208, steps: 104 }]);
    const last = (await dana.get<Post>(`post/${body.games[8]?.post}/`)).body;
    expect(last.items_data.map(pairing)).toEqual([['ספרד', 'ארגנטינה']]);
    expect(last.items_data[0]?.details).toMatchObject({ groupName: '', roundName: 'הגמר' });
    const first = (await dana.get<Post>(`post/${body.games[0]?.post}/`)).body;
    expect(pairing(first.items_data[0] as Item)).toEqual(['מקסיקו', 'דרום אפריקה']);
    expect(first.items_data[0]?.details).toMatchObject({
      groupName: 'בית א׳',
      roundName: 'שלב הבתים · מחזור 1',
    });
    // Played again, every match is moved by the same number of weeks.
    const shift = Date.parse(first.items_data[0]?.date ?? '') - Date.parse('2026-06-11T19:00:00Z');
    expect(shift % (7 * 86_400_000)).toBe(0);
    expect(Date.parse(last.items_data[0]?.date ?? '') - Date.parse('2026-07-19T19:00:00Z')).toBe(shift);
    expect(Date.parse(first.items_data[0]?.date ?? '')).toBeGreaterThan(Date.now());
  });

  test('only matches that can be bet on are created; unknown teams become the league’s options', async () => {
    const { body } = await dana.post<Tournament>('importCompetition/', cup({ rules: { pts_exact: 7 } }));
    expect(body).toMatchObject({ made: 2, games: [{ name: 'חצי הגמר', matches: 2 }] });
    const [game] = await games(noa, section);
    expect(game?.items_data.map(pairing)).toEqual([
      ['דובי הוואדי', 'זאבי הגבעה'],
      ['אריות הכיכר', 'ברזיל'],
    ]);
    expect(game).toMatchObject({ description: 'חצי הגמר', rules: { pts_exact: 7, pts_difference: 3 } });
    const { rows } = await sql<{ name: string }>`
      select name from options where league_id = ${section} order by name`.execute(server.platform.db);
    expect(rows.map(({ name }) => name)).toEqual(['אריות הכיכר', 'דובי הוואדי', 'זאבי הגבעה']);
    const [item] = game?.items_data ?? [];
    expect((await postBets(noa, item as Item, 2, 1)).status).toBe(201);
  });

  describe('a file of matches', () => {
    const send = (person: ApiMember, more: object = {}) =>
      person.post<CompetitionFile>('competitionFile/', fileOfMatches(section, more));
    const own = async (person: ReturnType<typeof api>, of = section) =>
      (await person.get<{ results: CompetitionSummary[] }>('competition/', { section: of })).body.results
        .map(({ id }) => id)
        .filter((id) => id.startsWith('own-'));
    const year = new Date().getUTCFullYear() + 1;

    test('is read, then stored as one of the league’s competitions, and imported like the catalogue’s', async () => {
      const read = await send(dana);
      const competition = {
        id: expect.stringMatching(/^own-[0-9a-f]{16}$/),
        name: 'ליגת השכונה',
        over: false,
        rounds: 2,
        matches: 4,
        first: `${year}-03-01T16:00:00.000Z`,
        last: `${year}-03-08T18:00:00.000Z`,
        imported: false,
        ready: 4,
        changes: { moved: [], closed: [], results: [], left: [] },
        undo_until: null,
        newTeams: ['נמרי הרחוב', 'שועלי הגן', 'נץ הגג'],
        questions: 1,
      };
      expect(read.body).toEqual({ competition, problems: [], problemCount: 0 });
      expect(await own(dana)).toEqual([]);

      const { body } = await send(dana, { store: true });
      expect(body).toEqual(read.body);
      const id = body.competition?.id ?? '';
      expect(await own(dana)).toEqual([id]);
      // Another league does not have it.
      const { section: other } = await leagueWithMembers(server, ['טל']);
      expect(await own(await createStaff(server, 'צוות'), other)).toEqual([]);

      const imported = await dana.post<Tournament>('importCompetition/', {
        section,
        competition: id,
        rules: {},
      });
      expect(imported.body.games.map(({ name, matches }) => [name, matches])).toEqual([
        ['מחזור ב', 2],
        ['מחזור א', 2],
      ]);
      const first = (await games(noa, section)).find(({ description }) => description === 'מחזור א');
      expect(first?.items_data.map((item) => [item.date, pairing(item)])).toEqual([
        [`${year}-03-01T16:00:00.000Z`, ['שועלי הגן', 'נץ הגג']],
        [`${year}-03-01T18:00:00.000Z`, ['נמרי הרחוב', 'ברזיל']],
      ]);
      // Its teams are known from now on.
      expect((await send(dana)).body).toEqual({
        competition: {
          ...competition,
          imported: true,
          ready: 0,
          undo_until: imported.body.undo_until,
          newTeams: [],
          questions: 0,
        },
        problems: [],
        problemCount: 0,
      });
    });

    test('has its teams recognised in any case, with any kind of geresh and hyphen', async () => {
      const text = [
        'מחזור,תאריך,שעה,ביתית,אורחת',
        `א,1.3.${year},18:00,אלג'יריה,ארצות-הברית`,
        `א,1.3.${year},20:00,brazil,צ’כיה`,
      ].join('\n');
      expect((await send(dana, { text })).body).toMatchObject({
        competition: { newTeams: [] },
        problems: [],
      });
    });

    test('is replaced by its next version, whose new matches are added to the existing games', async () => {
      const { body } = await send(dana, { store: true });
      const competition = body.competition?.id ?? '';
      await dana.post('importCompetition/', { section, competition, rules: {} });
      const text = `${fileOfMatches(section).text}\nמחזור א,2.3.${year},19:00,ברזיל,נץ הגג`;
      expect((await send(dana, { store: true, text })).body.competition).toMatchObject({
        id: competition,
        matches: 5,
        ready: 1,
      });
      expect(await own(dana)).toEqual([competition]);
      const again = await dana.post<Tournament>('importCompetition/', { section, competition, rules: {} });
      expect(again.body).toMatchObject({ made: 1, games: [{ matches: 2 }, { matches: 3 }] });
    });

    test('with problems is not stored, and the first problems are returned with their lines', async () => {
      const lines = Array.from({ length: 40 }, (_, at) => `מחזור,32.1.${year},20:00,קבוצה ${at},ברזיל`);
      const text = ['מחזור,תאריך,שעה,מארחת,אורחת', ...lines].join('\n');
      const { status, body } = await send(dana, { store: true, text });
      expect(status).toBe(200);
      expect({ ...body, problems: body.problems.slice(0, 2) }).toEqual({
        competition: null,
        problems: [
          { line: 2, field: 'date', code: 'invalid', value: `32.1.${year}` },
          { line: 3, field: 'date', code: 'invalid', value: `32.1.${year}` },
        ],
        problemCount: 40,
      });
      expect(body.problems.length).toBe(fileLimits.problems);
      // Teams are checked before rounds, but problems are returned in the order of their lines.
      const hidden = [
        'מחזור,תאריך,מארחת,אורחת',
        `א\u0085,1.1.${year},נמרים,שועלים`,
        `ב,1.1.${year},נמרים,זאבים\u0085`,
      ];
      expect((await send(dana, { store: true, text: hidden.join('\n') })).body.problems).toEqual([
        { line: 2, field: 'round', code: 'invalid', value: 'א\u0085' },
        { line: 3, field: 'away', code: 'invalid', value: 'זאבים\u0085' },
      ]);
      expect(await own(dana)).toEqual([]);
    });

    test('in the JSON format is read like the catalogue’s; an id of the catalogue’s is refused', async () => {
      const cupOf = (id: string) => ({ format: 'json', text: JSON.stringify({ ...early, id }) });
      expect((await send(dana, { ...cupOf('ours'), store: true })).body).toMatchObject({
        competition: {
          id: 'ours',
          name: 'גביע השכונה',
          ready: 2,
          newTeams: ['זאבי הגבעה', 'דובי הוואדי', 'אריות הכיכר'],
        },
        problemCount: 0,
      });
      expect((await send(dana, { ...cupOf('worldcup-2026'), store: true })).body).toEqual({
        competition: null,
        problems: [{ line: 1, field: 'id', code: 'duplicate', value: 'worldcup-2026' }],
        problemCount: 1,
      });
    });

    test('is refused if the league has twenty others', async () => {
      for (let at = 1; at <= fileLimits.competitions; at += 1)
        expect((await send(dana, { name: `טורניר ${at}`, store: true })).status).toBe(200);
      expect((await send(dana, { name: 'עוד טורניר', store: true })).status).toBe(409);
      // The next version of a stored one does not count as another.
      expect((await send(dana, { name: 'טורניר 7', store: true })).status).toBe(200);
      const ids = await own(dana);
      expect(ids.length).toBe(fileLimits.competitions);
      // In a fixed order, which a change of one of them does not change.
      expect(ids).toEqual(ids.toSorted());
    });

    test('is refused if it has too many characters', async () => {
      const text = 'א'.repeat(fileLimits.characters);
      expect((await send(dana, { text })).status).toBe(200);
      expect((await send(dana, { text: `${text}א` })).status).toBe(400);
    });
  });

  test('the catalogue shows what of a competition a league has imported, and what is ready to import', async () => {
    const of = async (person: ReturnType<typeof api>) =>
      (await person.get<{ results: CompetitionSummary[] }>('competition/', { section })).body.results.find(
        ({ id }) => id === 'neighbourhood',
      );
    const before = {
      name: 'גביע השכונה',
      over: false,
      rounds: 2,
      matches: 4,
      first: early.matches[3]?.date,
      last: early.matches[0]?.date,
      imported: false,
      ready: 2,
      changes: { moved: [], closed: [], results: [], left: [] },
      undo_until: null,
      newTeams: ['זאבי הגבעה', 'דובי הוואדי', 'אריות הכיכר'],
      // One of its matches was played.
      questions: 0,
    };
    expect(await of(dana)).toEqual({ id: 'neighbourhood', ...before });
    const { body } = await dana.post<Tournament>('importCompetition/', cup());
    const imported = {
      id: 'neighbourhood',
      ...before,
      imported: true,
      newTeams: [],
      undo_until: body.undo_until,
    };
    expect(await of(dana)).toEqual({ ...imported, ready: 0 });
    expect(await of(atLater(dana))).toEqual({ ...imported, ready: 1 });
  });

  test('importing again creates the matches that have become known, once, by the first import’s rules', async () => {
    const first = (await dana.post<Tournament>('importCompetition/', cup({ rules: { pts_exact: 7 } }))).body;
    const again = (await dana.post<Tournament>('importCompetition/', cup({ rules: { pts_exact: 1 } }))).body;
    expect(again).toEqual({ ...first, made: 0 });
    const reimported = (await atLater(dana).post<Tournament>('importCompetition/', cup())).body;
    expect(reimported).toMatchObject({ made: 1, games: [...first.games, { name: 'הגמר', matches: 1 }] });
    const all = await games(dana, section);
    expect(new Map(all.map(({ description, rules }) => [description, rules.pts_exact]))).toEqual(
      new Map([
        ['הגמר', 7],
        ['חצי הגמר', 7],
      ]),
    );
    // The league is notified once of each import that created games; former members are not.
    const link = `section/${section}?tab=games`;
    expect(await notificationsOf(noa)).toEqual([
      { title: 'משחק חדש מחכה לניחוש', description: 'גביע השכונה · חבורה', link },
      { title: 'שני משחקים חדשים מחכים לניחוש', description: 'גביע השכונה · חבורה', link },
    ]);
    expect([await notificationsOf(dana), await notificationsOf(gil)]).toEqual([[], []]);
  });

  test('matches that become known are appended to their round’s game', async () => {
    const { body } = await dana.post<Tournament>('importCompetition/', cup());
    const semi = body.games[0]?.post ?? 0;
    // As if the earlier semi-final had not been known.
    await sql`
      with gone as (delete from tournament_items where match = '7' and item_id in
        (select id from items where post_id = ${semi}) returning item_id)
      update items set name = 'אחר' where id in (select item_id from gone)`.execute(server.platform.db);
    await dana.post('importCompetition/', cup());
    const { items_data } = (await dana.get<Post>(`post/${semi}/`)).body;
    expect(items_data.map(({ name }) => name)).toEqual([
      'אחר',
      'אריות הכיכר · ברזיל',
      'דובי הוואדי · זאבי הגבעה',
    ]);
  });

  test('a round whose game was deleted by hand is not created again', async () => {
    const { body } = await dana.post<Tournament>('importCompetition/', cup());
    await dana.del('post/', { ids: body.games[0]?.post ?? 0 });
    await sql`delete from tournament_items where match = '7'`.execute(server.platform.db);
    const again = (await dana.post<Tournament>('importCompetition/', cup())).body;
    expect(again).toMatchObject({ made: 0, games: [] });
  });

  test('only one of two concurrent undos of an import without games succeeds', async () => {
    await dana.post('importCompetition/', cup());
    const { db } = server.platform;
    await sql`delete from tournament_games`.execute(db);
    // On the embedded database one call comes after the other anyway.
    const gate =
      database === 'postgres' ? await holdRows(db, [sql`select from tournaments for update`]) : null;
    const undone = Promise.all([undo(dana), undo(atLater(dana))]);
    await gate?.untilWaiting(2);
    await gate?.open();
    expect(new Set((await undone).map(({ status }) => status))).toEqual(new Set([200, 404]));
  });

  test('an undo locks the games by id, as all transactions do, so that none waits for another in a circle', async () => {
    const { body } = await dana.post<Tournament>('importCompetition/', importWorldCup(section));
    const ids = body.games.map(({ post }) => post).toSorted((one, other) => one - other);
    const [first = 0, ...others] = ids;
    const { db } = server.platform;
    // Its rows are stored behind the others' now: what reads them without an order comes to it last.
    await sql`update posts set updated = now() where id = ${first}`.execute(db);
    await sql`update tournament_games set post_id = post_id where post_id = ${first}`.execute(db);
    await sql`analyze posts, tournament_games`.execute(db);
    const gate = await holdRows(db, [sql`select from posts where id = ${first} for update`]);
    const undone = undo(dana, importWorldCup(section).competition);
    await gate.untilWaiting(1);
    const { rows } = await sql<{ id: number }>`
      select id from posts where id = any(${ids}) order by id for update skip locked`.execute(db);
    await gate.open();
    expect([rows.map(({ id }) => id), (await undone).body]).toEqual([others, { res: 'undone' }]);
  });

  test('an undo touches no game of another import, be it of the league or of the same competition', async () => {
    const { db } = server.platform;
    const { section: elsewhere, members } = await leagueWithMembers(server, ['גיל']);
    const other = { competition: 'spring' };
    const theirs = await members[0].post('importCompetition/', cup({ ...other, section: elsewhere }));
    const kept = await dana.post<Tournament>('importCompetition/', cup());
    const { status, body } = await dana.post<Tournament>('importCompetition/', cup(other));
    expect([theirs.status, kept.status, status]).toEqual([201, 201, 201]);
    const own = body.games.map(({ post }) => post);
    const gate = await holdRows(db, [sql`select from posts where id <> all(${own}::integer[]) for update`]);
    let ended = 0;
    const undone = undo(dana, 'spring').finally(() => (ended += 1));
    await gate.untilWaiting(1, () => ended);
    const endedFirst = ended;
    await gate.open();
    expect([endedFirst, (await undone).body]).toEqual([1, { res: 'undone' }]);
    const left = (await games(dana, section)).map(({ id }) => id);
    expect(left).toEqual(kept.body.games.map(({ post }) => post));
  });

  test('eight concurrent imports create one tournament', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        (at % 2 ? atLater(dana) : dana).post<Tournament>('importCompetition/', importWorldCup(section)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(answers.map(({ body }) => body.made).toSorted((a, b) => a - b)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 104,
    ]);
    expect(await games(dana, section)).toHaveLength(9);
    expect(await notificationsOf(noa)).toHaveLength(1);
  });

  test('the tournaments that follow a competition come in the order of their imports, without replays and undone ones', async () => {
    const { db } = server.platform;
    const { rows } = await sql<{ id: number }>`
      with league as (
        insert into leagues (name, code) select 'followed', 'FOLLOWED0' || n from generate_series(1, 5) n returning id
      )
      insert into tournaments (league_id, competition, rules, item_type_id)
      select league.id, 'followed', '{}', (select min(id) from item_types) from league order by league.id desc returning id`.execute(
      db,
    );
    const [first = 0, second = 0, third = 0, replay = 0, undone = 0] = rows.map(({ id }) => id);
    await sql`update tournaments set shift_days = 7 where id = ${replay}`.execute(db);
    await sql`update tournaments set undone_at = now() where id = ${undone}`.execute(db);
    // The leagues are in the opposite order, and a changed row is stored after the others.
    await sql`update tournaments set rules = '{"rounds": 2}' where id = ${first}`.execute(db);
    expect(await followingTournaments(db, 'followed')).toEqual([first, second, third]);
  });

  test('the format is served as a JSON Schema, and a file that is not in the format stops the start', async () => {
    const schema = await dana.get<{ title: string }>('competition.schema.json');
    expect([schema.status, schema.body.title]).toEqual([200, 'Hevre competition, version 1']);
    const { folder, remove } = competitionsFolder({ ...early, rounds: [early.rounds[0]] });
    const start = createServer(readSettings({ COMPETITIONS_DIR: folder }));
    await expect(start).rejects.toThrow(
      `the competition ${folder}/0.json is not in the format: matches.0.round: unknown_id`,
    );
    remove();
  });

  test('an invalid import is refused with an error by field, and creates nothing', async () => {
    const refused = async (person: ReturnType<typeof api>, body: object) => {
      const { status, body: problem } = await person.post<{ fields: unknown }>('importCompetition/', body);
      return [status, problem.fields];
    };
    expect([
      await refused(dana, cup({ competition: 'nowhere' })),
      await refused(dana, cup({ replay: true })),
      await refused(dana, cup({ rules: { pts_exact: -1 } })),
      await refused(dana, cup({ rules: { due_date: null, rounds: 2 } })),
    ]).toEqual([
      [400, { competition: { code: 'unknown_id' } }],
      [400, { replay: { code: 'invalid' } }],
      [400, { 'rules.pts_exact': { code: 'too_small', limit: 0 } }],
      [400, { 'rules.due_date': { code: 'unknown_field' }, 'rules.rounds': { code: 'unknown_field' } }],
    ]);
    await dana.put(`section/${section}/`, { active: false });
    expect(await refused(dana, cup())).toEqual([400, { section: { code: 'invalid' } }]);
    expect(await games(dana, section)).toEqual([]);
  });

  test('a competition that is over can be imported only as a replay', async () => {
    const finishedCup = neighbourhoodCup([match('1', 'semi', -3, 'wolves', 'bra')], { id: 'last-year' });
    const { folder, remove } = competitionsFolder(finishedCup);
    const ownServer = await startServer({ database, env: { COMPETITIONS_DIR: folder } });
    try {
      const {
        section: otherLeague,
        members: [owner],
      } = await leagueWithMembers(ownServer, ['דנה']);
      const body = { section: otherLeague, competition: 'last-year', rules: {} };
      const refused = await owner.post<{ fields: unknown }>('importCompetition/', body);
      expect(refused.body.fields).toEqual({ competition: { code: 'past' } });
      await owner.post('importCompetition/', { ...body, replay: true });
      const [game] = await games(owner, otherLeague);
      // Moved by one week: the fewest weeks by which the first match is tomorrow or later.
      expect(game?.items_data.map(({ date }) => date)).toEqual([
        new Date(Date.parse(finishedCup.matches[0]?.date ?? '') + 7 * 86_400_000).toISOString(),
      ]);
    } finally {
      await ownServer.close();
      remove();
    }
  });

  test('undoing an import removes its games and notifications, after which it can be imported again', async () => {
    await dana.post('importCompetition/', cup());
    expect((await undo(dana)).body).toEqual({ res: 'undone' });
    expect([await games(noa, section), await notificationsOf(noa)]).toEqual([[], []]);
    expect((await undo(dana)).status).toBe(404);
    expect((await dana.post<Tournament>('importCompetition/', cup())).body.made).toBe(2);
    expect([await games(noa, section), await notificationsOf(noa)].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
  });

  test('undoing an import leaves the league’s other import with its picks, and all other games and notifications', async () => {
    const own = await makeGame(dana, section, 'vote', [await makeOptions(dana, section, ['א', 'ב'])]);
    const imported = await dana.post<Tournament>('importCompetition/', cup({ competition: 'spring' }));
    const kept = [own.id, ...imported.body.games.map(({ post }) => post)].toSorted((a, b) => a - b);
    const [springGame] = imported.body.games;
    const { items_data } = (await noa.get<Post>(`post/${springGame?.post}/`)).body;
    await postBets(noa, items_data[0] as Item, 1, 0);
    const before = await notificationsOf(noa);
    await dana.post('importCompetition/', cup());
    expect(await notificationsOf(noa)).toHaveLength(before.length + 1);
    expect((await undo(dana)).body).toEqual({ res: 'undone' });
    expect((await games(noa, section)).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(kept);
    expect(await notificationsOf(noa)).toEqual(before);
    // The other import is still one that can be undone.
    expect((await undo(dana, 'spring')).body).toEqual({ res: 'has_bets' });
  });

  describe('questions about a competition', () => {
    const importSpring = (more: object = {}) =>
      dana.post<Tournament>('importCompetition/', {
        section,
        competition: 'spring',
        rules: {},
        questions: true,
        ...more,
      });
    const dateOf = (id: string) => spring.matches.find((one) => one.id === id)?.date;
    const votes = async () =>
      (await games(noa, section)).filter(({ items_data: [item] }) => item?.type === 'vote');

    test('are votes that close at the first kick-off, and are created once', async () => {
      const summary = (await dana.get<{ results: CompetitionSummary[] }>('competition/', { section })).body;
      expect(summary.results.find(({ id }) => id === 'spring')?.questions).toBe(3);
      const { status, body } = await importSpring();
      expect({ status, made: body.made, questions: body.questions }).toEqual({
        status: 201,
        made: 4,
        questions: 3,
      });
      expect(body.games.map(({ name, matches }) => [name, matches])).toEqual([['חצי הגמר', 4]]);
      const voteFields = (await votes()).map(({ description, rules, items_data }) => ({
        description,
        points: rules.pts_correct,
        allowed: rules.bets_allow,
        items: items_data.map((item) => [item.name, item.date, ...pairing(item)]),
      }));
      expect(voteFields.toSorted((one, other) => one.items.length - other.items.length)).toEqual([
        {
          description: 'מי לוקחת את הטורניר?',
          points: 10,
          allowed: 1,
          items: [
            [
              'זאבי הגבעה · ברזיל · נץ הגג · דובי הוואדי · שועלי הגן · אריות הכיכר',
              dateOf('2'),
              'זאבי הגבעה',
              'ברזיל',
              'נץ הגג',
              'דובי הוואדי',
              'שועלי הגן',
              'אריות הכיכר',
            ],
          ],
        },
        {
          description: 'מי מסיימת ראשונה בכל בית?',
          points: 3,
          allowed: 1,
          items: [
            ['בית א׳', dateOf('2'), 'זאבי הגבעה', 'דובי הוואדי', 'אריות הכיכר'],
            ['בית ב׳', dateOf('3'), 'ברזיל', 'נץ הגג', 'שועלי הגן'],
          ],
        },
      ]);
      // The league is notified of the tournament once.
      expect(await notificationsOf(noa)).toMatchObject([{ description: 'גביע האביב · חבורה' }]);
      // Importing again creates no questions, even if one was deleted.
      const [champion] = await votes();
      await dana.del('post/', { ids: champion?.id ?? 0 });
      expect((await importSpring()).body).toMatchObject({ made: 0 });
      expect(await votes()).toHaveLength(1);
    });

    test('give points for the right answer, and take no bets once they are closed', async () => {
      await importSpring();
      const item = (await votes())
        .flatMap(({ items_data }) => items_data)
        .find(({ name }) => name === 'בית א׳');
      const [wolves, bears] = Object.entries(item?.options ?? {}).map(([id]) => Number(id));
      const pick = (person: ApiMember, option = 0) =>
        person.post('bet/', { itemOption: option, post: item?.post, value: 1 });
      expect((await pick(noa, bears)).status).toBe(201);
      expect((await pick(dana, wolves)).status).toBe(201);
      await sql`update items set closed_at = clock_timestamp() where id = ${item?.id ?? 0}`.execute(
        server.platform.db,
      );
      expect((await pick(dana, bears)).status).toBe(409);
      await dana.post('setItemResults/', { item: item?.id, value: { options: [bears] } });
      const { body } = await noa.get<{ results: StandingsRow[] }>('standings/', { section });
      expect(body.results.map(({ member, points }) => [member.name, points])).toEqual([
        ['נועה', 3],
        ['דנה', 0],
      ]);
    });

    test('are created only if the first import requests them, and neither after a kick-off nor in a replay', async () => {
      expect((await importSpring({ questions: false })).body).toMatchObject({ made: 4, questions: 0 });
      expect((await importSpring()).body).toMatchObject({ made: 0, questions: 0 });
      expect(
        (await dana.post<Tournament>('importCompetition/', cup({ questions: true }))).body,
      ).toMatchObject({
        made: 2,
        questions: 0,
      });
      const again = await dana.post<Tournament>('importCompetition/', {
        ...importWorldCup(section),
        questions: true,
      });
      expect(again.body).toMatchObject({ made: 104, questions: 0 });
      expect(await votes()).toEqual([]);
    });

    test('are undone with the tournament; a pick on one of them prevents that', async () => {
      await importSpring();
      const [item] = (await votes()).flatMap(({ items_data }) => items_data);
      const [option] = Object.keys(item?.options ?? {});
      const bet = { itemOption: Number(option), post: item?.post };
      await noa.post('bet/', { ...bet, value: 1 });
      expect((await undo(dana, 'spring')).body).toEqual({ res: 'has_bets' });
      await noa.post('bet/', { ...bet, value: 0 });
      expect((await undo(dana, 'spring')).body).toEqual({ res: 'undone' });
      expect(await games(noa, section)).toEqual([]);
    });

    test('are in the language of the request that imports, with the names of unknown teams', async () => {
      const english = { 'Accept-Language': 'en' };
      const body = { section, competition: 'spring', rules: {}, questions: true };
      await dana.post<Tournament>('importCompetition/', body, english);
      expect((await votes()).map(({ description }) => description).toSorted()).toEqual([
        'Who finishes first in each group?',
        'Who wins it all?',
      ]);
      const items = (await votes()).flatMap(({ items_data }) => items_data);
      const pairings = new Map(items.map((item) => [item.name, pairing(item)]));
      // Brazil is the catalogue's, which is translated to the reader's language.
      expect([pairings.get('Group A'), pairings.get('Group B')]).toEqual([
        ['Hill Wolves', 'Valley Bears', 'Square Lions'],
        ['ברזיל', 'Roof Hawks', 'Garden Foxes'],
      ]);
    });
  });

  test('an import cannot be undone after a bet, a start or ten minutes', async () => {
    const { body } = await dana.post<Tournament>('importCompetition/', cup());
    const { items_data } = (await dana.get<Post>(`post/${body.games[0]?.post}/`)).body;
    const [one, other] = items_data as [Item, Item];
    await postBets(noa, one, 1, 1);
    expect((await undo(dana)).body).toEqual({ res: 'has_bets' });
    await sql`delete from bets where item_id = ${one.id}`.execute(server.platform.db);
    await dana.post('setItemResults/', { item: other.id, value: 'start' });
    expect((await undo(dana)).body).toEqual({ res: 'has_started' });
    await sql`update tournaments set created = created - interval '10 minutes'
      where league_id = ${section}`.execute(server.platform.db);
    expect((await undo(dana)).body).toEqual({ res: 'too_late' });
    expect(await games(noa, section)).toHaveLength(1);
  });

  test('an undo waits for a bet that is not committed yet, and is then refused', async () => {
    const { body } = await dana.post<Tournament>('importCompetition/', cup());
    const post = body.games[0]?.post ?? 0;
    const [item] = (await dana.get<Post>(`post/${post}/`)).body.items_data;
    // The lock and the row that a bet has until it commits.
    const bet = await holdRows(server.platform.db, [
      sql`select from posts where id = ${post} for share`,
      sql`insert into bets (item_id, item_option_id, member_id, value)
        select item_id, id, ${noa.id}, 1 from item_options where item_id = ${item?.id ?? 0}`,
    ]);
    let ended = 0;
    const undoing = undo(dana).finally(() => (ended += 1));
    await bet.untilWaiting(1, () => ended);
    await bet.open();
    expect((await undoing).body).toEqual({ res: 'has_bets' });
    expect(await games(noa, section)).toHaveLength(1);
  });

  test('a bet that waits for an undo is a 404', async () => {
    const { body } = await dana.post<Tournament>('importCompetition/', cup());
    const post = body.games[0]?.post ?? 0;
    const [item] = (await dana.get<Post>(`post/${post}/`)).body.items_data;
    // The undo waits here with its posts locked, before it has looked for bets.
    const gate = await holdRows(server.platform.db, [
      sql`select from tournaments where league_id = ${section} for update`,
    ]);
    let ended = 0;
    const undoing = undo(dana).finally(() => (ended += 1));
    await gate.untilWaiting(1, () => ended);
    const betting = postBets(noa, item as Item, 2, 1).finally(() => (ended += 1));
    await gate.untilWaiting(2, () => ended);
    await gate.open();
    expect([(await undoing).body, (await betting).status]).toEqual([{ res: 'undone' }, 404]);
  });

  test('staff can import into an official league, which has no owner', async () => {
    const staff = await createStaff(server, 'צוות');
    const { id } = (await staff.post<{ id: number }>('section/', { name: 'הרשמית', custom: false })).body;
    await noa.post('membership/', { section: id });
    const { body } = await staff.post<Tournament>('importCompetition/', cup({ section: id }));
    expect(body.made).toBe(2);
    expect(await notificationsOf(noa)).toMatchObject([{ description: 'גביע השכונה · הרשמית' }]);
    const [item] = (await noa.get<Post>(`post/${body.games[0]?.post}/`)).body.items_data;
    expect(await readItem(noa, item as Item)).toMatchObject({ readonly: false });
  });

  test('an import in English has the English names', async () => {
    const english = { 'Accept-Language': 'en' };
    const { body } = await dana.post<Tournament>('importCompetition/', cup(), english);
    expect(body).toMatchObject({ name: 'Neighbourhood Cup', games: [{ name: 'Semi-finals' }] });
    const { items_data } = (await dana.get<Post>(`post/${body.games[0]?.post}/`, {}, english)).body;
    expect(items_data.map(pairing)).toEqual([
      ['Valley Bears', 'Hill Wolves'],
      ['Square Lions', 'Brazil'],
    ]);
  });
});

/** How many rows of an import are stored. */
const storedOf = async ({ platform: { db } }: RunningServer, section: number) => {
  const { rows } = await sql<{ games: number; items: number; sides: number; steps: number }>`
    select (select count(*)::integer from posts where league_id = ${section}) as games,
      (select count(*)::integer from tournament_items) as items,
      (select count(*)::integer from item_options) as sides,
      (select count(*)::integer from item_steps) as steps`.execute(db);
  return rows[0];
};
const fullImport = { games: 9, items: 104, sides: 208, steps: 104 };
const noRows = { games: 0, items: 0, sides: 0, steps: 0 };

onOneDatabase('postgres', (database) => {
  test('an import that is interrupted by a kill is stored as a whole or not at all', async () => {
    const data = await freshDatabase(database);
    try {
      const firstServer = await startServerOn(data.env);
      const {
        section,
        members: [dana, noa],
      } = await leagueWithMembers(firstServer, ['דנה', 'נועה']);
      if (database === 'pglite') await firstServer.close();
      const victim = await spawnServer({ on: data });
      // On PostgreSQL it waits for the row of a member to notify, when everything is written and nothing committed.
      const gate =
        database === 'postgres'
          ? await holdRows(firstServer.platform.db, [
              sql`select from members where id = ${noa.id} for update`,
            ])
          : null;
      const importing = api(victim.url, dana.token)
        .post('importCompetition/', importWorldCup(section))
        .catch(() => null);
      await (gate ? gate.untilWaiting(1) : sleep(60));
      victim.kill('SIGKILL');
      await victim.exited;
      const acknowledged = (await importing) !== null;
      await gate?.open();
      if (gate) await firstServer.close();
      expect(acknowledged && gate !== null).toBe(false);
      const after = await startServerOn(data.env);
      const stored = await storedOf(after, section);
      expect(stored).toEqual(acknowledged || (database === 'pglite' && stored?.items) ? fullImport : noRows);
      // The same request again completes it.
      await api(after.url, dana.token).post('importCompetition/', importWorldCup(section));
      expect(await storedOf(after, section)).toEqual(fullImport);
      await after.close();
    } finally {
      await data.remove();
    }
  }, 300_000);
});

const startServerOn = (env: Record<string, string>) =>
  createServer(readSettings({ ...env, PORT: '0', LOG_LEVEL: 'silent' }), { io: { print: () => {} } });
