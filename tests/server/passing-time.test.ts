import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item, Post } from '#contract/models.ts';
import { sendReminders } from '#server/notifications/reminders.ts';
import { api } from '#tests/support/server/api-client.ts';
import { startServerWithClock, type ServerWithClock } from '#tests/support/server/database-clock.ts';
import {
  createMember,
  isoInDays,
  leagueWithMembers,
  makeGame,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import { newPhone, signIn } from '#tests/support/server/members.ts';

/** Limits and games as time passes, on a clock that the test moves. */

const hour = 60;
const day = 24 * hour;
const withinMinutes = (answer: { headers: Headers }, minutes: number) => {
  const seconds = Number(answer.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThan(minutes * 60 - 60);
  expect(seconds).toBeLessThanOrEqual(minutes * 60);
};

let server: ServerWithClock;
beforeAll(async () => {
  server = await startServerWithClock({ env: { TRUST_PROXY: '1', DAILY_SMS_CAP: '1000000' } });
  // No job stores that a date has passed: each request reads the time.
  await server.platform.jobs.stop();
});
afterAll(() => server.close());

type LoggedIn = { success: boolean; reason?: string };
let lastAddress = 0;
/** A guest of one address, by default a new one. */
function guest(address = `198.51.100.${(lastAddress += 1)}`) {
  const from = { 'X-Forwarded-For': address };
  const { get, post } = api(server.url);
  return {
    requestPin: (phone: string, more = {}) => get('sendPinCode/', { cellphone: phone, ...more }, from),
    /** How signing in with this PIN ends: `in`, or why not. */
    enter: async (phone: string, pin = server.pin(phone), more = {}) => {
      const body = { username: phone, password: pin, name: 'דנה', ...more };
      const answer = await post<LoggedIn>('api-token-auth/', body, from);
      return answer.body.success ? 'in' : answer.body.reason;
    },
  };
}
const wrongPin = (phone: string) => String((Number(server.pin(phone)) + 1) % 1_000_000).padStart(6, '0');
const times = async <Result>(count: number, work: (nth: number) => Promise<Result>) => {
  const results: Result[] = [];
  for (let nth = 0; nth < count; nth += 1) results.push(await work(nth));
  return results;
};

describe('limits', () => {
  test('on wrong join codes end an hour after the first one, regardless of the others', async () => {
    const noa = await createMember(server, 'נועה');
    const guess = () => noa.get('joinAClan/', { code: '0000000000' });
    await guess();
    await server.passMinutes(50);
    expect(new Set((await times(19, guess)).map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await guess();
    expect(refused.status).toBe(429);
    withinMinutes(refused, 10);
    await server.passMinutes(10);
    expect(new Set((await times(20, guess)).map(({ status }) => status))).toEqual(new Set([200]));
    withinMinutes(await guess(), 60);
  });

  test('on PINs to one number are sliding windows: three in ten minutes, twenty a day', async () => {
    const phone = newPhone();
    const { requestPin } = guest();
    const requestAfter = async (after: number) => {
      await server.passMinutes(after);
      const answer = await requestPin(phone);
      return answer.status === 429 ? Number(answer.headers.get('Retry-After')) : answer.status;
    };
    // At 0, 4, 8 and 9 minutes; then the first leaves the window of ten minutes, and then the second.
    expect(await requestAfter(0)).toBe(200);
    expect([await requestAfter(4), await requestAfter(4)]).toEqual([200, 200]);
    expect(Math.ceil((await requestAfter(1)) / 60)).toBe(1);
    expect(await requestAfter(1)).toBe(200);
    expect(Math.ceil((await requestAfter(3)) / 60)).toBe(1);
    expect(await requestAfter(1)).toBe(200);
    expect(new Set(await times(15, () => requestAfter(5)))).toEqual(new Set([200]));
    // The first request was a hundred minutes ago, including this wait.
    expect(Math.ceil((await requestAfter(11)) / 60)).toBe(day - 100);
    await server.passMinutes(day - 101);
    expect([await requestAfter(0), await requestAfter(1)]).toEqual([expect.any(Number), 200]);
  });

  test('on guesses at one number: ten a day are judged, and a known device is counted apart', async () => {
    const phone = newPhone();
    const device = 'the-phone-of-its-owner';
    await signIn(server, 'דנה', { phone, device });
    await server.passMinutes(day);
    const { requestPin, enter } = guest();
    for (const expectedOutcomes of [
      ['wrong_pin', 'wrong_pin', 'wrong_pin', 'wrong_pin', 'wrong_pin', 'too_many'],
      ['wrong_pin', 'wrong_pin', 'wrong_pin', 'wrong_pin', 'wrong_pin', 'too_many'],
      ['too_many', 'too_many', 'too_many', 'too_many', 'too_many', 'too_many'],
    ]) {
      await server.passMinutes(11);
      await requestPin(phone);
      expect(await times(6, () => enter(phone, wrongPin(phone)))).toEqual(expectedOutcomes);
    }
    expect(await enter(phone)).toBe('too_many');
    expect(await enter(phone, undefined, { device })).toBe('in');
    await server.passMinutes(day);
    await requestPin(phone);
    expect(await enter(phone)).toBe('in');
  });

  test('on wrong PINs from one address end with their window, and right PINs are not counted', async () => {
    const { requestPin, enter } = guest();
    const arrivals = await times(101, async () => {
      const phone = newPhone();
      await requestPin(phone);
      return enter(phone);
    });
    expect(new Set(arrivals)).toEqual(new Set(['in']));

    const attacker = guest();
    const guess = async (by = attacker) => {
      const phone = newPhone();
      await by.requestPin(phone);
      return times(5, () => by.enter(phone, wrongPin(phone)));
    };
    const wrongPins = Array<string>(5).fill('wrong_pin');
    const refused = Array<string>(5).fill('too_many');
    // Thirty in ten minutes, a hundred in an hour.
    expect(await times(6, () => guess())).toEqual(Array<string[]>(6).fill(wrongPins));
    expect(await guess()).toEqual(refused);
    for (const numbers of [6, 6, 2]) {
      await server.passMinutes(10);
      expect(await times(numbers, () => guess())).toEqual(Array<string[]>(numbers).fill(wrongPins));
    }
    await server.passMinutes(10);
    expect([await guess(), await guess(guest())]).toEqual([refused, wrongPins]);
    await server.passMinutes(20);
    expect(await guess()).toEqual(wrongPins);
  });
});

describe('a date that passes', () => {
  const matchOf = (post: Post): Item => post.items_data[0] as Item;

  test('while a bet waits for the item’s lock refuses the bet: the time is read inside the lock', async () => {
    const { section, members, options } = await leagueWithMembers(server, ['דנה', 'נועה'], ['א', 'ב']);
    const [dana, noa] = members;
    const item = matchOf(await makeGame(dana, section, 'home/away', [options]));
    const { db } = server.platform;
    const lateBet = await db.transaction().execute(async (trx) => {
      await sql`select from items where id = ${item.id} for update`.execute(trx);
      const waiting = postBets(noa, item, 1, 0);
      const isWaiting = sql<{ count: number }>`
        select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await isWaiting.execute(db)).rows[0]?.count).toBe(1);
      await server.passMinutes(4 * day);
      return { waiting };
    });
    const { status, body } = await lateBet.waiting;
    expect([status, body]).toMatchObject([409, { code: 'item_closed', current: { readonly: true } }]);
  });

  test('removes the game from those to bet on, as its start does, and can no longer be moved', async () => {
    const { section, members, options } = await leagueWithMembers(server, ['דנה', 'נועה'], ['א', 'ב']);
    const [dana, noa] = members;
    // Other tests have moved the clock some days ahead.
    const gameIn = async (days: number) =>
      matchOf(await makeGame(dana, section, 'home/away', [options], { due_date: isoInDays(days) }));
    const [later, started, soonGame] = [await gameIn(91), await gameIn(90), await gameIn(60)];
    const toBet = async (toPick: boolean) => {
      const query = { section, to_bet: toPick };
      const { body } = await noa.get<{ results: { id: number }[] }>('post/', query);
      return body.results.map(({ id }) => id);
    };
    expect(await toBet(true)).toEqual([soonGame.post, started.post, later.post]);
    await dana.post('setItemResults/', { item: started.id, value: 'start' });
    await server.passMinutes(70 * day);
    expect([await toBet(true), await toBet(false)]).toEqual([[later.post], [soonGame.post, started.post]]);
    expect(await dana.put(`item/${soonGame.id}/`, { date: isoInDays(200) })).toMatchObject({
      status: 409,
      body: { code: 'item_closed', current: { status: 'open', date: soonGame.date, readonly: true } },
    });
  });

  test('is reminded of once, and once more after it was moved by a week, but not by half an hour', async () => {
    const { db } = server.platform;
    const { section, members, options } = await leagueWithMembers(server, ['דנה', 'נועה'], ['א', 'ב']);
    const [dana, noa] = members;
    const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
    const start = Date.parse(rows[0]?.now ?? '');
    const afterStart = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
    const item = matchOf(
      await makeGame(dana, section, 'home/away', [options], { due_date: afterStart(2 * hour) }),
    );
    const remindersOf = async (): Promise<number> => {
      await sendReminders(db);
      await sendReminders(db);
      const { rows: reminders } = await sql`
        select from notifications
        where member_id = ${noa.id} and kind = 'closing' and data -> 'movedTo' is null`.execute(db);
      return reminders.length;
    };
    const moveTo = async (minutes: number) =>
      expect((await dana.put(`item/${item.id}/`, { date: afterStart(minutes) })).status).toBe(200);

    expect(await remindersOf()).toBe(0);
    await server.passMinutes(hour + 10);
    expect(await remindersOf()).toBe(1);
    await moveTo(2 * hour + 30);
    expect(await remindersOf()).toBe(1);
    await server.passMinutes(30);
    expect(await remindersOf()).toBe(1);
    await moveTo(2 * hour + 7 * day);
    expect(await remindersOf()).toBe(1);
    await server.passMinutes(7 * day);
    expect(await remindersOf()).toBe(2);
  });
});
