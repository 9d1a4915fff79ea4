import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompetitionSummary, Tournament } from '#contract/make-game-calls.ts';
import type { Item, League, Notification, Post, StandingsRow } from '#contract/models.ts';
import type { Objections } from '#contract/objections.ts';
import { endVotes } from '#server/commands/end-votes.ts';
import { lockItemOfSource } from '#server/commands/item-steps.ts';
import { jobsOf } from '#server/boot/jobs.ts';
import { sourcesJob } from '#server/boot/sources-job.ts';
import { sourceAt } from '#server/competitions/sources/adapters.ts';
import type { SourceAddress } from '#server/competitions/sources/addresses.ts';
import { askSource } from '#server/competitions/sources/ask.ts';
import { transaction } from '#server/db/transaction.ts';
import { runSize } from '#tests/support/run-size.ts';
import {
  createStaff,
  isoInDays,
  leagueWithMembers,
  postBets,
  readItem,
  stopReminders,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';
import {
  footballDataDocument,
  footballDataMatch,
  startSourceStandIn,
  type SourceStandIn,
} from '#tests/support/server/source-stand-in.ts';

/** A number of seconds, less the time that has passed meanwhile on a busy machine. */
const about = (seconds: number): number =>
  expect.toSatisfy(
    (value: number) => value <= seconds && value > seconds - 15,
    `at most ${seconds}`,
  ) as number;

type MatchFields = NonNullable<Parameters<typeof footballDataMatch>[2]>;
const noAbort = new AbortController().signal;

/** A server that follows one source, which it requests only when the test says so. */
async function startFollower(database: 'pglite' | 'postgres', env: Record<string, string> = {}) {
  const source = await startSourceStandIn();
  const server = await startServer({
    database,
    env: {
      COMPETITION_SOURCES: 'premier=football-data:PL/2026',
      FOOTBALL_DATA_URL: source.url,
      FOOTBALL_DATA_TOKEN: 'abc',
      ...env,
    },
  });
  await server.platform.jobs.stop();
  await stopReminders(server);
  return { source, server };
}

/** Runs the job's round, whether or not the source is due. */
async function visit(server: TestServer): Promise<void> {
  await sql`update sources set next_at = '-infinity'`.execute(server.platform.db);
  await sourcesJob(server.platform).run(noAbort);
}

const notificationsOf = async (person: ApiMember) =>
  (await person.get<{ results: Notification[] }>('notification/', { limit: 100 })).body.results.map(
    ({ title, description }) => `${title} | ${description}`,
  );
const score = (home: number, away: number): MatchFields => ({ status: 'FINISHED', score: [home, away] });

onOneDatabase('postgres', (database) => {
  let source: SourceStandIn, server: TestServer;
  let dana: ApiMember, noa: ApiMember;
  let section: number;
  let item: Item;
  /** A new id for each test, so that earlier answers of the source are of other matches. */
  let id = 100;
  let clock = Date.parse('2027-01-01T00:00:00Z');
  const kickOff = isoInDays(2);

  /** Sets what the source returns for the match from now on. */
  function setSourceMatch(fields: MatchFields): void {
    clock += 60_000;
    const updated = new Date(clock).toISOString();
    const match = footballDataMatch(id, ['Hill Wolves', 'Valley Bears'], {
      date: kickOff,
      updated,
      ...fields,
    });
    source.answer = () => ({ document: footballDataDocument(match) });
  }
  async function visitWith(fields: MatchFields): Promise<Item> {
    setSourceMatch(fields);
    await visit(server);
    return now();
  }
  const now = () => readItem(dana, item);
  const importCup = async (more: object = {}) => {
    await dana.post<Tournament>('importCompetition/', {
      section,
      competition: 'premier',
      rules: {},
      ...more,
    });
    const { results } = (await dana.get<{ results: Post[] }>('post/', { section })).body;
    item = results[0]?.items_data.find(({ name }) => name !== '') as Item;
  };
  const timelineTexts = async () =>
    (await now()).timeline?.map(({ kind, by, source: sourceName }) => `${kind} by ${by?.name ?? sourceName}`);

  beforeAll(async () => {
    ({ source, server } = await startFollower(database));
  });
  afterAll(async () => {
    await server.close();
    await source.close();
  });

  beforeEach(async () => {
    id += 1;
    await sql`delete from source_matches`.execute(server.platform.db);
    ({
      section,
      members: [dana, noa],
    } = await leagueWithMembers(server, ['דנה', 'נועה']));
    setSourceMatch({});
    await visit(server);
  });

  test('a server with a source has a job that requests it; a server without one has no such job', () => {
    const { platform } = server;
    const namesWith = (addresses: readonly SourceAddress[]) =>
      jobsOf({
        ...platform,
        settings: { ...platform.settings, sources: { ...platform.settings.sources, addresses } },
      }).map(({ name }) => name);
    const others = [
      'delete-old-sign-ins',
      'delete-old-idempotency-keys',
      'delete-old-events',
      'delete-unattached-pictures',
      'close',
      'votes',
      'remind',
      'push',
    ];
    expect(namesWith(platform.settings.sources.addresses)).toEqual([...others, 'sources']);
    expect(namesWith([])).toEqual(others);
  });

  describe('a league that starts its matches by the source’s kick-off', () => {
    beforeEach(async () => {
      await importCup({ startBy: 'kick_off' });
      await postBets(noa, item, 2, 1);
    });

    test('starts the match, shows its running score and settles it, in the source’s name', async () => {
      const live = await visitWith({ status: 'IN_PLAY', score: [1, 0] });
      expect([live.status, live.details.source]).toEqual([
        'started',
        {
          name: 'football-data.org',
          state: 'live',
          held: false,
          score: { home: 1, away: 0 },
          extraTime: null,
          penalties: null,
        },
      ]);
      expect((await postBets(noa, live, 0, 0)).status).toBe(409);
      const after = {
        duration: 'PENALTY_SHOOTOUT',
        regularTime: { home: 2, away: 1 },
        extraTime: { home: 0, away: 1 },
        penalties: { home: 4, away: 5 },
      };
      const ended = await visitWith({ status: 'FINISHED', score: [6, 7], after });
      expect(ended).toMatchObject({ status: 'ended', version: 3 });
      expect(Object.values(ended.options).map(({ result }) => result)).toEqual([2, 1]);
      expect(ended.details.source).toMatchObject({
        state: 'final',
        extraTime: { home: 2, away: 2 },
        penalties: { home: 4, away: 5 },
      });
      expect(await timelineTexts()).toEqual([
        'made by דנה',
        'started by football-data.org',
        'result by football-data.org',
      ]);
      expect((await readItem(noa, item)).pts).toBe(4);
      expect((await notificationsOf(noa))[0]).toBe('יש תוצאה: 4 נקודות | Hill Wolves · Valley Bears · חבורה');
    });

    test('does not touch a match between two reports, though its date has passed', async () => {
      const { db } = server.platform;
      await visit(server);
      await sql`alter table items disable trigger user`.execute(db);
      await sql`update items set date = ${isoInDays(-0.01)} where id = ${item.id}`.execute(db);
      await sql`alter table items enable trigger user`.execute(db);
      const written = async () =>
        (
          await sql<{ xmin: string }>`
            select xmin::text from tournament_items where item_id = ${item.id}`.execute(db)
        ).rows;
      const before = await written();
      await visit(server);
      expect(await written()).toEqual(before);
      expect((await now()).status).toBe('open');
    });

    test('corrects a result and notifies of it; the same answer again changes nothing', async () => {
      await visitWith(score(2, 1));
      const before = await notificationsOf(noa);
      await visit(server);
      await visitWith(score(2, 1));
      expect([await notificationsOf(noa), (await now()).version]).toEqual([before, 2]);
      const corrected = await visitWith(score(2, 2));
      expect(corrected.version).toBe(3);
      expect((await timelineTexts())?.at(-1)).toBe('corrected by football-data.org');
      expect((await notificationsOf(noa))[0]).toMatch(/^תוצאה תוקנה: 0 נקודות במקום 4/);
    });

    test('ignores answers that are older than the last one', async () => {
      await visitWith(score(2, 1));
      await visitWith({ status: 'IN_PLAY', score: [1, 0], updated: '2026-12-31T00:00:00Z' });
      await visitWith({ ...score(0, 3), updated: '2026-12-31T00:00:00Z' });
      expect([(await now()).status, await timelineTexts()]).toEqual([
        'ended',
        ['made by דנה', 'result by football-data.org'],
      ]);
    });

    test('keeps a member’s result until they hand the item back', async () => {
      const [home, away] = [3, 3];
      await dana.post('setItemResults/', { item: item.id, value: { home, away } });
      const heldItem = await visitWith(score(2, 1));
      expect(Object.values(heldItem.options).map(({ result }) => result)).toEqual([3, 3]);
      expect(heldItem.details.source).toMatchObject({
        held: true,
        state: 'final',
        score: { home: 2, away: 1 },
      });
      const { status, body } = await dana.post<Item>('handBack/', { item: item.id });
      expect([status, body.details.source?.held]).toEqual([200, false]);
      expect(Object.values(body.options).map(({ result }) => result)).toEqual([2, 1]);
      expect(await timelineTexts()).toEqual([
        'made by דנה',
        'result by דנה',
        'corrected by football-data.org',
      ]);
      expect((await dana.post('handBack/', { item: item.id })).status).toBe(409);
    });

    test('holds a running match after a member’s result, but not after a member’s start', async () => {
      await dana.post('setItemResults/', { item: item.id, value: 'start' });
      const running = await visitWith({ status: 'IN_PLAY', score: [1, 0] });
      expect([running.details.source?.held, running.details.source?.score]).toEqual([
        false,
        { home: 1, away: 0 },
      ]);
      await dana.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });
      expect((await now()).details.source?.held).toBe(true);
    });

    test('settles by the source’s result a match that a member has started', async () => {
      await dana.post('setItemResults/', { item: item.id, value: 'start' });
      expect((await visitWith(score(2, 1))).status).toBe('ended');
    });

    test('ignores the source in a tournament whose dates are shifted', async () => {
      await sql`update tournaments set shift_days = 7 where league_id = ${section}`.execute(
        server.platform.db,
      );
      const unchanged = await visitWith({ status: 'IN_PLAY', score: [1, 0] });
      expect([unchanged.status, unchanged.details.source]).toEqual(['open', undefined]);
    });

    test('ignores a deleted game', async () => {
      await dana.put(`post/${item.post}/`, { active: false });
      setSourceMatch(score(2, 1));
      await visit(server);
      const { rows } =
        await sql`select status, details -> 'source' as source from items where id = ${item.id}`.execute(
          server.platform.db,
        );
      expect(rows).toEqual([{ status: 'open', source: null }]);
      // Nor can an item of it be locked, as when it is deleted between the source's answer and the lock.
      const locked = await transaction(server.platform.db, (trx) => lockItemOfSource(trx, item.id));
      expect(locked).toBeNull();
    });

    test('corrects a provisional result, until it is final', async () => {
      const { db } = server.platform;
      await dana.put(`section/${section}/`, { provisional_results: true });
      const first = await visitWith(score(2, 1));
      expect([first.status, first.final, first.version]).toEqual(['ended', false, 2]);
      const { body: objected } = await noa.post<Objections>('objections/', {
        item: item.id,
        version: 2,
        words: 'היה 2:2',
      });
      expect(objected.objections.map(({ words }) => words)).toEqual(['היה 2:2']);
      // The correction removes the objections to the former result, and starts a new day.
      await sql`update items set final_at = clock_timestamp() + interval '1 minute' where id = ${item.id}`.execute(
        db,
      );
      const corrected = await visitWith(score(2, 2));
      expect([corrected.final, corrected.version]).toEqual([false, 3]);
      expect((await noa.get<Objections>('objections/', { item: item.id })).body.objections).toEqual([]);
      const { rows } = await sql<{ day: boolean }>`
        select final_at > clock_timestamp() + interval '23 hours' as day from items where id = ${item.id}`.execute(
        db,
      );
      expect(rows).toEqual([{ day: true }]);

      await sql`update items set final_at = clock_timestamp() where id = ${item.id}`.execute(db);
      await endVotes(db);
      const before = await notificationsOf(noa);
      const after = await visitWith(score(0, 5));
      expect(Object.values(after.options).map(({ result }) => result)).toEqual([2, 2]);
      expect([after.final, after.version, await notificationsOf(noa)]).toEqual([true, 3, before]);
      // The item shows what the source reports now.
      expect(after.details.source).toMatchObject({ state: 'final', score: { home: 0, away: 5 } });
      expect(await timelineTexts()).toEqual([
        'made by דנה',
        'result by football-data.org',
        'objected by נועה',
        'corrected by football-data.org',
        'final by undefined',
      ]);
      // Staff may still enter that result.
      const staff = await createStaff(server, 'צוות');
      const value = { home: 0, away: 5 };
      expect((await staff.post('setItemResults/', { item: item.id, value, version: 3 })).status).toBe(200);
    });

    test('keeps a void match void, whatever the source reports', async () => {
      await dana.post('setItemResults/', { item: item.id, value: 'void' });
      expect((await visitWith(score(2, 1))).status).toBe('void');
      expect((await dana.post<Item>('handBack/', { item: item.id })).body.status).toBe('void');
    });

    test('moves the date of a match that is ahead, and notifies of it', async () => {
      const later = isoInDays(5);
      const moved = await visitWith({ date: later });
      expect([moved.date, moved.readonly, await timelineTexts()]).toEqual([
        later,
        false,
        ['made by דנה', 'moved by football-data.org'],
      ]);
      expect((await notificationsOf(noa))[0]).toMatch(
        /^המועד של המשחק השתנה \| Hill Wolves · Valley Bears · \d+\.\d+\.\d\d · /,
      );
      // A member's date stays until the source moves it again.
      const own = isoInDays(7);
      await dana.put(`item/${item.id}/`, { date: own });
      expect((await visitWith({ date: later, matchday: 2 })).date).toBe(own);
    });

    test('closes a postponed match for good, and keeps its picks', async () => {
      const off = await visitWith({ status: 'POSTPONED' });
      expect([off.status, off.date, off.readonly, off.details.source?.state]).toEqual([
        'open',
        null,
        true,
        'postponed',
      ]);
      expect((await notificationsOf(noa))[0]).toMatch(/^המשחק נדחה וממתין למועד/);
      const reopened = await visitWith({ date: isoInDays(9) });
      expect([reopened.status, reopened.readonly, reopened.closed, reopened.details.source]).toEqual([
        'open',
        true,
        true,
        undefined,
      ]);
      // Members were notified of that, so no other date is accepted.
      const moved = await dana.put(`item/${item.id}/`, { date: isoInDays(9) });
      expect(moved).toMatchObject({ status: 409, body: { code: 'item_closed' } });
      expect((await visitWith({ status: 'IN_PLAY', score: [0, 0] })).status).toBe('started');
      await visitWith(score(2, 1));
      expect((await readItem(noa, item)).pts).toBe(4);
    });

    test('leaves a cancelled match open, without a notification, and settles an awarded one', async () => {
      const before = await notificationsOf(noa);
      const off = await visitWith({ status: 'CANCELLED' });
      expect([off.status, off.readonly, off.date]).toEqual(['open', true, kickOff]);
      expect(await notificationsOf(noa)).toEqual(before);
      const awarded = await visitWith({ status: 'AWARDED', score: [3, 0] });
      expect([awarded.status, (await readItem(noa, item)).pts]).toEqual(['ended', 2]);
    });

    test('marks a match as late once its result is overdue, and still accepts the source’s result', async () => {
      await visitWith({ status: 'IN_PLAY', score: [0, 0], date: isoInDays(-0.2) });
      expect((await now()).details.source).toMatchObject({ state: 'late', score: null });
      expect((await visitWith(score(1, 0))).details.source?.state).toBe('final');
    });

    test('shows a late result once it comes, and stays late on an end without a score', async () => {
      const date = isoInDays(-0.2);
      const lateSource = {
        name: 'football-data.org',
        state: 'late',
        held: false,
        score: null,
        extraTime: null,
        penalties: null,
      };
      const { status, details } = await visitWith({ status: 'FINISHED', date });
      expect([status, details.source]).toEqual(['open', lateSource]);
      const ended = await visitWith({ ...score(1, 0), date });
      expect([ended.status, ended.details.source]).toEqual([
        'ended',
        { ...lateSource, state: 'final', score: { home: 1, away: 0 } },
      ]);
    });

    test.each<[string, MatchFields, string | undefined]>([
      ['is being played', { status: 'IN_PLAY', score: [0, 0] }, 'live'],
      ['has not begun, says the source', {}, undefined],
    ])('marks a match as late two and a half hours after the kick-off: it %s', async (_, fields, before) => {
      const stateAfter = async (minutes: number) =>
        (await visitWith({ ...fields, date: isoInDays(-minutes / 1440) })).details.source?.state;
      expect([await stateAfter(145), await stateAfter(155)]).toEqual([before, 'late']);
    });
  });

  test('a league that starts its matches by their date starts them then, not by the kick-off', async () => {
    await importCup();
    const live = await visitWith({ status: 'IN_PLAY', score: [1, 0] });
    expect([live.status, live.details.source]).toEqual(['open', undefined]);
    expect((await postBets(noa, item, 1, 0)).status).toBe(201);
    // Lets the date pass.
    await sql`alter table items disable trigger user`.execute(server.platform.db);
    await sql`update items set date = clock_timestamp() - interval '1 second' where id = ${item.id}`.execute(
      server.platform.db,
    );
    await sql`alter table items enable trigger user`.execute(server.platform.db);
    await visit(server);
    expect([(await now()).status, await timelineTexts()]).toEqual([
      'started',
      ['made by דנה', 'started by football-data.org'],
    ]);
  });

  test('a league that starts its matches by their date starts none that was postponed to a later date', async () => {
    await importCup();
    await visitWith({ status: 'POSTPONED' });
    const later = await visitWith({ date: isoInDays(9) });
    expect([later.status, later.closed]).toEqual(['open', true]);
  });

  test.each(['POSTPONED', 'CANCELLED'])(
    'a league that starts its matches by their date starts none that is %s',
    async (off) => {
      await importCup();
      await sql`alter table items disable trigger user`.execute(server.platform.db);
      await sql`update items set date = clock_timestamp() - interval '1 second' where id = ${item.id}`.execute(
        server.platform.db,
      );
      await sql`alter table items enable trigger user`.execute(server.platform.db);
      const { status, readonly } = await visitWith({ status: off, date: isoInDays(-0.01) });
      expect([status, readonly]).toEqual(['open', true]);
    },
  );

  test('a match that kicks off before its date takes no bets from then on, and starts', async () => {
    await importCup();
    expect((await postBets(noa, item, 1, 0)).status).toBe(201);
    const live = await visitWith({ status: 'IN_PLAY', score: [0, 0], date: isoInDays(-0.01) });
    expect([live.status, live.readonly, live.date]).toEqual(['started', true, kickOff]);
    expect((await postBets(noa, item, 2, 0)).status).toBe(409);
    expect((await readItem(noa, item)).bettors).toBe(1);
  });

  test('a source is requested each minute near a match, and each hour otherwise or once the match’s end is overdue', async () => {
    const secondsAfter = async (fields: MatchFields) => {
      await visitWith(fields);
      const { rows } = await sql<{ seconds: number }>`
        select round(extract(epoch from next_at - clock_timestamp()))::integer as seconds from sources`.execute(
        server.platform.db,
      );
      return rows[0]?.seconds;
    };
    await importCup();
    const minutes = (count: number) => isoInDays(count / 1440);
    expect(await secondsAfter({ date: minutes(12) })).toEqual(about(3_600));
    expect(await secondsAfter({ date: minutes(8) })).toEqual(about(60));
    expect(await secondsAfter({ date: minutes(-100), status: 'IN_PLAY', score: [1, 1] })).toEqual(about(60));
    expect(await secondsAfter({ date: minutes(-370), status: 'IN_PLAY', score: [1, 1] })).toEqual(
      about(3_600),
    );
    expect(await secondsAfter({ date: minutes(-100), ...score(1, 1) })).toEqual(about(3_600));
  });

  describe('a match that the source adds', () => {
    const derby = ['Hill Wolves', 'Valley Bears'] as const;
    const unknown = { homeTeam: { id: null, name: null }, awayTeam: { id: null, name: null } };
    const semifinalDate = isoInDays(9);
    const semifinal = (more: object = {}) => ({
      ...footballDataMatch(id + 1_000, ['Sea Gulls', 'Valley Bears'], {
        date: semifinalDate,
        stage: 'SEMI_FINALS',
      }),
      ...more,
    });
    const adds = async (...matches: readonly object[]) => {
      const first = footballDataMatch(id, derby, { date: kickOff });
      source.answer = () => ({ document: footballDataDocument(first, ...matches) });
      await visit(server);
    };
    /** The games of a league by name: their author, and the names of their matches. */
    const gamesOf = async (person: ApiMember, league: number) =>
      Object.fromEntries(
        (await person.get<{ results: Post[] }>('post/', { section: league })).body.results.map((post) => [
          post.description,
          [post.publisher_data.member?.name, ...post.items_data.map(({ name }) => name)],
        ]),
      );
    const first = { 'מחזור 1': ['דנה', 'Hill Wolves · Valley Bears'] };

    test('is created once, when its teams are known, and the whole league is notified', async () => {
      await adds(semifinal(unknown));
      await importCup();
      await adds(semifinal(unknown));
      expect(await gamesOf(noa, section)).toEqual(first);
      await adds(semifinal());
      await adds(semifinal());
      expect(await gamesOf(noa, section)).toEqual({
        ...first,
        'חצי הגמר': ['דנה', 'Sea Gulls · Valley Bears'],
      });
      const sourceNotifications = (await notificationsOf(noa)).filter((line) =>
        line.includes('Premier League'),
      );
      expect(sourceNotifications).toHaveLength(2);
      expect(await notificationsOf(dana)).toEqual([sourceNotifications[0]]);
      // It follows its source like imported matches.
      await adds(semifinal({ utcDate: isoInDays(11) }));
      const { results } = (await dana.get<{ results: Post[] }>('post/', { section })).body;
      const dates = results.flatMap((post) => post.items_data.map(({ date }) => date?.slice(0, 10)));
      expect(dates).toContain(isoInDays(11).slice(0, 10));
    });

    test('is added to an existing round, or to a new one in the language of the league’s owner', async () => {
      await dana.put(`member/${dana.id}/`, { preferences: { language: 'en' } });
      await importCup();
      const second = footballDataMatch(id + 1_000, ['Sea Gulls', 'Lake Pikes'], { date: isoInDays(2) });
      await adds(second, semifinal({ id: id + 2_000 }));
      expect(await gamesOf(noa, section)).toEqual({
        'מחזור 1': ['דנה', 'Hill Wolves · Valley Bears', 'Sea Gulls · Lake Pikes'],
        'Semi-finals': ['דנה', 'Sea Gulls · Valley Bears'],
      });
    });

    test('is added in an official league too, in the name and the language of the member who imported the tournament', async () => {
      const staff = await createStaff(server, 'צוות');
      await staff.put(`member/${staff.id}/`, { preferences: { language: 'en' } });
      const official = (await staff.post<League>('section/', { name: 'הרשמית', custom: false })).body;
      await noa.post('membership/', { section: official.id });
      // Another tournament was imported before, by another member.
      await importCup();
      await staff.post('importCompetition/', { section: official.id, competition: 'premier', rules: {} });
      await adds(semifinal());
      expect(await gamesOf(noa, official.id)).toEqual({
        'מחזור 1': ['צוות', 'Hill Wolves · Valley Bears'],
        'Semi-finals': ['צוות', 'Sea Gulls · Valley Bears'],
      });
      const sourceNotifications = async () =>
        (await notificationsOf(noa)).filter((line) => line.includes('הרשמית')).length;
      expect(await sourceNotifications()).toBe(2);
      // By now the tournament has two games.
      await adds(semifinal(), semifinal({ id: id + 2_000, stage: 'FINAL' }));
      expect(await gamesOf(noa, official.id)).toMatchObject({ Final: ['צוות', 'Sea Gulls · Valley Bears'] });
      expect(await sourceNotifications()).toBe(3);
    });

    test('has no author in a league without an owner and without an earlier game', async () => {
      const staff = await createStaff(server, 'צוות');
      const official = (await staff.post<League>('section/', { name: 'הרשמית', custom: false })).body;
      await noa.post('membership/', { section: official.id });
      const body = { section: official.id, competition: 'premier', rules: {} };
      const [game] = (await staff.post<Tournament>('importCompetition/', body)).body.games;
      // As if the import had created no games.
      for (const table of ['tournament_items', 'tournament_games'])
        await sql`delete from ${sql.table(table)} where tournament_id in (
          select id from tournaments where league_id = ${official.id})`.execute(server.platform.db);
      await staff.del('post/', { ids: game?.post ?? 0 });
      await adds(semifinal());
      expect(Object.values(await gamesOf(noa, official.id))).toEqual([
        [undefined, 'Hill Wolves · Valley Bears'],
        [undefined, 'Sea Gulls · Valley Bears'],
      ]);
    });

    test('is not created in a removed round, in a tournament that was taken back, or in an archived league', async () => {
      const later = footballDataMatch(id + 1_000, ['Sea Gulls', 'Lake Pikes'], { date: isoInDays(2) });
      const leagues = await Promise.all(
        ['removed', 'undone', 'archived'].map(() => leagueWithMembers(server, ['גיל'])),
      );
      const [removed, undone, archived] = leagues.map(({ section: league, members: [owner] }) => ({
        league,
        owner,
      }));
      if (!removed || !undone || !archived) throw new Error('three leagues were made');
      for (const { league, owner } of [removed, undone, archived])
        await owner.post('importCompetition/', { section: league, competition: 'premier', rules: {} });
      const { results } = (await removed.owner.get<{ results: Post[] }>('post/', { section: removed.league }))
        .body;
      await removed.owner.del('post/', { ids: results[0]?.id ?? 0 });
      await undone.owner.del('importCompetition/', { section: undone.league, competition: 'premier' });
      await archived.owner.put(`section/${archived.league}/`, { active: false });
      await adds(later, semifinal({ id: id + 2_000 }));
      expect(await gamesOf(removed.owner, removed.league)).toEqual({
        'חצי הגמר': ['גיל', 'Sea Gulls · Valley Bears'],
      });
      expect(await gamesOf(undone.owner, undone.league)).toEqual({});
      const { rows } = await sql<{ matches: number }>`
        select count(*)::integer as matches from tournament_items ti join tournaments t on t.id = ti.tournament_id
        where t.league_id = ${archived.league}::integer`.execute(server.platform.db);
      expect(rows).toEqual([{ matches: 1 }]);
    });
  });

  describe('a question about the tournament', () => {
    const earlier = isoInDays(2);
    const first = isoInDays(5);
    const second = isoInDays(6);
    const later = isoInDays(9);
    let champion: Item;
    /** Sets what the source returns for both matches from now on. */
    async function visitWithBoth(one: MatchFields, other: MatchFields = {}): Promise<Item> {
      clock += 60_000;
      const updated = new Date(clock).toISOString();
      source.answer = () => ({
        document: footballDataDocument(
          footballDataMatch(id, ['Hill Wolves', 'Valley Bears'], { date: first, updated, ...one }),
          footballDataMatch(id + 1_000, ['Sea Gulls', 'Lake Pikes'], { date: second, updated, ...other }),
        ),
      });
      await visit(server);
      return champion === undefined ? item : readItem(noa, champion);
    }
    const lifeOf = ({ timeline }: Item) =>
      timeline?.map(({ kind, source: sourceName }) => [kind, sourceName]);
    const titles = async () => (await notificationsOf(noa)).map((line) => line.split(' | ')[0]);

    beforeEach(async () => {
      await visitWithBoth({});
      await importCup({ questions: true });
      const { results } = (await noa.get<{ results: Post[] }>('post/', { section })).body;
      champion = results.flatMap(({ items_data }) => items_data).find(({ type }) => type === 'vote') as Item;
    });

    test('closes at the first kick-off, also after the source has moved that', async () => {
      expect(champion.date).toBe(first);
      const before = await titles();
      const moved = await visitWithBoth({ date: earlier });
      expect([moved.date, lifeOf(moved)]).toEqual([
        earlier,
        [
          ['made', undefined],
          ['moved', 'football-data.org'],
        ],
      ]);
      // One notification of the match, one of the question.
      const dateTitles = ['המועד של המשחק השתנה', 'המועד של המשחק השתנה'];
      expect(await titles()).toEqual([...dateTitles, ...before]);
      expect((await visitWithBoth({ date: earlier, matchday: 2 })).version).toBe(2);
      expect((await visitWithBoth({ date: later })).date).toBe(second);
      // A cancelled match has no kick-off.
      expect((await visitWithBoth({ date: later }, { status: 'CANCELLED' })).date).toBe(later);
    });

    test('takes no picks once its first match has kicked off', async () => {
      const closed = await visitWithBoth({ date: isoInDays(-0.1) });
      expect([closed.date, closed.readonly, closed.status, lifeOf(closed)]).toEqual([
        first,
        true,
        'open',
        [['made', undefined]],
      ]);
      expect((await visitWithBoth({ date: isoInDays(3) })).readonly).toBe(true);
    });

    test('keeps a date that a member has set', async () => {
      const own = isoInDays(4);
      await dana.put(`item/${champion.id}/`, { date: own });
      expect((await visitWithBoth({ date: earlier })).date).toBe(own);
    });

    test('is not moved in a deleted game', async () => {
      await dana.del('post/', { ids: champion.post });
      await visitWithBoth({ date: earlier });
      const { rows } = await sql`select date from items where id = ${champion.id}`.execute(
        server.platform.db,
      );
      expect(rows).toEqual([{ date: first }]);
    });
  });

  test('the catalogue names the source of a competition’s results', async () => {
    const { results } = (await dana.get<{ results: CompetitionSummary[] }>('competition/', { section })).body;
    expect(results.map((one) => [one.id, one.source])).toEqual([
      ['worldcup-2026', undefined],
      ['premier', 'football-data.org'],
    ]);
  });
});

onOneDatabase('postgres', (database) => {
  test('a source is requested conditionally, by one job at a time, and later after each failure, within a daily budget', async () => {
    const { source, server } = await startFollower(database, { SOURCE_REQUESTS_PER_DAY: '6' });
    const { db } = server.platform;
    const waits = async () => {
      const { rows } = await sql<{ seconds: number; failures: number; requests: number }>`
        select round(extract(epoch from next_at - clock_timestamp()))::integer as seconds, failures, asked as requests from sources`.execute(
        db,
      );
      return rows[0];
    };
    const match = footballDataMatch(1, ['Hill Wolves', 'Valley Bears'], { date: isoInDays(3) });
    source.answer = () => ({
      document: footballDataDocument(match),
      headers: { ETag: '"one"', 'Last-Modified': 'Fri, 01 Jan 2027 00:00:00 GMT' },
    });
    try {
      const job = sourcesJob(server.platform);
      await Promise.all([job, sourcesJob(server.platform), job, job].map((one) => one.run(noAbort)));
      expect(
        source.requests.map(({ path, headers }) => [path, headers['x-auth-token'], headers['if-none-match']]),
      ).toEqual([['/v4/competitions/PL/matches?season=2026', 'abc', undefined]]);
      expect(await waits()).toMatchObject({ seconds: about(3_600), failures: 0, requests: 1 });
      source.answer = () => ({ status: 304 });
      await visit(server);
      expect(source.requests[1]?.headers).toMatchObject({
        'if-none-match': '"one"',
        'if-modified-since': 'Fri, 01 Jan 2027 00:00:00 GMT',
      });
      expect(await waits()).toMatchObject({ seconds: about(3_600), failures: 0, requests: 2 });
      for (const [answer, seconds] of [
        [{ status: 500 }, 30],
        [{ status: 429, headers: { 'Retry-After': '7000' } }, 7000],
        [{ half: footballDataDocument(match) }, 120],
        [{ document: { message: 'You reached your request limit.' } }, 240],
      ] as const) {
        source.answer = () => answer;
        await visit(server);
        expect(await waits()).toMatchObject({ seconds: about(seconds) });
      }
      // The day's budget is spent.
      await visit(server);
      expect(source.requests).toHaveLength(6);
    } finally {
      await server.close();
      await source.close();
    }
  });

  test('an older answer of a cache is ignored, and a changed address is requested at once, unconditionally', async () => {
    const { source, server } = await startFollower(database);
    const { db } = server.platform;
    const match = (fields: MatchFields) =>
      footballDataDocument(footballDataMatch(1, ['Hill Wolves', 'Valley Bears'], fields));
    const storedStates = async () =>
      (await sql<{ status: string }>`select state ->> 'status' as status from source_matches`.execute(db))
        .rows;
    const at = (day: string) => ({ ETag: '"one"', 'Last-Modified': `${day} Jan 2027 00:00:00 GMT` });
    try {
      source.answer = () => ({ document: match(score(2, 1)), headers: at('Sat, 02') });
      await visit(server);
      source.answer = () => ({
        document: match({ status: 'IN_PLAY', score: [1, 1] }),
        headers: at('Fri, 01'),
      });
      await visit(server);
      expect(await storedStates()).toEqual([{ status: 'final' }]);
      source.requests.length = 0;
      await sourcesJob(server.platform).run(noAbort);
      expect(source.requests).toEqual([]);
      const [address] = server.platform.settings.sources.addresses;
      const moved = { ...address, url: `${source.url}/elsewhere` } as SourceAddress;
      const options = { fetch, token: 'abc', budget: 10, catalogue: new Map(), stopping: noAbort };
      await askSource(db, sourceAt(moved), options);
      expect(source.requests.map(({ path, headers }) => [path, headers['if-none-match']])).toEqual([
        ['/elsewhere', undefined],
      ]);
    } finally {
      await server.close();
      await source.close();
    }
  });

  test('a token goes only to the kind of source that takes one', async () => {
    const { source, server } = await startFollower(database);
    const options = { fetch, token: 'abc', budget: 10, catalogue: new Map(), stopping: noAbort };
    try {
      for (const kind of ['openfootball', 'openligadb', 'football-data'] as const) {
        const asked = sourceAt({ competition: kind, kind, url: `${source.url}/${kind}` });
        await askSource(server.platform.db, asked, options);
      }
      expect(source.requests.map(({ path, headers }) => [path, headers['x-auth-token']])).toEqual([
        ['/openfootball', undefined],
        ['/openligadb', undefined],
        ['/football-data', 'abc'],
      ]);
    } finally {
      await server.close();
      await source.close();
    }
  });

  test('without a source in the settings no request is sent', async () => {
    const fetchedUrls: unknown[] = [];
    const server = await startServer({
      database,
      io: {
        fetch: async (url) => {
          fetchedUrls.push(url);
          return new Response('{}');
        },
      },
    });
    await sourcesJob(server.platform).run(noAbort);
    await server.close();
    expect(fetchedUrls).toEqual([]);
  });
});

/** The points of a bet, computed here from the bet and the result: 4, 3 or 2. */
function pointsOf(
  [home, away]: readonly [number, number],
  [goals, against]: readonly [number, number],
): number {
  if (home === goals && away === against) return 4;
  if (goals !== against && home - away === goals - against) return 3;
  return Math.sign(home - away) === Math.sign(goals - against) ? 2 : 0;
}

/** Pseudo-random numbers, the same in every run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

onOneDatabase('postgres', (database) => {
  test('a tournament that follows a faulty source ends with the table of an independent computation', async () => {
    const matches = runSize('matches played out against a faulty source', 12, 104);
    const leagues = runSize('leagues that follow it', 2, 12);
    const { source, server } = await startFollower(database, { SOURCE_REQUESTS_PER_DAY: '100000' });
    const next = sequence(matches);
    try {
      const date = isoInDays(3);
      /** How each match goes: its running scores, a wrong final score in every fifth, and the right one. */
      const plays = Array.from({ length: matches }, (_, at) => {
        const end = [next(4), next(4)] as const;
        const wrongScore = [end[0] + 1, end[1]] as const;
        return {
          id: 9_000 + at,
          teams: [`Team ${(at * 2) % 32}`, `Team ${(at * 2 + 1) % 32}`] as const,
          matchday: 1 + Math.floor(at / 16),
          end,
          steps: [
            { status: 'TIMED' },
            { status: 'IN_PLAY', score: [0, 0] },
            { status: 'IN_PLAY', score: end },
            ...(at % 5 === 0 ? [{ status: 'FINISHED', score: wrongScore }] : []),
            { status: 'FINISHED', score: end },
          ] as MatchFields[],
          step: 0,
        };
      });
      const documentNow = () =>
        footballDataDocument(
          ...plays.map(({ id, teams, matchday, steps, step }) =>
            footballDataMatch(id, teams, {
              date,
              matchday,
              updated: new Date(Date.parse('2027-01-01T00:00:00Z') + step * 60_000).toISOString(),
              ...steps[step],
            }),
          ),
        );
      let before = documentNow();
      source.answer = () => ({ document: before });
      await visit(server);
      const all = await Promise.all(
        Array.from({ length: leagues }, () => leagueWithMembers(server, ['דנה', 'נועה', 'גיל'])),
      );
      const bets = new Map<string, readonly [number, number]>();
      const tables = await Promise.all(
        all.map(async ({ section, members }) => {
          const [dana] = members;
          const body = { section, competition: 'premier', rules: {}, startBy: 'kick_off' };
          expect((await dana.post<Tournament>('importCompetition/', body)).body.made).toBe(matches);
          const { results } = (await dana.get<{ results: Post[] }>('post/', { section, limit: 100 })).body;
          const { rows } = await sql<{ item: number; match: string }>`
            select ti.item_id as item, ti.match from tournament_items ti join tournaments t on t.id = ti.tournament_id
            where t.league_id = ${section}`.execute(server.platform.db);
          const matchOf = new Map(rows.map(({ item, match }) => [item, Number(match)]));
          return { section, members, items: results.flatMap((post) => post.items_data), matchOf };
        }),
      );
      /** A random member bets on a random match; a bet that comes after the kick-off must be refused. */
      const bet = async (underWay: Set<string>) => {
        const { members, items } = tables[next(tables.length)] ?? {};
        const [item, member] = [items?.[next(items.length)], members?.[next(members.length)]];
        if (!item || !member) return;
        const pick = [next(4), next(4)] as const;
        const cell = `${item.id} ${member.id}`;
        // The order of two concurrent bets on one match cannot be known here.
        if (underWay.has(cell)) return;
        underWay.add(cell);
        const { status } = await postBets(member, item, ...pick);
        expect([201, 409]).toContain(status);
        if (status === 201) bets.set(cell, pick);
      };
      let rounds = 0;
      while (plays.some(({ step, steps }) => step < steps.length - 1)) {
        rounds += 1;
        const stale = before;
        before = documentNow();
        for (let advanced = 0; advanced < Math.max(1, matches / 10); advanced += 1) {
          const open = plays.filter(({ step, steps }) => step < steps.length - 1);
          const play = open[next(Math.min(open.length, 24))];
          if (play) play.step += 1;
        }
        const current = documentNow();
        source.answer = (
          [
            () => ({ document: current }),
            () => ({ document: current }),
            () => ({ status: 500 }),
            () => ({ status: 429, headers: { 'Retry-After': '60' } }),
            () => ({ half: current }),
            () => ({ document: stale }),
            () => ({ document: { ...current, matches: current.matches.toReversed().slice(rounds % 7) } }),
          ] as const
        )[next(7)] as SourceStandIn['answer'];
        const underWay = new Set<string>();
        await Promise.all([visit(server), ...Array.from({ length: 4 }, () => bet(underWay))]);
      }
      source.answer = () => ({ document: documentNow() });
      const requestCount = source.requests.length;
      await visit(server);
      await visit(server);
      expect(source.requests).toHaveLength(requestCount + 2);

      const { rows: lateBets } = await sql`
        select b.id from bets b join items i on i.id = b.item_id where b.updated > i.started_at`.execute(
        server.platform.db,
      );
      expect(lateBets).toEqual([]);
      for (const { section, members, items, matchOf } of tables) {
        const { results } = (await members[0].get<{ results: StandingsRow[] }>('standings/', { section }))
          .body;
        const expected = members.map(({ id }) => [
          id,
          items.reduce((sum, item) => {
            const [play, pick] = [
              plays.find((one) => one.id === matchOf.get(item.id)),
              bets.get(`${item.id} ${id}`),
            ];
            return play && pick ? sum + pointsOf(pick, play.end) : sum;
          }, 0),
        ]);
        expect(new Map(results.map(({ member, points }) => [member.id, points]))).toEqual(
          new Map(expected as [number, number][]),
        );
      }
      // A bettor is notified of each result once.
      const { rows: resultNotifications } = await sql<{ bettors: number; results: number; twice: number }>`
        with told as (select member_id, link, count(*)::integer as times from notifications where kind = 'results' group by 1, 2)
        select (select count(*)::integer from (select distinct member_id, item_id from bets) b) as bettors,
          count(*)::integer as results, count(*) filter (where times > 1)::integer as twice from told`.execute(
        server.platform.db,
      );
      expect(resultNotifications).toEqual([{ bettors: bets.size, results: bets.size, twice: 0 }]);
      const { rows: steps } = await sql<{ kind: string; times: number }>`
        select kind, count(*)::integer as times from item_steps where source is not null group by 1 order by 1`.execute(
        server.platform.db,
      );
      expect(steps.find(({ kind }) => kind === 'result')?.times).toBe(matches * leagues);
    } finally {
      await server.close();
      await source.close();
    }
  }, 600_000);
});
