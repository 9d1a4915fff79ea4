import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { createHttpClient } from '#actors/http-client.ts';
import { provideConnection } from '#app/connection-ports.ts';
import type { Item, Post } from '#contract/models.ts';
import { liveHubOf } from '#server/live/hub.ts';
import { cleanUpLiveEvents } from '#server/db/cleanup.ts';
import { emit } from '#server/live/emit.ts';
import type { ConnectionReport } from '#machines/connection.ts';
import { buildAppUser } from '#tests/support/builders.ts';
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
  const fieldsOf = (events: EventStream['events'], but: string[] = ['notification']) =>
    events
      .filter(({ type }) => !but.includes(type))
      .map(({ type, section: league, post, item, version }) => [type, league, post, item, version]);

  test('a game, a bet, a start and a result are sent as events with ids and versions, in order, without values', async () => {
    const noaStream = await stream(noa);
    const item = await match();
    await postBets(dana, item, 7, 6);
    await dana.post('setItemResults/', { item: item.id, value: 'start' });
    await dana.post('setItemResults/', { item: item.id, value: { home: 7, away: 6 } });
    // Six events: noa also gets the notification of the new game.
    const events = await noaStream.until(6);
    expect(fieldsOf(events)).toEqual([
      // Version 1: a new game.
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

  test('a result that gives nobody points is announced without new standings', async () => {
    const noaStream = await stream(noa);
    const item = await match();
    await dana.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });
    const next = await match();
    // Five events: noa also gets the notifications of the new games.
    expect(fieldsOf(await noaStream.until(5))).toEqual([
      ['post', section, item.post, null, 1],
      ['item', section, item.post, item.id, 2],
      ['post', section, next.post, null, 1],
    ]);
  });

  test('a post without a game is announced as a new one', async () => {
    const noaStream = await stream(noa);
    const { body } = await dana.post<Post>('post/', { section, description: 'מילים' });
    // Noa also gets its notification.
    expect(fieldsOf(await noaStream.until(2))).toEqual([['post', section, body.id, null, 1]]);
  });

  test('a restored game is announced as a new one; an edited or pinned one is not', async () => {
    const item = await match();
    const noaStream = await stream(noa);
    for (const change of [{ description: 'מילים' }, { active: true }, { active: false }, { active: true }])
      expect((await dana.put(`post/${item.post}/`, change)).status).toBe(200);
    const events = await noaStream.until(4);
    expect(fieldsOf(events).map((event) => event.at(-1))).toEqual([null, null, null, 1]);
  });

  test('a changed bet is sent as an event to its own member only', async () => {
    const item = await match();
    await postBets(noa, item, 1, 1);
    const [noaStream, danaStream] = [await stream(noa), await stream(dana)];
    await postBets(noa, item, 2, 2);
    await postBets(dana, item, 0, 0);
    await danaStream.until(1);
    await noaStream.until(2);
    expect(fieldsOf(noaStream.events)).toEqual([
      ['votes', section, item.post, item.id, null],
      ['votes', section, item.post, item.id, null],
    ]);
    expect(danaStream.events).toHaveLength(1);
  });

  test('a transaction that fails sends no event', async () => {
    const noaStream = await stream(noa);
    const { db } = server.platform;
    await db
      .transaction()
      .execute(async (trx) => {
        await emit(trx, { type: 'league', league: section });
        throw new Error('no');
      })
      .catch(() => {});
    await emit(db, { type: 'post', league: section, post: 1 });
    expect(fieldsOf(await noaStream.until(1))).toEqual([['post', section, 1, null, null]]);
  });

  test('a league’s events are sent to its members only, personal ones to their member only', async () => {
    const [outsiderStream, noaStream] = [await stream(outsider), await stream(noa)];
    const { db } = server.platform;
    const { post } = await match();
    await emit(db, { type: 'notification', member: noa.id });
    await emit(db, { type: 'notification', member: outsider.id });
    // Posts without a league are everyone's.
    await emit(db, { type: 'post', post: 7 });
    expect(fieldsOf(await outsiderStream.until(2), [])).toEqual([
      ['notification', null, null, null, null],
      ['post', null, 7, null, null],
    ]);
    expect(fieldsOf(await noaStream.until(4), [])).toEqual([
      // Of the new game.
      ['notification', null, null, null, null],
      ['post', section, post, null, 1],
      ['notification', null, null, null, null],
      ['post', null, 7, null, null],
    ]);
  });

  test('an official league’s events are also sent to staff, for as long as they are staff', async () => {
    const { db } = server.platform;
    const [staff, formerly] = [await createMember(server, 'צוות'), await createMember(server, 'לשעבר')];
    const setRole = (who: ApiMember, isStaff: boolean) =>
      db.updateTable('members').set({ is_staff: isStaff }).where('id', '=', who.id).execute();
    await setRole(formerly, true);
    const superuser = await createMember(server, 'על');
    await db.updateTable('members').set({ is_superuser: true }).where('id', '=', superuser.id).execute();
    const people = [staff, formerly, outsider, superuser];
    const streams = [];
    for (const who of people) streams.push(await stream(who));
    await setRole(staff, true);
    await setRole(formerly, false);
    const { id: official } = (
      await staff.post<{ id: number }>('section/', { name: 'ליגת העל', custom: false })
    ).body;
    await emit(db, { type: 'post', league: official, post: 1 }, { type: 'post', league: section, post: 2 });
    for (const { id } of people) await emit(db, { type: 'notification', member: id });
    const receivedEvents = await Promise.all(
      streams.map(async (one) => {
        await expect.poll(() => one.events.at(-1)?.type).toBe('notification');
        return fieldsOf(one.events);
      }),
    );
    const ofOfficial = [
      ['league', official, null, null, null],
      ['post', official, 1, null, null],
    ];
    expect(receivedEvents).toEqual([ofOfficial, [], [], ofOfficial]);
    const resumed = await stream(staff, (streams[0]?.events[0]?.id ?? 0) - 1);
    expect(fieldsOf(await resumed.until(3))).toEqual(ofOfficial);
  });

  test('a member who joins gets events from then on, and none after leaving', async () => {
    const outsiderStream = await stream(outsider);
    const { code } = (await dana.get<{ code: string }>(`section/${section}/`)).body;
    const { db } = server.platform;
    await outsider.get('joinAClan/', { code });
    await emit(db, { type: 'post', league: section, post: 1 });
    await expect.poll(() => fieldsOf(outsiderStream.events)).toContainEqual(['post', section, 1, null, null]);
    await outsider.del('membership/', { section });
    await emit(db, { type: 'post', league: section, post: 2 });
    await emit(db, { type: 'notification', member: outsider.id });
    await expect.poll(() => outsiderStream.events.at(-1)?.type).toBe('notification');
    expect(fieldsOf(outsiderStream.events)).not.toContainEqual(['post', section, 2, null, null]);
    // A reset makes the client fetch everything again, with its reduced rights.
    expect(outsiderStream.events.map(({ type }) => type)).toContain('reset');
  });

  describe('a reconnect', () => {
    test('with the id of the last event gets exactly the missed events, then the following ones', async () => {
      const first = await stream(noa);
      const { db } = server.platform;
      await emit(db, { type: 'post', league: section, post: 1 });
      await first.until(1);
      first.close();
      await emit(db, { type: 'post', league: section, post: 2 }, { type: 'post', league: section, post: 3 });
      await emit(db, { type: 'notification', member: dana.id });
      const again = await stream(noa, first.lastId());
      await emit(db, { type: 'post', league: section, post: 4 });
      expect(fieldsOf(await again.until(3)).map(([, , post]) => post)).toEqual([2, 3, 4]);
    });

    test('of a member who was removed from a league meanwhile gets a reset; that of a member who rejoined gets the missed events', async () => {
      const { code } = (await dana.get<{ code: string }>(`section/${section}/`)).body;
      await outsider.get('joinAClan/', { code });
      const first = await stream(outsider);
      first.close();
      const { db } = server.platform;
      await emit(db, { type: 'post', league: section, post: 1 });
      await dana.del('membership/', { section, member: outsider.id });
      const again = await stream(outsider, first.lastId());
      await emit(db, { type: 'notification', member: outsider.id });
      expect(fieldsOf(await again.until(2), [])).toEqual([
        ['reset', null, null, null, null],
        ['notification', null, null, null, null],
      ]);
      again.close();

      const { code: renewed } = (await dana.get<{ code: string }>(`section/${section}/`)).body;
      await outsider.get('joinAClan/', { code: renewed });
      const back = await stream(outsider, first.lastId());
      await emit(db, { type: 'post', league: section, post: 2 });
      await expect.poll(() => fieldsOf(back.events)).toContainEqual(['post', section, 2, null, null]);
      expect(fieldsOf(back.events, []).map(([type, , post]) => [type, post])).toEqual([
        ['post', 1],
        // Of being removed, and of the code that was renewed then.
        ['league', null],
        ['league', null],
        ['notification', null],
        ['member', null],
        ['post', 2],
      ]);
      back.close();
      await outsider.del('membership/', { section });
    });

    test('continues a stream that had no event yet', async () => {
      const first = await stream(noa);
      first.close();
      await emit(server.platform.db, { type: 'post', league: section, post: 5 });
      const again = await stream(noa, first.lastId());
      expect(fieldsOf(await again.until(1))).toEqual([['post', section, 5, null, null]]);
    });

    test('of the app itself gets the missed event, although its first stream had none', async () => {
      // Without `navigator.locks`, tabs of the app share no connection.
      vi.stubGlobal('navigator', {});
      vi.stubGlobal('window', {});
      const reports: ConnectionReport[] = [];
      const parent = createActor(
        fromCallback<ConnectionReport>(({ receive }) => receive((report) => reports.push(report))),
      ).start();
      const { token } = noa;
      const httpClient = createHttpClient({
        origin: server.url,
        version: '3.1.0',
        token: () => token,
        onExpired: () => {},
        onServerTime: () => {},
      });
      const app = createActor(provideConnection(httpClient), { input: { parent } }).start();
      const isLive = () => app.getSnapshot().hasTag('live');
      app.send({ type: 'auth.signedIn', token, user: buildAppUser(noa.id) });
      await expect.poll(isLive).toBe(true);
      liveHubOf(server.platform).endAll();
      await expect.poll(isLive).toBe(false);
      await emit(server.platform.db, { type: 'post', league: section, post: 8 });
      app.send({ type: 'page.shown' });
      await expect.poll(isLive).toBe(true);
      expect(reports.flatMap((report) => (report.type === 'live.event' ? [report.event.post] : []))).toEqual([
        8,
      ]);
      app.stop();
      vi.unstubAllGlobals();
    });

    test('replays up to two hundred missed events, and gets a reset instead of more', async () => {
      const first = await stream(noa);
      const { db } = server.platform;
      await emit(db, { type: 'post', league: section, post: 1 });
      await first.until(1);
      first.close();
      const missed = Array.from({ length: 200 }, (_, at) => ({
        type: 'post' as const,
        league: section,
        post: at + 2,
      }));
      await emit(db, ...missed);
      const again = await stream(noa, first.lastId());
      expect((await again.until(200)).map(({ type, post }) => [type, post])).toEqual(
        missed.map(({ type, post }) => [type, post]),
      );
      await emit(db, { type: 'post', league: section, post: 999 });
      const lateStream = await stream(noa, first.lastId());
      expect(fieldsOf(await lateStream.until(1))).toEqual([['reset', null, null, null, null]]);
    });

    test('with an id that is too old or unknown gets a reset, and then the following events', async () => {
      const { db } = server.platform;
      const first = await stream(noa);
      await emit(db, { type: 'post', league: section, post: 1 }, { type: 'post', league: section, post: 2 });
      await first.until(2);
      const firstId = first.events[0]?.id ?? 0;
      await sql`update live_events set at = now() - interval '2 hours'`.execute(db);
      await cleanUpLiveEvents(db).run(new AbortController().signal);
      await emit(db, { type: 'post', league: section, post: 3 });
      for (const after of [firstId - 1, 999_999_999]) {
        const again = await stream(noa, after);
        await again.until(1);
        expect(again.events[0]).toMatchObject({ type: 'reset', section: null });
        await emit(db, { type: 'post', league: section, post: 6 });
        expect((await again.until(2))[1]).toMatchObject({ type: 'post', post: 6 });
      }
      // The newest is kept; who has seen the last one that was deleted has missed none of those.
      const current = await stream(noa, firstId);
      expect((await current.until(1))[0]).toMatchObject({ type: 'post', post: 2, id: firstId + 1 });
    });
  });

  describe('a stream', () => {
    test('is refused to guests with 401', async () => {
      expect((await api(server.url).get('events/')).status).toBe(401);
    });

    test('ends with its session, and with no other', async () => {
      const formerMember = await createMember(server, 'יוצא');
      const [outsiderStream, noaStream] = [await stream(formerMember), await stream(noa)];
      await formerMember.post('logout/');
      await outsiderStream.ended;
      await emit(server.platform.db, { type: 'notification', member: noa.id });
      await noaStream.until(1);
      expect(liveHubOf(server.platform).count(formerMember.id)).toBe(0);
    });

    test('is dropped when its client disconnects', async () => {
      const mine = await stream(dana);
      expect(liveHubOf(server.platform).count(dana.id)).toBe(1);
      mine.close();
      await expect.poll(() => liveHubOf(server.platform).count(dana.id)).toBe(0);
    });

    test('is refused with 429 beyond ten of one member', async () => {
      const many = await createMember(server, 'הרבה');
      for (let at = 0; at < 10; at += 1) await stream(many);
      expect((await many.get('events/')).status).toBe(429);
      expect((await stream(await createMember(server, 'אחר'))).status).toBe(200);
    });

    test('is dropped when its client does not read', async () => {
      const slow = await createMember(server, 'איטי');
      const { hostname, port } = new URL(server.url);
      const reader = connect(Number(port), hostname).pause();
      const closed = new Promise((resolve) => reader.once('close', resolve).on('error', () => {}));
      reader.write(
        `GET /api/events/ HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
          `Authorization: Token ${slow.token}\r\n\r\n`,
      );
      const hub = liveHubOf(server.platform);
      await expect.poll(() => hub.count(slow.id)).toBe(1);
      // Buffers of the operating system hold a part of it.
      const many = Array.from({ length: 1_000 }, () => ({ type: 'notification' as const, member: slow.id }));
      for (let sent = 0; sent < 100 && hub.count(slow.id) > 0; sent += 1)
        await emit(server.platform.db, ...many);
      await expect.poll(() => hub.count(slow.id)).toBe(0);
      reader.resume();
      await closed;
    });

    test('ends at once when the server stops', async () => {
      // A stop that waited for streams would take longer than a test may.
      const other = await startServer({ database, clientTimeouts: { shutdown: 1_000_000 } });
      const one = await openEventStream(other.url, (await createMember(other, 'אחת')).token);
      await Promise.all([other.close(), one.ended]);
    });
  });

  test('a moved date is sent as an event with the item’s new version', async () => {
    const item = await match();
    const noaStream = await stream(noa);
    await dana.put(`item/${item.id}/`, { date: isoInDays(9) });
    expect(fieldsOf(await noaStream.until(1))).toEqual([['item', section, item.post, item.id, 2]]);
    expect(optionIdsOf(item)).toHaveLength(2);
  });
});
