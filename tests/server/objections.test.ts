import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item, League, Notification, PointsEntry, Post, TimelineEntry } from '#contract/models.ts';
import type { Objections } from '#contract/objections.ts';
import { endVotes } from '#server/commands/end-votes.ts';
import {
  createStaff,
  leagueWithMembers,
  makeGame,
  postBets,
  readItem,
} from '#tests/support/server/leagues-and-games.ts';
import { openEventStream } from '#tests/support/server/event-stream.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';
import { runSize } from '#tests/support/run-size.ts';

/** Results that are provisional for a day, the objections to them, and the vote at the end of the day. */

type Problem = { code?: string; current?: Item; fields?: unknown };
type ObjectionFixture = Awaited<ReturnType<typeof createObjectionFixture>>;

/** A league of five with objections; `noa` runs it. */
async function createObjectionFixture(server: TestServer) {
  const { section, options, members } = await leagueWithMembers(
    server,
    ['נועה', 'דנה', 'יוסי', 'אבי', 'מאיה'],
    ['הפועל', 'מכבי'],
  );
  const [noa, dana, yossi, avi, maya] = members;
  await noa.put('section/' + section + '/', { provisional_results: true });
  const { db } = server.platform;
  const match = async (by = noa, league = section, pair = options): Promise<Item> => {
    const [item] = (await makeGame(by, league, 'home/away', [pair])).items_data;
    if (!item) throw new Error('no item');
    return item;
  };
  const enter = (item: Item, home: number, away: number, by: { version?: number } = {}, who = noa) =>
    who.post<Item & Problem>('setItemResults/', { item: item.id, value: { home, away }, ...by });
  /** A match with a provisional result. */
  const played = async (): Promise<Item> => (await enter(await match(), 2, 1)).body;
  const object = (who: ApiMember, item: Item, text = 'היה 2:2', version = item.version) =>
    who.post<Objections & Problem>('objections/', { item: item.id, version, words: text });
  const vote = (who: ApiMember, item: Item, agrees: boolean, version = item.version) =>
    who.put<Objections & Problem>('objections/', { item: item.id, version, agrees });
  const read = async (who: ApiMember, item: Item) =>
    (await who.get<Objections>('objections/', { item: item.id })).body;
  /** Ends the day of objections and its vote. */
  const end = async (item: Item) => {
    await sql`update items set final_at = clock_timestamp() where id = ${item.id}`.execute(db);
    await endVotes(db);
  };
  const steps = async (item: Item, who = noa) =>
    ((await readItem(who, item)).timeline ?? []).map(({ kind, by, to, version }) => ({
      kind,
      by: by?.name ?? null,
      to,
      version,
    }));
  const correctionTitles = async (who: ApiMember, item: Item) =>
    (await who.get<{ results: Notification[] }>('notification/', { limit: 100 })).body.results
      .filter(({ link, kind }) => link === `item?id=${item.id}` && kind === 'correction')
      .map(({ title }) => title);
  return {
    db,
    section,
    options,
    noa,
    dana,
    yossi,
    avi,
    maya,
    match,
    enter,
    played,
    object,
    vote,
    read,
    end,
    steps,
    correctionTitles,
  };
}

describe('objections', () => {
  onOneDatabase('postgres', (database) => {
    let server: TestServer;
    let fixture: ObjectionFixture;
    beforeAll(async () => {
      server = await startServer({ database });
      fixture = await createObjectionFixture(server);
    });
    afterAll(() => server.close());

    test('exist in leagues that enable them: off by default, and a result keeps the setting of when it was entered', async () => {
      const { noa, dana, match, enter } = fixture;
      const otherLeague = (await noa.post<League>('section/', { name: 'אחרת' })).body;
      expect(otherLeague.provisional_results).toBe(false);
      const set = await noa.put<League>(`section/${otherLeague.id}/`, { provisional_results: true });
      expect([set.status, set.body.provisional_results]).toEqual([200, true]);
      expect((await dana.put(`section/${fixture.section}/`, { provisional_results: false })).status).toBe(
        403,
      );
      // Outside the league, found by its code, the setting is off.
      const { results } = (
        await dana.get<{ results: League[] }>('section/', { code: otherLeague.code ?? '' })
      ).body;
      expect(results.map((it) => it.provisional_results)).toEqual([false]);

      const open = await match();
      expect(open.final).toBeUndefined();
      await noa.put(`section/${fixture.section}/`, { provisional_results: false });
      const regular = (await enter(await match(), 1, 0)).body;
      await noa.put(`section/${fixture.section}/`, { provisional_results: true });
      expect([regular.status, regular.final]).toEqual(['ended', undefined]);
      const corrected = await enter(regular, 3, 0, { version: regular.version });
      expect([corrected.status, corrected.body.final]).toEqual([200, undefined]);
      expect((await noa.get('objections/', { item: regular.id })).status).toBe(404);

      const provisional = (await enter(open, 1, 0)).body;
      expect([provisional.status, provisional.final]).toEqual(['ended', false]);
      await noa.put(`section/${fixture.section}/`, { provisional_results: false });
      const again = (await enter(provisional, 1, 1, { version: provisional.version })).body;
      await noa.put(`section/${fixture.section}/`, { provisional_results: true });
      expect(again.final).toBe(false);
      const card = (await dana.get<Post>(`post/${open.post}/`)).body;
      expect(card.items_data.map(({ final }) => final)).toEqual([false]);
    });

    test('can be raised for a day after the result, whose points count meanwhile', async () => {
      const { db, noa, dana, match, enter, end, read } = fixture;
      const open = await match();
      await postBets(dana, open, 2, 1);
      const item = (await enter(open, 2, 1)).body;
      const { rows } = await sql<{ hours: number; asked: number }>`
        select extract(epoch from final_at - ended_at)::float / 3600 as hours, version as asked from items where id = ${item.id}`.execute(
        db,
      );
      expect(rows[0]?.hours).toBeCloseTo(24, 3);
      const pointsEntries = async () =>
        (
          await noa.get<{ results: PointsEntry[] }>('points/', {
            section: fixture.section,
            member: dana.id,
            post: open.post,
          })
        ).body.results.map(({ points, item: of }) => ({ points, final: of?.final }));
      expect(await pointsEntries()).toEqual([{ points: 4, final: false }]);
      expect((await readItem(dana, item)).pts).toBe(4);
      const before = await read(dana, item);
      expect(before).toEqual({
        item: item.id,
        version: 2,
        standing: 'provisional',
        final_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        objections: [],
        votes: { yes: 0, no: 0 },
        agrees: null,
        may_object: true,
        may_vote: false,
      });
      // Before the day is over nothing ends.
      await endVotes(db);
      expect((await read(dana, item)).standing).toBe('provisional');
      await end(item);
      expect(await read(dana, item)).toEqual({
        ...before,
        standing: 'final',
        final_at: null,
        may_object: false,
      });
      expect(await pointsEntries()).toEqual([{ points: 4, final: true }]);
      // Without objections the owner has nothing to decide, and is not notified.
      expect(await fixture.correctionTitles(fixture.noa, item)).toEqual([]);
      expect((await fixture.steps(item)).at(-1)).toEqual({ kind: 'final', by: null, to: null, version: 2 });
      expect((await readItem(dana, item)).version).toBe(2);
    });

    test('are raised once per member and result, with words, and count as their author’s vote', async () => {
      const { noa, dana, yossi, played, object, read, steps } = fixture;
      const item = await played();
      const first = await object(yossi, item, '  היה 2:2, ראיתי  ');
      expect(first.status).toBe(200);
      expect(first.body).toEqual({
        item: item.id,
        version: item.version,
        standing: 'provisional',
        final_at: expect.any(String),
        objections: [
          {
            member: { id: yossi.id, name: 'יוסי', image: null },
            at: expect.any(String),
            words: 'היה 2:2, ראיתי',
          },
        ],
        votes: { yes: 1, no: 0 },
        agrees: true,
        may_object: false,
        may_vote: false,
      });
      // Repeating it returns the same answer and adds no step; other words are refused.
      expect((await object(yossi, item, 'היה 2:2, ראיתי')).body).toEqual(first.body);
      const other = await object(yossi, item, 'היה 3:3');
      expect([other.status, other.body.code, other.body.current?.id]).toEqual([409, 'conflict', item.id]);
      await object(dana, item, 'גם אני ראיתי');
      const { objections, votes, agrees, may_object, may_vote } = await read(noa, item);
      expect(objections.map(({ member, words: text }) => [member.name, text])).toEqual([
        ['יוסי', 'היה 2:2, ראיתי'],
        ['דנה', 'גם אני ראיתי'],
      ]);
      expect({ votes, agrees, may_object, may_vote }).toEqual({
        votes: { yes: 2, no: 0 },
        agrees: null,
        may_object: true,
        may_vote: true,
      });
      expect((await steps(item)).slice(-2)).toEqual([
        { kind: 'objected', by: 'יוסי', to: 'היה 2:2, ראיתי', version: item.version },
        { kind: 'objected', by: 'דנה', to: 'גם אני ראיתי', version: item.version },
      ]);
    });

    test('are refused without visible words, if too long, for another version, and for a result that is not provisional', async () => {
      const { noa, dana, played, match, object, end } = fixture;
      const item = await played();
      const problems = async (text: string) => {
        const { status, body } = await object(dana, item, text);
        return [status, body.fields];
      };
      expect(await problems('\u200b \u2060')).toEqual([400, { words: { code: 'required', limit: 1 } }]);
      expect(await problems('')).toEqual([400, { words: { code: 'required', limit: 1 } }]);
      expect(await problems('א'.repeat(201))).toEqual([400, { words: { code: 'too_long', limit: 200 } }]);
      expect(await problems('\u202eabc')).toEqual([400, { words: { code: 'invalid' } }]);
      const more = { item: item.id, version: item.version, words: 'לא', member: noa.id };
      expect((await dana.post('objections/', more)).status).toBe(400);
      const stale = await object(dana, item, 'לא', item.version - 1);
      expect([stale.status, stale.body.current?.version]).toEqual([409, item.version]);
      expect((await object(dana, item, 'א'.repeat(200))).status).toBe(200);

      const open = await match();
      expect((await object(dana, open)).status).toBe(409);
      const settledItem = await played();
      await end(settledItem);
      const lateObjection = await object(dana, settledItem);
      expect([lateObjection.status, lateObjection.body.current?.final]).toEqual([409, true]);
      // Its day has passed, but the job has not ended it yet.
      const due = await played();
      await sql`update items set final_at = clock_timestamp() where id = ${due.id}`.execute(fixture.db);
      expect((await object(dana, due)).status).toBe(409);
      const voided = await played();
      await noa.post('setItemResults/', { item: voided.id, value: 'void', version: voided.version });
      expect((await object(dana, voided)).status).toBe(409);
      expect((await noa.get('objections/', { item: voided.id })).status).toBe(404);
    });

    test('are voted on by members of the league, who may change their vote', async () => {
      const { section, noa, dana, yossi, avi, maya, played, object, vote, read } = fixture;
      const item = await played();
      // There is nothing to vote on yet.
      expect((await vote(avi, item, true)).status).toBe(409);
      // A member may vote no before they object themselves.
      await object(yossi, item);
      expect((await vote(dana, item, false)).body.votes).toEqual({ yes: 1, no: 1 });
      await object(dana, item, 'חשבתי שוב');
      expect((await read(dana, item)).votes).toEqual({ yes: 2, no: 0 });
      const no = await vote(avi, item, false);
      expect([no.status, no.body.votes, no.body.agrees, no.body.may_vote]).toEqual([
        200,
        { yes: 2, no: 1 },
        false,
        true,
      ]);
      expect((await vote(avi, item, true)).body.votes).toEqual({ yes: 3, no: 0 });
      await vote(avi, item, true);
      expect((await vote(maya, item, false)).body.votes).toEqual({ yes: 3, no: 1 });
      const ofObjector = await vote(yossi, item, false);
      expect([ofObjector.status, ofObjector.body.fields]).toEqual([400, { agrees: { code: 'invalid' } }]);
      expect((await vote(yossi, item, true)).body.votes).toEqual({ yes: 3, no: 1 });
      expect((await vote(noa, item, true, item.version + 1)).status).toBe(409);

      const staff = await createStaff(server, 'צוות');
      expect([(await object(staff, item)).status, (await vote(staff, item, true)).status]).toEqual([
        403, 403,
      ]);
      const [stranger] = (await leagueWithMembers(server, ['זר'])).members;
      for (const refused of [
        await object(stranger, item),
        await vote(stranger, item, true),
        await stranger.get<Problem>('objections/', { item: item.id }),
        await stranger.post<Problem>('confirmResult/', { item: item.id, version: item.version }),
      ])
        expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
      await noa.put(`section/${section}/`, { active: false });
      const archived = [(await vote(noa, item, true)).status, (await read(noa, item)).may_vote];
      await noa.put(`section/${section}/`, { active: true });
      expect(archived).toEqual([409, false]);
    });

    test('make a result contested if more members agree than disagree, and at least two agree', async () => {
      const { yossi, dana, avi, maya, played, object, vote, end, read } = fixture;
      const outcome = async (...votes: [ApiMember, boolean][]) => {
        const item = await played();
        await object(yossi, item);
        for (const [who, agrees] of votes) await vote(who, item, agrees);
        await end(item);
        return (await read(yossi, item)).standing;
      };
      expect(await outcome()).toBe('final');
      expect(await outcome([dana, true])).toBe('contested');
      expect(await outcome([dana, true], [avi, false])).toBe('contested');
      expect(await outcome([dana, true], [avi, false], [maya, false])).toBe('final');
      expect(await outcome([dana, true], [dana, false])).toBe('final');
    });

    test('need one vote in a league of three, and count only the votes of present members', async () => {
      const { section, options, members } = await leagueWithMembers(
        server,
        ['רות', 'בני', 'גל', 'טל'],
        ['א', 'ב'],
      );
      const [ruth, benny, gal, tal] = members;
      await ruth.put(`section/${section}/`, { provisional_results: true });
      const played = async () =>
        (await fixture.enter(await fixture.match(ruth, section, options), 1, 0, {}, ruth)).body;
      const one = await played();
      await fixture.object(benny, one);
      await fixture.end(one);
      expect((await fixture.read(ruth, one)).standing).toBe('final');

      // Two members agree, and then one of them leaves.
      const two = await played();
      await fixture.object(benny, two);
      await fixture.vote(tal, two, true);
      await fixture.vote(gal, two, false);
      await tal.del('membership/', { section });
      const { votes } = await fixture.read(ruth, two);
      expect(votes).toEqual({ yes: 1, no: 1 });
      await fixture.end(two);
      expect((await fixture.read(ruth, two)).standing).toBe('final');

      const three = await played();
      await fixture.object(benny, three);
      await fixture.end(three);
      expect((await fixture.read(ruth, three)).standing).toBe('contested');

      // The objection of a deleted account is listed without its name and not counted; a former member cannot read it.
      const four = await played();
      await fixture.object(gal, four, 'לא היה שער');
      await gal.del('member/', { ids: 'me' });
      await fixture.end(four);
      const itemAfter = await fixture.read(ruth, four);
      expect([itemAfter.standing, itemAfter.votes]).toEqual(['final', { yes: 0, no: 0 }]);
      expect(itemAfter.objections.map(({ member, words: text }) => [member.name === 'גל', text])).toEqual([
        [false, 'לא היה שער'],
      ]);
      expect((await tal.get('objections/', { item: four.id })).status).toBe(404);
    });

    test('are closed by a correction, which restarts the time for objections', async () => {
      const { db, noa, yossi, dana, played, object, vote, enter, end, read, steps } = fixture;
      const item = await played();
      await object(yossi, item);
      await vote(dana, item, true);
      await end(item);
      const contested = await read(noa, item);
      expect([contested.standing, contested.may_object, contested.may_vote]).toEqual([
        'contested',
        false,
        false,
      ]);
      expect((await readItem(dana, item)).final).toBe(false);
      expect((await vote(dana, item, false)).status).toBe(409);
      const corrected = (await enter(item, 2, 2, { version: item.version })).body;
      expect([corrected.final, corrected.version]).toEqual([false, item.version + 1]);
      const anew = await read(yossi, corrected);
      expect(anew).toMatchObject({ standing: 'provisional', objections: [], votes: { yes: 0, no: 0 } });
      expect(anew.may_object).toBe(true);
      const untilFinal = Date.parse(anew.final_at ?? '') - Date.now();
      expect(untilFinal / 3_600_000).toBeCloseTo(24, 1);
      // Votes and words of the earlier result do not count for the new one.
      expect((await object(yossi, corrected, 'היה 2:3')).body.votes).toEqual({ yes: 1, no: 0 });
      expect((await steps(item)).slice(-5).map(({ kind, by, version }) => [kind, by, version])).toEqual([
        ['result', 'נועה', 2],
        ['objected', 'יוסי', 2],
        ['contested', null, 2],
        ['corrected', 'נועה', 3],
        ['objected', 'יוסי', 3],
      ]);
      const { rows } = await sql`select standing from items where id = ${item.id}`.execute(db);
      expect(rows).toEqual([{ standing: 'provisional' }]);
    });

    test('are ended by the owner’s confirmation; a final result is corrected by staff alone', async () => {
      const { noa, yossi, dana, played, object, vote, enter, end, read, steps } = fixture;
      const item = await played();
      const confirm = (who: ApiMember, version = item.version) =>
        who.post<Objections & Problem>('confirmResult/', { item: item.id, version });
      expect((await confirm(noa)).status).toBe(409);
      await object(yossi, item);
      await vote(dana, item, true);
      await end(item);
      expect((await confirm(yossi)).status).toBe(403);
      expect((await confirm(noa, item.version + 1)).status).toBe(409);
      const confirmed = await confirm(noa);
      expect([confirmed.status, confirmed.body.standing, confirmed.body.votes]).toEqual([
        200,
        'final',
        { yes: 2, no: 0 },
      ]);
      expect((await steps(item)).at(-1)).toEqual({ kind: 'final', by: 'נועה', to: null, version: 2 });
      expect((await confirm(noa)).status).toBe(409);

      const by = { version: item.version };
      const owners = [
        await enter(item, 2, 2, by),
        await noa.post<Item & Problem>('setItemResults/', { item: item.id, value: 'void', ...by }),
        await noa.post<Item & Problem>('result/', { item: item.id, home: 0, away: 0, ...by }),
      ];
      for (const { status, body } of owners)
        expect([status, body.code, body.current?.final]).toEqual([409, 'conflict', true]);
      const staff = await createStaff(server, 'צוות');
      const corrected = await enter(item, 2, 2, by, staff);
      expect([corrected.status, corrected.body.final]).toEqual([200, false]);
      await end(item);
      const voided = await staff.post<Item>('setItemResults/', {
        item: item.id,
        value: 'void',
        version: corrected.body.version,
      });
      expect([voided.status, voided.body.status, voided.body.final]).toEqual([200, 'void', undefined]);
      expect((await read(noa, await played())).standing).toBe('provisional');
    });

    test('are over once their day is, even if no job has ended the vote: the owner corrects a contested result alone', async () => {
      const { db, yossi, dana, played, object, vote, enter, steps } = fixture;
      const [fine, disputed] = [await played(), await played()];
      await object(yossi, disputed);
      await vote(dana, disputed, true);
      await sql`
        update items set final_at = clock_timestamp() where id in (${fine.id}, ${disputed.id})`.execute(db);
      const refused = await enter(fine, 2, 2, { version: fine.version });
      expect([refused.status, refused.body.code, refused.body.current?.final]).toEqual([
        409,
        'conflict',
        true,
      ]);
      const corrected = await enter(disputed, 2, 2, { version: disputed.version });
      expect([corrected.status, corrected.body.final]).toEqual([200, false]);
      expect((await steps(disputed)).map(({ kind, by }) => [kind, by])).toEqual([
        ['made', 'נועה'],
        ['result', 'נועה'],
        ['objected', 'יוסי'],
        ['contested', null],
        ['corrected', 'נועה'],
      ]);
    });

    test('notify the league’s owner of the first one to a result, and when the result is contested', async () => {
      const { noa, yossi, dana, maya, played, object, vote, end, correctionTitles, enter } = fixture;
      const item = await played();
      await object(yossi, item);
      await object(dana, item, 'נכון');
      expect(await correctionTitles(noa, item)).toEqual(['יש ערעור על תוצאה']);
      await vote(maya, item, true);
      await end(item);
      expect(await correctionTitles(noa, item)).toEqual([
        'התוצאה במחלוקת: לתקן, או לקבוע שזו התוצאה',
        'יש ערעור על תוצאה',
      ]);
      expect(await correctionTitles(maya, item)).toEqual([]);
      expect(await correctionTitles(yossi, item)).toEqual([]);
      const corrected = (await enter(item, 2, 2, { version: item.version })).body;
      await object(yossi, corrected);
      expect(await correctionTitles(noa, item)).toHaveLength(3);
      // The owner is not notified where they objected first themselves.
      const own = await played();
      await object(noa, own);
      await object(yossi, own);
      await object(dana, own);
      expect(await correctionTitles(noa, own)).toEqual([]);
    });

    test('are announced by a live event for each objection, vote and end', async () => {
      const { noa, yossi, dana, maya, played, object, vote, end } = fixture;
      const item = await played();
      const stream = await openEventStream(server.url, maya.token);
      try {
        const objectionEvents = () =>
          stream.events.flatMap((event) =>
            event.item === item.id && event.type !== 'standings' ? [`${event.type} ${event.version}`] : [],
          );
        await object(yossi, item);
        await vote(dana, item, true);
        // The same vote again changes nothing.
        await vote(dana, item, true);
        await end(item);
        await noa.post('confirmResult/', { item: item.id, version: 2 });
        await expect.poll(objectionEvents).toHaveLength(4);
        expect(objectionEvents()).toEqual(['item 2', 'votes null', 'item 2', 'item 2']);
      } finally {
        stream.close();
      }
    });

    test('are shown only inside their league: an outsider who may see a public match reads no words', async () => {
      const staff = await createStaff(server, 'צוות');
      const { id } = (
        await staff.post<League>('section/', { name: 'רשמית', custom: false, provisional_results: true })
      ).body;
      const inside = fixture.avi;
      await inside.post('membership/', { section: id });
      const pair = (
        await staff.post<{ id: number }[]>('option/', [
          { name: 'כן', section: id },
          { name: 'לא', section: id },
        ])
      ).body.map((option) => option.id);
      const open = await fixture.match(staff, id, pair);
      const item = (await fixture.enter(open, 1, 0, {}, staff)).body;
      expect((await fixture.object(inside, item, 'סוד')).status).toBe(200);
      const kinds = async (who: ApiMember) => (await fixture.steps(item, who)).map(({ kind }) => kind);
      expect(await kinds(inside)).toEqual(['made', 'result', 'objected']);
      expect(await kinds(staff)).toEqual(['made', 'result', 'objected']);
      expect(await kinds(fixture.maya)).toEqual(['made', 'result']);
      expect((await fixture.maya.get('objections/', { item: item.id })).status).toBe(403);
      expect((await readItem(fixture.maya, item)).final).toBe(false);
      // Everybody who runs the league is notified.
      expect(await fixture.correctionTitles(staff, item)).toEqual(['יש ערעור על תוצאה']);
    });

    test('are in the export of the members who raised them or voted', async () => {
      const { yossi, dana, played, object, vote } = fixture;
      const item = await played();
      await object(yossi, item, 'לא נכון');
      await vote(dana, item, false);
      type Export = {
        objections: { item: number; words: string }[];
        objection_votes: { item: number; agrees: boolean }[];
      };
      const mine = async (who: ApiMember) => {
        const { objections, objection_votes } = (await who.get<Export>('export/')).body;
        return [
          objections.filter((it) => it.item === item.id).map(({ words: text }) => text),
          objection_votes.filter((it) => it.item === item.id).map(({ agrees }) => agrees),
        ];
      };
      expect(await mine(yossi)).toEqual([['לא נכון'], [true]]);
      expect(await mine(dana)).toEqual([[], [false]]);
    });

    test('are limited to thirty an hour per member', async () => {
      const [owner] = (await leagueWithMembers(server, ['עדי'])).members;
      const { section, options, noa } = fixture;
      await sql`insert into league_members (league_id, member_id) values (${section}, ${owner.id})`.execute(
        fixture.db,
      );
      const groups = Array.from({ length: 31 }, () => options);
      const { items_data } = await makeGame(noa, section, 'home/away', groups);
      const statuses: number[] = [];
      for (const item of items_data) {
        const { body } = await fixture.enter(item, 1, 0);
        statuses.push((await fixture.object(owner, body)).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    });

    test('cannot make a final result contested in the database either', async () => {
      const { db, played, end } = fixture;
      const item = await played();
      await end(item);
      await expect(
        sql`update items set standing = 'contested' where id = ${item.id}`.execute(db),
      ).rejects.toThrow(/stays final/);
    });
  });
});

describe('the end of a day', () => {
  onOneDatabase('postgres', (database) => {
    let server: TestServer;
    let fixture: ObjectionFixture;
    beforeAll(async () => {
      server = await startServer({ database });
      fixture = await createObjectionFixture(server);
    });
    afterAll(() => server.close());

    test('adds one step and one notification even when run concurrently, and only for due results', async () => {
      const { db, noa, yossi, dana, played, object, vote } = fixture;
      const [fine, disputed, later] = [await played(), await played(), await played()];
      await object(yossi, disputed);
      await vote(dana, disputed, true);
      await sql`
        update items set final_at = clock_timestamp() - interval '3 days' where id in (${fine.id}, ${disputed.id})`.execute(
        db,
      );
      const ended = (await Promise.all([endVotes(db), endVotes(db), endVotes(db)])).flat();
      // The server's own job may have been first.
      expect(ended.map(({ id }) => id).every((id) => [fine.id, disputed.id].includes(id))).toBe(true);
      await endVotes(db);
      const { rows } = await sql<{ id: number; standing: string; kinds: TimelineEntry['kind'][] }>`
        select i.id, i.standing, array(select s.kind from item_steps s where s.item_id = i.id order by s.id) as kinds
        from items i where i.id in (${fine.id}, ${disputed.id}, ${later.id}) order by i.id`.execute(db);
      expect(rows).toEqual([
        { id: fine.id, standing: 'final', kinds: ['made', 'result', 'final'] },
        { id: disputed.id, standing: 'contested', kinds: ['made', 'result', 'objected', 'contested'] },
        { id: later.id, standing: 'provisional', kinds: ['made', 'result'] },
      ]);
      expect(await fixture.correctionTitles(noa, disputed)).toHaveLength(2);
    });
  });
});

// There are no races on a single connection.
describe('concurrently with the end of a day, on a real PostgreSQL,', () => {
  let server: TestServer;
  let fixture: ObjectionFixture;
  beforeAll(async () => {
    server = await startServer({ database: 'postgres' });
    fixture = await createObjectionFixture(server);
  });
  afterAll(() => server.close());
  const rounds = runSize('ends of a day that race with members', 8, 300);

  /** Sends a request while the day of objections ends; returns whether the request came first. */
  async function race(item: Item, send: () => Promise<{ status: number }>, nth: number): Promise<boolean> {
    const { db } = fixture;
    // Ranges from a day that is over before the request to one that outlasts any request.
    const inTime = [0, 5, 10, 20, 30, 45, 60, 3_600_000][nth % 8];
    await sql`
      update items set final_at = clock_timestamp() + ${inTime}::integer * interval '1 millisecond' where id = ${item.id}`.execute(
      db,
    );
    const acting = send();
    const answered = acting.then(() => true as const);
    let ending = endVotes(db);
    while (!(await Promise.race([answered, ending.then(() => false)]))) ending = endVotes(db);
    await ending;
    const { status } = await acting;
    // Ends the day if it is still open.
    await sql`
      update items set final_at = least(final_at, clock_timestamp())
      where id = ${item.id} and version = ${item.version} and standing = 'provisional'`.execute(db);
    await endVotes(db);
    expect([200, 409]).toContain(status);
    return status === 200;
  }
  const standing = async (item: Item) => (await fixture.read(fixture.noa, item)).standing;

  test('a vote that is acknowledged is counted, and one that is refused is not', async () => {
    const { yossi, dana, played, object, vote } = fixture;
    const firsts: boolean[] = [];
    for (let nth = 0; nth < rounds; nth += 1) {
      const item = await played();
      await object(yossi, item);
      const first = await race(item, () => vote(dana, item, true), nth);
      expect(await standing(item)).toBe(first ? 'contested' : 'final');
      firsts.push(first);
    }
    const countedVotes = firsts.filter(Boolean).length;
    console.log(`votes before the end: ${countedVotes} of ${rounds}`);
    expect(Math.min(countedVotes, rounds - countedVotes)).toBeGreaterThanOrEqual(rounds / 8);
  });

  test('an objection that is acknowledged is voted on, and one that is refused is not stored', async () => {
    const { section, options, members } = await leagueWithMembers(server, ['רות', 'בני', 'גל'], ['א', 'ב']);
    const [ruth, benny] = members;
    await ruth.put(`section/${section}/`, { provisional_results: true });
    for (let nth = 0; nth < rounds; nth += 1) {
      // The quota is tested elsewhere.
      await sql`delete from counters`.execute(fixture.db);
      const item = (await fixture.enter(await fixture.match(ruth, section, options), 1, 0, {}, ruth)).body;
      const first = await race(item, () => fixture.object(benny, item), nth);
      const { standing: became, objections } = await fixture.read(ruth, item);
      expect([became, objections.length]).toEqual(first ? ['contested', 1] : ['final', 0]);
    }
  });

  test('a correction starts a new day of objections, or is refused', async () => {
    const { played, enter } = fixture;
    for (let nth = 0; nth < rounds; nth += 1) {
      await sql`delete from counters`.execute(fixture.db);
      const item = await played();
      const first = await race(item, () => enter(item, 0, 3, { version: item.version }), nth);
      const { version } = await readItem(fixture.noa, item);
      expect([await standing(item), version]).toEqual(first ? ['provisional', 3] : ['final', 2]);
    }
  });
});
