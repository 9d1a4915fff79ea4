import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Item, Post } from '#contract/models.ts';
import { liveHubOf } from '#server/live/hub.ts';
import { cleanUpLiveEvents } from '#server/db/cleanup.ts';
import { emit } from '#server/live/emit.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  leagueWithMembers,
  createMember,
  postBets,
  isoInDays,
  makeGame,
  optionIdsOf,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onBothDatabases, startServer, type TestServer } from '#tests/support/server/server.ts';
import { openEventStream, type EventStream } from '#tests/support/server/event-stream.ts';

// Several test files run at once: what comes soon may take a while.
const soon = { timeout: 15_000 };

const only = ({ items_data: [item] }: Post): Item => {
  if (!item) throw new Error('no item');
  return item;
};

onBothDatabases((database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember, outsider: ApiMember;
  let section: number;
  let options: number[];
  const open: EventStream[] = [];
  beforeAll(async () => {
    server = await startServer({ database });
    outsider = await createMember(server, 'זר');
    ({
      section,
      options,
      members: [dana, noa],
    } = await leagueWithMembers(server, ['דנה', 'נועה'], ['א', 'ב']));
  });
  afterEach(() => open.splice(0).forEach((stream) => stream.close()));
  afterAll(() => server.close());

  const stream = async (who: ApiMember, after?: number) => {
    const one = await openEventStream(server.url, who.token, after);
    open.push(one);
    return one;
  };
  const match = async () => only(await makeGame(dana, section, 'home/away', [options]));
  const told = (events: EventStream['events'], but: string[] = ['notification']) =>
    events
      .filter(({ type }) => !but.includes(type))
      .map(({ type, section: league, post, item, version }) => [type, league, post, item, version]);

  test('a game, a bet, a start and a result: ids and versions, in order, and never a pick', async () => {
    const hers = await stream(noa);
    const item = await match();
    await postBets(dana, item, 7, 6);
    await dana.post('setItemResults/', { item: item.id, value: 'start' });
    await dana.post('setItemResults/', { item: item.id, value: { home: 7, away: 6 } });
    // With the notification of the new game, as a member who is not its maker.
    const events = await hers.until(6);
    expect(told(events)).toEqual([
      // One that was just made.
      ['post', section, item.post, null, 1],
      ['votes', section, item.post, item.id, null],
      ['item', section, item.post, item.id, 2],
      ['item', section, item.post, item.id, 3],
      ['standings', section, item.post, item.id, 3],
    ]);
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
    for (const event of events) {
      expect(Object.keys(event).toSorted()).toEqual(['id', 'item', 'post', 'section', 'type', 'version']);
    }
  });

  test('a game that is back is as one just made; other words and a pin are not', async () => {
    const item = await match();
    const hers = await stream(noa);
    for (const change of [{ description: 'מילים' }, { active: true }, { active: false }, { active: true }])
      expect((await dana.put(`post/${item.post}/`, change)).status).toBe(200);
    const events = await hers.until(4);
    expect(told(events).map((event) => event.at(-1))).toEqual([null, null, null, 1]);
  });

  test('a digit that changes is told to its own member alone', async () => {
    const item = await match();
    await postBets(noa, item, 1, 1);
    const [hers, danas] = [await stream(noa), await stream(dana)];
    await postBets(noa, item, 2, 2);
    await postBets(dana, item, 0, 0);
    await danas.until(1);
    await hers.until(2);
    expect(told(hers.events)).toEqual([
      ['votes', section, item.post, item.id, null],
      ['votes', section, item.post, item.id, null],
    ]);
    expect(danas.events).toHaveLength(1);
  });

  test('a transaction that fails tells nothing', async () => {
    const hers = await stream(noa);
    const { db } = server.platform;
    await db
      .transaction()
      .execute(async (trx) => {
        await emit(trx, { type: 'league', league: section });
        throw new Error('no');
      })
      .catch(() => {});
    await emit(db, { type: 'post', league: section, post: 1 });
    expect(told(await hers.until(1))).toEqual([['post', section, 1, null, null]]);
  });

  test('only members of the league hear of it; personal events go to their member', async () => {
    const theirs = await stream(outsider);
    const { db } = server.platform;
    await match();
    await emit(db, { type: 'notification', member: noa.id });
    await emit(db, { type: 'notification', member: outsider.id });
    expect(told(await theirs.until(1), [])).toEqual([['notification', null, null, null, null]]);
  });

  test('who joins hears from then on, and who leaves no longer', async () => {
    const theirs = await stream(outsider);
    const { code } = (await dana.get<{ code: string }>(`section/${section}/`)).body;
    const { db } = server.platform;
    await outsider.get('joinAClan/', { code });
    await emit(db, { type: 'post', league: section, post: 1 });
    await expect.poll(() => told(theirs.events), soon).toContainEqual(['post', section, 1, null, null]);
    await outsider.del('membership/', { section });
    await emit(db, { type: 'post', league: section, post: 2 });
    await emit(db, { type: 'notification', member: outsider.id });
    await expect.poll(() => theirs.events.at(-1)?.type, soon).toBe('notification');
    expect(told(theirs.events)).not.toContainEqual(['post', section, 2, null, null]);
    // It is told to ask for everything anew, which it now sees less of.
    expect(theirs.events.map(({ type }) => type)).toContain('reset');
  });

  describe('coming back', () => {
    test('after the last one seen: exactly what was missed, then what comes', async () => {
      const first = await stream(noa);
      const { db } = server.platform;
      await emit(db, { type: 'post', league: section, post: 1 });
      await first.until(1);
      first.close();
      await emit(db, { type: 'post', league: section, post: 2 }, { type: 'post', league: section, post: 3 });
      await emit(db, { type: 'notification', member: dana.id });
      const again = await stream(noa, first.lastId());
      await emit(db, { type: 'post', league: section, post: 4 });
      expect(told(await again.until(3)).map(([, , post]) => post)).toEqual([2, 3, 4]);
    });

    test('a stream on which nothing happened can be taken up as well', async () => {
      const first = await stream(noa);
      first.close();
      await emit(server.platform.db, { type: 'post', league: section, post: 5 });
      const again = await stream(noa, first.lastId());
      expect(told(await again.until(1))).toEqual([['post', section, 5, null, null]]);
    });

    test('too long ago, or from elsewhere: a reset, and the stream goes on', async () => {
      const { db } = server.platform;
      const first = await stream(noa);
      await emit(db, { type: 'post', league: section, post: 1 }, { type: 'post', league: section, post: 2 });
      await first.until(2);
      const seen = first.events[0]?.id ?? 0;
      await sql`update live_events set at = now() - interval '2 hours'`.execute(db);
      await cleanUpLiveEvents(db).run(new AbortController().signal);
      await emit(db, { type: 'post', league: section, post: 3 });
      for (const after of [seen - 1, 999_999_999]) {
        const again = await stream(noa, after);
        await again.until(1);
        expect(again.events[0]).toMatchObject({ type: 'reset', section: null });
        await emit(db, { type: 'post', league: section, post: 6 });
        expect((await again.until(2))[1]).toMatchObject({ type: 'post', post: 6 });
      }
    });
  });

  describe('ending', () => {
    test('a guest gets none', async () => {
      expect((await api(server.url).get('events/')).status).toBe(401);
    });

    test('signing out ends the stream of that session, and of no other', async () => {
      const gone = await createMember(server, 'יוצא');
      const [theirs, hers] = [await stream(gone), await stream(noa)];
      await gone.post('logout/');
      await theirs.ended;
      await emit(server.platform.db, { type: 'notification', member: noa.id });
      await hers.until(1);
      expect(liveHubOf(server.platform).count(gone.id)).toBe(0);
    });

    test('a reader who hangs up is forgotten', async () => {
      const mine = await stream(dana);
      expect(liveHubOf(server.platform).count(dana.id)).toBe(1);
      mine.close();
      await expect.poll(() => liveHubOf(server.platform).count(dana.id), soon).toBe(0);
    });

    test('ten streams a member; the eleventh is 429', async () => {
      const many = await createMember(server, 'הרבה');
      for (let at = 0; at < 10; at += 1) await stream(many);
      expect((await many.get('events/')).status).toBe(429);
    });

    test('a reader who does not read is dropped, not waited for', async () => {
      const slow = await createMember(server, 'איטי');
      const headers = { Authorization: `Token ${slow.token}`, 'Content-Type': 'application/json' };
      const response = await server.fetch('/api/events/', { headers });
      const hub = liveHubOf(server.platform);
      await expect.poll(() => hub.count(slow.id), soon).toBe(1);
      const many = Array.from({ length: 1_000 }, () => ({ type: 'notification' as const, member: slow.id }));
      await emit(server.platform.db, ...many);
      await expect.poll(() => hub.count(slow.id), soon).toBe(0);
      await expect(response.text()).rejects.toThrow(/slow/);
    });

    test('stopping the server ends them at once', async () => {
      const other = await startServer({ database });
      const one = await openEventStream(other.url, (await createMember(other, 'אחת')).token);
      const began = performance.now();
      await Promise.all([other.close(), one.ended]);
      // Streams that were waited for would take the shutdown's own 10 s.
      expect(performance.now() - began).toBeLessThan(9_000);
    });
  });

  test('the date of a match moved is told with its new version', async () => {
    const item = await match();
    const hers = await stream(noa);
    await dana.put(`item/${item.id}/`, { date: isoInDays(9) });
    expect(told(await hers.until(1))).toEqual([['item', section, item.post, item.id, 2]]);
    expect(optionIdsOf(item)).toHaveLength(2);
  });
});
