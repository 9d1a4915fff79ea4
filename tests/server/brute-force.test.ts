import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { Group, League } from '#contract/models.ts';
import { api } from '#tests/support/server/api-client.ts';
import { createMember, makeLeague } from '#tests/support/server/leagues-and-games.ts';
import { forEachConcurrently } from '#tests/support/concurrency.ts';
import { newPhone, type ApiMember } from '#tests/support/server/members.ts';
import { runSize } from '#tests/support/run-size.ts';
import { spawnServer, startServer } from '#tests/support/server/server.ts';

/** Guessing PINs and join codes, by an attacker with any number of addresses and devices. */

type LoggedIn = { success: boolean; reason?: string };

const anyAddress = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.');
const wrongPin = (pin: string, nth: number) => String((Number(pin) + 1 + nth) % 1_000_000).padStart(6, '0');

test('at most ten PIN guesses a day at one number are checked, even after a kill, and its owner can still sign in', async () => {
  const guessCount = runSize('PIN guesses on one number', 200, 100_000);
  // One trusted proxy: the attacker may claim any address.
  const env = { TRUST_PROXY: '1', DAILY_SMS_CAP: '1000000' };
  const first = await spawnServer({ database: 'postgres', env });
  const database = new Client({ connectionString: first.env['DATABASE_URL'] });
  await database.connect();
  const phone = newPhone();
  const device = 'the-phone-of-its-owner';
  const enter = (url: string, password: string, more: object, from = anyAddress()) =>
    api(url).post<LoggedIn>(
      'api-token-auth/',
      { username: phone, password, ...more },
      { 'X-Forwarded-For': from },
    );
  /** Requests a PIN as if eleven minutes after the last one; returns whether it was sent. */
  const requestPin = async (url: string, more = {}) => {
    await database.query("update pins set created = created - interval '11 minutes'");
    const query = { cellphone: phone, ...more };
    return (await api(url).get('sendPinCode/', query, { 'X-Forwarded-For': anyAddress() })).status === 200;
  };
  let server = first;
  try {
    await requestPin(server.url, { device });
    const ownerSession = await enter(server.url, await server.pin(phone), { name: 'דנה', device });
    expect(ownerSession.body.success).toBe(true);

    const answers = new Map<string, number>();
    let sent = 0;
    let pin = '000000';
    const another = async () => {
      if (!(await requestPin(server.url))) return;
      sent += 1;
      pin = await server.pin(phone);
    };
    const guess = async (nth: number) => {
      const unknown = nth % 2 === 0 ? { device: `attacker-${String(nth).padStart(12, '0')}` } : {};
      const { status, body } = await enter(server.url, wrongPin(pin, nth), unknown);
      const what = status === 200 ? (body.success ? 'in' : (body.reason ?? '')) : String(status);
      answers.set(what, (answers.get(what) ?? 0) + 1);
    };
    const round = Math.ceil(guessCount / 50);
    for (let from = 0; from < guessCount; from += round) {
      if (from >= guessCount / 2 && server === first) {
        first.kill('SIGKILL');
        await first.exited;
        server = await spawnServer({ on: first, env });
      }
      await another();
      const guesses = Array.from({ length: Math.min(round, guessCount - from) }, (_, at) => from + at);
      await forEachConcurrently(16, guesses, guess);
    }
    const counts = [...answers].map(([what, count]) => `${count} × ${what}`).join(', ');
    console.log(`PIN guesses on one number: ${counts}; ${sent} PINs sent to it`);
    // A number gets twenty PINs a day for unknown devices. The owner got the first, whose device was not known yet.
    expect(sent).toBe(19);
    expect(answers.get('in')).toBeUndefined();
    expect(answers.get('wrong_pin') ?? 0).toBeGreaterThan(0);
    expect(answers.get('wrong_pin') ?? 0).toBeLessThanOrEqual(10);
    expect([...answers.values()].reduce((sum, count) => sum + count)).toBe(guessCount);

    expect(await requestPin(server.url, { device })).toBe(true);
    expect((await enter(server.url, await server.pin(phone), { device })).body.success).toBe(true);
  } finally {
    await database.end();
    if (server !== first) await server.remove();
    await first.remove();
  }
}, 3_600_000);

test('join codes are not found by guessing: each account reaches its limit, and no guess is right', async () => {
  const accounts = runSize('code guesses, accounts of a hundred', 3, 200);
  const server = await startServer({ database: 'postgres', env: { TRUST_PROXY: '1' } });
  try {
    const owner = await createMember(server, 'בעלת הליגות');
    const realCodes = new Set<string | null>();
    for (let at = 0; at < 20; at += 1) {
      realCodes.add((await makeLeague(owner, [], `ליגה ${at}`)).code);
      realCodes.add((await owner.post<Group>('clan/', { name: `חבורה ${at}` })).body.code);
    }
    expect(realCodes.size).toBe(40);
    const { alphabet, length } = limits.code;
    const anyCode = () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    const people: ApiMember[] = [];
    for (let at = 0; at < accounts; at += 1) people.push(await createMember(server, `מנחשת ${at}`));

    const outcomes = { nothing: 0, refused: 0, other: [] as unknown[] };
    const anywhere = () => ({ 'X-Forwarded-For': anyAddress() });
    // The call that joins, and the two that show what a code belongs to.
    const guessesOf = [
      (who: ApiMember, code: string) => who.get('joinAClan/', { code }, anywhere()),
      (who: ApiMember, code: string) => who.get('joinAClan/', { code, preview: 1 }, anywhere()),
      (who: ApiMember, code: string) => who.get('section/', { code }, anywhere()),
    ];
    const tries = Array.from({ length: 100 }, () => people).flat();
    await forEachConcurrently(8, tries, async (who, nth) => {
      const [way] = guessesOf.slice(nth % guessesOf.length);
      if (!way) return;
      const { status, body, headers } = await way(who, anyCode());
      if (status === 429 && Number(headers.get('Retry-After')) > 0) outcomes.refused += 1;
      else if (status === 200 && /^\{"(res":0|results":\[\],"count":0)\}$/.test(JSON.stringify(body)))
        outcomes.nothing += 1;
      else outcomes.other.push({ status, body });
    });
    console.log(
      `code guesses: ${outcomes.nothing} led nowhere, ${outcomes.refused} were refused, ${outcomes.other.length} else`,
    );
    expect(outcomes.other).toEqual([]);
    expect(outcomes.nothing).toBe(Math.min(accounts * 20, 5_000));
    expect(outcomes.refused).toBe(accounts * 100 - outcomes.nothing);
  } finally {
    await server.close();
  }
}, 3_600_000);

test('a guest’s network has one limit for all its addresses, and a wrong code is answered alike for any league id', async () => {
  const server = await startServer({ database: 'postgres', env: { TRUST_PROXY: '1' } });
  try {
    const lookUpCode = async (address: string) => {
      const from = { 'X-Forwarded-For': address };
      return (await api(server.url).get('section/', { code: '0000000000' }, from)).status;
    };
    const statuses: number[] = [];
    for (let nth = 0; nth < 21; nth += 1)
      statuses.push(await lookUpCode(`2001:db8:1:2::${nth.toString(16)}`));
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    expect(await lookUpCode('2001:db8:1:3::1')).toBe(200);

    const owner = await createMember(server, 'בעלת הליגה');
    const { id } = (await owner.post<League>('section/', { name: 'סגורה' })).body;
    const stranger = await createMember(server, 'זרה');
    const into = async (league: number) => {
      const { status, body } = await stranger.get(`section/${league}/`, { code: '0000000000' });
      return { status, body };
    };
    expect(await into(id)).toEqual(await into(999_999));
  } finally {
    await server.close();
  }
});

test('the sign-in calls answer alike for a member’s number and an unknown one', async () => {
  const server = await startServer({ database: 'postgres' });
  try {
    const { phone } = await createMember(server, 'דנה');
    const stranger = await createMember(server, 'זרה');
    const nobody = newPhone();
    const guest = api(server.url);
    const logIn = (username: string, password: string, more = {}) =>
      guest.post('api-token-auth/', { username, password, ...more });
    const link = (cellphone: string, pincode: string) => stranger.post('linkPhone/', { cellphone, pincode });
    const answersFor = async (number: string) => {
      const send = (more = {}) => guest.get('sendPinCode/', { cellphone: number, ...more });
      const answers = [
        await logIn(number, '123456'),
        await link(number, '123456'),
        await send(),
        await send({ device: 'somebody-elses-device' }),
        await logIn(number, wrongPin(server.pin(number), 1)),
        await link(number, wrongPin(server.pin(number), 1)),
        await logIn(number, wrongPin(server.pin(number), 2), { name: 'שם', device: 'somebody-elses-device' }),
        await send(),
        await send(),
      ];
      return answers.map(({ status, body }) => ({ status, body }));
    };
    expect(await answersFor(phone)).toEqual(await answersFor(nobody));
  } finally {
    await server.close();
  }
});
