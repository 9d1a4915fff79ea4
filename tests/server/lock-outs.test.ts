import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Group } from '#contract/models.ts';
import { api } from '#tests/support/server/api-client.ts';
import { createMember, makeLeague } from '#tests/support/server/leagues-and-games.ts';
import { newPhone, signIn } from '#tests/support/server/members.ts';
import { startServer, type TestServer } from '#tests/support/server/server.ts';

/** Limits that strangers have used up never block a known device, a right code, or another network. */

const device = 'the-phone-of-its-owner';
const wrongPin = (pin: string, nth = 1) => String((Number(pin) + nth) % 1_000_000).padStart(6, '0');

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    database: 'postgres',
    env: { TRUST_PROXY: '1', DAILY_SMS_CAP: '1000' },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from counters`.execute(server.platform.db);
});

const from = (address: string) => ({ 'X-Forwarded-For': address });
const home = from('192.0.2.1');

const requestPin = async (phone: string, headers: Record<string, string>, more = {}) =>
  (await api(server.url).get('sendPinCode/', { cellphone: phone, ...more }, headers)).status;
const enter = async (phone: string, password: string, headers: Record<string, string>, more = {}) => {
  const body = { username: phone, password, name: 'נועה', ...more };
  return (await api(server.url).post<Record<string, unknown>>('api-token-auth/', body, headers)).body;
};
const repeat = async <T>(times: number, work: (nth: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let nth = 0; nth < times; nth += 1) answers.push(await work(nth));
  return answers;
};
const countOf = <T>(answers: readonly T[], answer: T) => answers.filter((one) => one === answer).length;
/** Sets how many units of a limit are used. */
const used = (bucket: string, count: number) =>
  sql`insert into counters (bucket, used, expires_at) values (${bucket}, ${count}, now() + interval '5 minutes')
    on conflict (bucket) do update set used = excluded.used`.execute(server.platform.db);

test('one network, with any of its addresses, gets 1/10 of the hourly PINs and 1/20 of the daily ones for unknown devices', async () => {
  const perAddress = await repeat(40, () => requestPin(newPhone(), from('198.51.100.1')));
  expect([countOf(perAddress, 200), countOf(perAddress, 429)]).toEqual([25, 15]);
  const perNetwork = await repeat(40, (nth) => requestPin(newPhone(), from(`2001:db8:0:1::${nth + 1}`)));
  expect(countOf(perNetwork, 200)).toBe(25);
  const { db } = server.platform;
  for (let hour = 0; hour < 2; hour += 1) {
    await sql`delete from counters where bucket in ('sms:from:198.51.100.1', 'sms:strangers:hour')`.execute(
      db,
    );
    await repeat(25, () => requestPin(newPhone(), from('198.51.100.1')));
  }
  const { rows } = await sql`
    select used from counters where bucket = 'sms:from:198.51.100.1:day'`.execute(db);
  expect(rows).toEqual([{ used: 50 }]);
  expect(await requestPin(newPhone(), home)).toBe(200);
});

test('a PIN that was used does not count towards a circuit breaker: a network of many new members is not blocked', async () => {
  for (let nth = 0; nth < 27; nth += 1) {
    const phone = newPhone();
    expect(await requestPin(phone, from('198.51.100.2'))).toBe(200);
    expect((await enter(phone, server.pin(phone), from('198.51.100.2'))).success).toBe(true);
  }
  const { rows } = await sql`select bucket, used from counters where bucket like 'sms:%' and used > 0
    and bucket not like 'sms:to:%' order by bucket collate "C"`.execute(server.platform.db);
  // PINs that were sent count towards the day's cap and its shares.
  expect(rows).toEqual(
    ['sms:all', 'sms:from:198.51.100.2:day', 'sms:strangers:day'].map((bucket) => ({ bucket, used: 27 })),
  );
});

test('strangers who request and guess PINs do not block a known device', async () => {
  const { phone } = await signIn(server, 'דנה', { device });
  const stranger = from('198.51.100.3');
  await sql`update pins set created = created - interval '11 minutes'`.execute(server.platform.db);
  expect(await repeat(4, () => requestPin(phone, stranger))).toEqual([200, 200, 200, 429]);
  expect(await requestPin(phone, stranger, { device })).toBe(200);
  const pin = server.pin(phone);
  const guesses = await repeat(7, (nth) => enter(phone, wrongPin(pin, nth + 1), stranger));
  expect(guesses.map(({ reason }) => reason)).toEqual([
    ...Array<string>(5).fill('wrong_pin'),
    ...Array<string>(2).fill('too_many'),
  ]);
  // The right PIN from an unknown device is refused by the limit that the strangers used up.
  expect((await enter(phone, pin, stranger)).reason).toBe('too_many');
  const own = await repeat(4, (nth) => enter(phone, wrongPin(pin, nth + 1), stranger, { device }));
  expect(own.map(({ attemptsLeft }) => attemptsLeft)).toEqual([4, 3, 2, 1]);
  expect((await enter(phone, pin, stranger, { device })).success).toBe(true);
  // Its own limit is the same as a stranger's.
  expect(await repeat(3, () => requestPin(phone, stranger, { device }))).toEqual([200, 200, 429]);
  const last = server.pin(phone);
  const tries = await repeat(6, (nth) => enter(phone, wrongPin(last, nth + 1), home, { device }));
  // Of the ten guesses a day five were used above.
  expect(tries.map(({ reason }) => reason)).toEqual([...Array<string>(5).fill('wrong_pin'), 'too_many']);
});

test('with too many wrong PINs of everybody a right one is still accepted, and a wrong one uses up its PIN', async () => {
  await used('wrong:all', 300);
  const [phone, other] = [newPhone(), newPhone()];
  for (const number of [phone, other]) expect(await requestPin(number, home)).toBe(200);
  expect(await enter(phone, server.pin(phone), home)).toMatchObject({ success: true });
  const refusal = { success: false, reason: 'too_many', attemptsLeft: 0 };
  expect(await enter(other, wrongPin(server.pin(other)), home)).toEqual(refusal);
  expect(await enter(other, server.pin(other), home)).toEqual(refusal);
  expect(await requestPin(other, home)).toBe(200);
  expect(await enter(other, server.pin(other), home)).toMatchObject({ success: true });
  // Right ones are not counted.
  const { rows } = await sql`select used from counters where bucket = 'wrong:all'`.execute(
    server.platform.db,
  );
  expect(rows).toEqual([{ used: 300 }]);
});

test('one network can use up a tenth of everybody’s wrong PINs, and its known devices are not blocked', async () => {
  const attacker = from('198.51.100.4');
  const { phone } = await signIn(server, 'דנה', { device });
  const reasons: unknown[] = [];
  for (let nth = 0; nth < 9; nth += 1) {
    const victim = newPhone();
    await requestPin(victim, from(`203.0.113.${nth + 1}`));
    const pin = server.pin(victim);
    for (const { reason } of await repeat(5, (at) => enter(victim, wrongPin(pin, at + 1), attacker)))
      reasons.push(reason);
  }
  expect([countOf(reasons, 'wrong_pin'), countOf(reasons, 'too_many')]).toEqual([30, 15]);
  await sql`update pins set created = created - interval '11 minutes'`.execute(server.platform.db);
  await requestPin(phone, attacker, { device });
  expect(await enter(phone, wrongPin(server.pin(phone)), attacker, { device })).toMatchObject({
    reason: 'wrong_pin',
  });
  expect((await enter(phone, server.pin(phone), attacker, { device })).success).toBe(true);
});

test('wrong join codes of strangers do not block a right one, and one network can use up a tenth of them', async () => {
  const owner = await createMember(server, 'בעלת הליגה');
  const { code } = await makeLeague(owner, []);
  const group = (await owner.post<Group>('clan/', { name: 'חבורה' })).body;
  await used('code:all', 5_000);
  const friend = await createMember(server, 'חברה');
  expect((await friend.get('joinAClan/', { code: '0000000000' })).status).toBe(429);
  for (const right of [code, group.code]) {
    const { status, body } = await friend.get<{ res: unknown }>('joinAClan/', { code: right ?? '' });
    expect([status, body.res]).toMatchObject([200, { size: 2 }]);
  }
  expect((await friend.get('section/', { code: code ?? '' })).body).toMatchObject({ count: 1 });

  await sql`delete from counters`.execute(server.platform.db);
  const anyCode = () => String(randomInt(10 ** 9)).padStart(10, '0');
  const people = await repeat(2, (nth) => createMember(server, `מנחשת ${nth}`));
  await used('code:from:198.51.100.5', 490);
  const statuses: number[] = [];
  for (const who of people)
    for (let nth = 0; nth < 8; nth += 1)
      statuses.push((await who.get('joinAClan/', { code: anyCode() }, from('198.51.100.5'))).status);
  expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([10, 6]);
  expect((await people[0]?.get('joinAClan/', { code: anyCode() }, home))?.status).toBe(200);
});
