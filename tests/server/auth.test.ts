import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSize } from '#tests/support/run-size.ts';
import { api } from '#tests/support/server/api-client.ts';
import { newPhone, signIn } from '#tests/support/server/members.ts';
import { onOneDatabase, spawnServer, startServer, type TestServer } from '#tests/support/server/server.ts';

const device = 'a-device-of-dana-1';
const validation = (fields: Record<string, unknown>) => ({
  type: 'urn:hevre:problem:validation',
  title: 'Invalid input',
  status: 400,
  code: 'validation',
  detail: expect.any(String),
  fields,
});

/** A log at level trace whose lines are kept. */
function recordingLog() {
  const lines: string[] = [];
  const write = (chunk: unknown, _: unknown, done: () => void) => {
    lines.push(String(chunk));
    done();
  };
  return { lines, log: pino({ level: 'trace' }, new Writable({ write })) };
}

/** A PIN other than this one. */
const wrongPin = (pin: string, nth = 1) => String((Number(pin) + nth) % 1_000_000).padStart(6, '0');

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let guest: ReturnType<typeof api>;
  beforeAll(async () => {
    server = await startServer({ database });
    guest = api(server.url);
  });
  afterAll(() => server.close());

  const send = (phone: string, more = {}) => guest.get('sendPinCode/', { cellphone: phone, ...more });
  const logIn = (phone: string, password: string, more = {}) =>
    guest.post<Record<string, unknown>>('api-token-auth/', { username: phone, password, ...more });
  const newPin = async (phone: string) => {
    expect(await send(phone)).toMatchObject({ status: 200, body: { name: '' } });
    return server.pin(phone);
  };

  test('a first login creates a member, and the token reads their data', async () => {
    const phone = newPhone();
    const typed = phone.replace('+972', '0');
    expect((await send(typed.replace(/(...)(...)/, '$1-$2 '))).body).toEqual({ name: '' });
    const pin = server.pin(phone);
    expect(pin).toMatch(/^\d{6}$/);
    const { status, body } = await logIn(typed, pin, { name: '  דנה כהן ' });
    const user = {
      id: expect.any(Number),
      fname: 'דנה כהן',
      lname: '',
      phone,
      email: null,
      username: phone,
      is_superuser: false,
      is_staff: false,
      firebaseAuth: false,
      puserId: (body.user as { id: number }).id,
      image: null,
      new_member: true,
    };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        token: expect.stringMatching(/^[\w-]{43}$/),
        user: { ...user, token: body.token },
      },
    });
    const data = await guest.with(body.token as string).get('getAppData/');
    expect(data.body).toEqual({
      appuser: user,
      sections: [],
      clans: [],
      activeParams: {
        firebase: null,
        storeLinks: { google: '', apple: '' },
        contact: '',
        inviteUrl: `${server.url}/?joinclan=`,
        minVersion: '3.1.0',
        votesForPoint: 100,
        dateMax: `${new Date().getUTCFullYear() + 1}-12-31`,
        notifications: 0,
        // A point of P-256, uncompressed (RFC 8292).
        pushKey: expect.stringMatching(/^B[\w-]{86}$/),
      },
    });
    const stored = await sql<{ all: string }>`select json_agg(s)::text as all from sessions s`.execute(
      server.platform.db,
    );
    expect(stored.rows[0]?.all).not.toContain(body.token);
  });

  test.each(['', '12345', '0312345678', '+14155550100', 'טלפון', '050123456789'])(
    'no PIN is sent to %j',
    async (phone) => {
      const code = phone === '' ? 'required' : 'phone';
      expect((await send(phone)).body).toEqual(validation({ cellphone: { code } }));
      expect((await logIn(phone, '123456')).body).toEqual(validation({ username: { code } }));
    },
  );

  test('attemptsLeft counts down with each wrong PIN, and after the fifth the right one is refused too', async () => {
    const phone = newPhone();
    const pin = await newPin(phone);
    for (const attemptsLeft of [4, 3, 2, 1, 0]) {
      const { status, body } = await logIn(phone, wrongPin(pin), { name: 'דנה' });
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: false, reason: 'wrong_pin', attemptsLeft },
      });
    }
    expect((await logIn(phone, pin, { name: 'דנה' })).body).toEqual({
      success: false,
      reason: 'too_many',
      attemptsLeft: 0,
    });
  });

  test('a malformed PIN is a validation error, and uses up no attempt', async () => {
    const phone = newPhone();
    const pin = await newPin(phone);
    expect((await logIn(phone, '')).body).toEqual(validation({ password: { code: 'required' } }));
    expect((await logIn(phone, 'abcdef')).body).toEqual(validation({ password: { code: 'pin' } }));
    expect((await guest.post('api-token-auth/', { username: phone })).body).toEqual(
      validation({ password: { code: 'required' } }),
    );
    expect((await logIn(phone, wrongPin(pin))).body).toMatchObject({ attemptsLeft: 4 });
  });

  test('a PIN that was not sent, was used, or has expired is refused with that reason', async () => {
    const phone = newPhone();
    const refusal = (reason: string) => ({ success: false, reason, attemptsLeft: 0 });
    expect((await logIn(phone, '123456', { name: 'דנה' })).body).toEqual(refusal('no_pin'));
    const pin = await newPin(phone);
    expect((await logIn(phone, pin, { name: 'דנה' })).body.success).toBe(true);
    expect((await logIn(phone, pin, { name: 'דנה' })).body).toEqual(refusal('no_pin'));
    const expiredPin = await newPin(phone);
    await sql`update pins set expires_at = now() - interval '1 second' where phone = ${phone}`.execute(
      server.platform.db,
    );
    expect((await logIn(phone, expiredPin, { name: 'דנה' })).body).toEqual(refusal('expired'));
  });

  test('a PIN lasts five minutes', async () => {
    const phone = newPhone();
    await newPin(phone);
    const { rows } = await sql`
      select extract(epoch from expires_at - created)::int as seconds from pins where phone = ${phone}`.execute(
      server.platform.db,
    );
    expect(rows).toEqual([{ seconds: 300 }]);
  });

  test('only the newest PIN is valid', async () => {
    const phone = newPhone();
    const first = await newPin(phone);
    let second = await newPin(phone);
    if (second === first) second = await newPin(phone);
    expect((await logIn(phone, first, { name: 'דנה' })).body).toEqual({
      success: false,
      reason: 'wrong_pin',
      attemptsLeft: 4,
    });
    expect((await logIn(phone, second, { name: 'דנה' })).body.success).toBe(true);
  });

  test('a number gets three PINs in any ten minutes', async () => {
    const phone = newPhone();
    for (let nth = 0; nth < 3; nth += 1) await newPin(phone);
    const refused = await send(phone);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'too_many' });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(590);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(600);
    // The first of the three is now older than ten minutes: one more PIN is sent, and only one.
    await sql`
      update pins set created = created - interval '10 minutes'
      where id = (select min(id) from pins where phone = ${phone})`.execute(server.platform.db);
    await newPin(phone);
    expect((await send(phone)).status).toBe(429);
  });

  test('a number waits for the third newest of its PINs to be ten minutes old', async () => {
    const phone = newPhone();
    for (let nth = 0; nth < 3; nth += 1) await newPin(phone);
    await sql`
      update pins set created = now() - (interval '8 minutes' - (id - (select min(id) from pins where phone = ${phone})) * interval '3 minutes')
      where phone = ${phone}`.execute(server.platform.db);
    const wait = Number((await send(phone)).headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(110);
    expect(wait).toBeLessThanOrEqual(120);
  });

  test('parallel requests get no more than three PINs', async () => {
    const phone = newPhone();
    const burst = await Promise.all(Array.from({ length: 12 }, () => send(phone)));
    expect(burst.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(3).fill(200),
      ...Array(9).fill(429),
    ]);
  });

  test('unknown devices have ten guesses a day at a number; a known device has its own', async () => {
    const phone = newPhone();
    const dana = await signIn(server, 'דנה', { phone, device });
    const { db } = server.platform;
    const forgetSends = () =>
      sql`update pins set created = now() - interval '11 minutes' where phone = ${phone}`.execute(db);
    // The first login counts as one of the ten: its device was not known yet.
    const expectedLeft = [4, 3, 2, 1, 0, 3, 2, 1, 0];
    const attemptsLeft: unknown[] = [];
    for (let round = 0; round < 2; round += 1) {
      await forgetSends();
      const pin = await newPin(phone);
      for (let nth = 0; nth < (round === 0 ? 5 : 4); nth += 1) {
        attemptsLeft.push((await logIn(phone, wrongPin(pin))).body.attemptsLeft);
      }
    }
    expect(attemptsLeft).toEqual(expectedLeft);
    await forgetSends();
    const pin = await newPin(phone);
    const stranger = { device: 'a-device-of-nobody' };
    expect((await logIn(phone, pin, stranger)).body).toEqual({
      success: false,
      reason: 'too_many',
      attemptsLeft: 0,
    });
    expect((await logIn(phone, wrongPin(pin), { device })).body).toEqual({
      success: false,
      reason: 'wrong_pin',
      attemptsLeft: 4,
    });
    expect((await logIn(phone, pin, { device })).body).toMatchObject({
      success: true,
      user: { id: dana.id },
    });
    // The limit ends when its counter expires.
    await forgetSends();
    await sql`update counters set expires_at = now() where bucket = ${`guess:${phone}`}`.execute(db);
    expect((await logIn(phone, await newPin(phone), stranger)).body.success).toBe(true);
  });

  test('the name is returned only to a device that has signed in with the number', async () => {
    const phone = newPhone();
    await signIn(server, 'דנה', { phone, device });
    expect((await send(phone, { device: 'somebody-elses-device' })).body).toEqual({ name: '' });
    expect((await send(phone, { device })).body).toEqual({ name: 'דנה' });
    // A device known for one number is unknown for any other.
    const another = newPhone();
    await signIn(server, 'אבי', { phone: another, device: 'the-device-of-another' });
    expect((await send(another, { device })).body).toEqual({ name: '' });
    expect((await send(another, { device: 'the-device-of-another' })).body).toEqual({ name: 'אבי' });
  });

  test('a first login may omit the name; an invalid name is refused, and uses up no PIN', async () => {
    for (const name of [undefined, '']) {
      const phone = newPhone();
      const { status, body } = await logIn(phone, await newPin(phone), name === undefined ? {} : { name });
      expect([status, body]).toMatchObject([200, { success: true, user: { fname: '', new_member: true } }]);
      // The next login sets it.
      const again = await logIn(phone, await newPin(phone), { name: 'דנה' });
      expect(again.body).toMatchObject({ success: true, user: { fname: 'דנה' } });
    }
    const phone = newPhone();
    const pin = await newPin(phone);
    const disguised = await logIn(phone, pin, { name: 'דנה\u202e' });
    expect(disguised.body).toEqual(validation({ name: { code: 'invalid' } }));
    const tooLong = await logIn(phone, pin, { name: 'א'.repeat(41) });
    expect(tooLong.body).toEqual(validation({ name: { code: 'too_long', limit: 40 } }));
    expect((await logIn(phone, pin, { name: 'דנה' })).body).toMatchObject({
      success: true,
      user: { fname: 'דנה' },
    });
  });

  test('signing in never changes a name', async () => {
    const phone = newPhone();
    await signIn(server, 'דנה', { phone });
    const again = await logIn(phone, await newPin(phone), { name: 'אחר' });
    expect(again.body).toMatchObject({ success: true, user: { fname: 'דנה' } });
    const nameless = await logIn(phone, await newPin(phone));
    expect(nameless.body).toMatchObject({ success: true, user: { fname: 'דנה' } });
  });

  test('only one of 200 parallel logins with one PIN succeeds (a race on PostgreSQL)', async () => {
    const phone = newPhone();
    const pin = await newPin(phone);
    const answers = await Promise.all(Array.from({ length: 200 }, () => logIn(phone, pin, { name: 'דנה' })));
    const successes = answers.filter(({ body }) => body.success === true);
    expect(successes.length).toBe(1);
    expect(answers.filter(({ body }) => body.reason === 'no_pin').length).toBe(199);
    const { rows } = await sql`
      select count(*) as sessions from sessions s join members m on m.id = s.member_id where m.phone = ${phone}`.execute(
      server.platform.db,
    );
    expect(rows).toEqual([{ sessions: 1 }]);
  });

  test('only five of 40 parallel wrong guesses are checked (a race on PostgreSQL)', async () => {
    const phone = newPhone();
    const pin = await newPin(phone);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => logIn(phone, wrongPin(pin, nth + 1))),
    );
    expect(
      answers
        .filter(({ body }) => body.reason === 'wrong_pin')
        .map(({ body }) => body.attemptsLeft)
        .map(String)
        .toSorted(),
    ).toEqual(['0', '1', '2', '3', '4']);
    expect(answers.filter(({ body }) => body.reason === 'too_many').length).toBe(35);
  });

  test('a PIN is neither sent nor used by a link, an image tag or a form', async () => {
    const phone = newPhone();
    const address = `${server.url}/api/sendPinCode/?cellphone=${encodeURIComponent(phone)}`;
    const unmarked = await fetch(address);
    expect(unmarked.status).toBe(415);
    expect(() => server.pin(phone)).toThrow('no PIN was sent');
    expect((await send(phone)).headers.get('Cache-Control')).toBe('no-store');
    const input = { username: phone, password: server.pin(phone), name: 'דנה' };
    const form = new FormData();
    for (const [name, value] of Object.entries(input)) form.set(name, value);
    // The three encodings of a form; JSON fits into the last one, text/plain.
    for (const body of [new URLSearchParams(input), form, JSON.stringify(input)])
      expect((await fetch(`${server.url}/api/api-token-auth/`, { method: 'POST', body })).status).toBe(415);
    expect((await logIn(phone, input.password)).body.success).toBe(true);
  });

  test('without a trusted proxy X-Forwarded-For is ignored', async () => {
    await server.platform.db.deleteFrom('counters').where('bucket', 'like', 'sms:from:%').execute();
    await guest.get('sendPinCode/', { cellphone: newPhone() }, { 'X-Forwarded-For': '203.0.113.7' });
    const { rows } =
      await sql`select bucket, used from counters where bucket like 'sms:from:%' order by 1`.execute(
        server.platform.db,
      );
    expect(rows).toEqual([
      { bucket: 'sms:from:127.0.0.1', used: 1 },
      { bucket: 'sms:from:127.0.0.1:day', used: 1 },
    ]);
  });
});

describe('signing in', () => {
  const limitDatabases = (['postgres', 'pglite'] as const).slice(
    0,
    runSize('databases whose limits outlive a killed server', 1, 2),
  );
  test.each(limitDatabases)('limits outlive a killed server on %s', async (database) => {
    const phone = newPhone();
    const first = await spawnServer({ database });
    const statuses: number[] = [];
    const sendTo = async (url: string) => (await api(url).get('sendPinCode/', { cellphone: phone })).status;
    for (let nth = 0; nth < 3; nth += 1) statuses.push(await sendTo(first.url));
    const pin = await first.pin(phone);
    const guess = (url: string) =>
      api(url).post<{ attemptsLeft: number }>('api-token-auth/', {
        username: phone,
        password: wrongPin(pin),
      });
    expect((await guess(first.url)).body.attemptsLeft).toBe(4);
    first.kill('SIGKILL');
    await first.exited;
    const second = await spawnServer({ on: first });
    try {
      statuses.push(await sendTo(second.url));
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect((await guess(second.url)).body.attemptsLeft).toBe(3);
      // The key that PINs are hashed with survives the kill too.
      const entered = await api(second.url).post<{ success: boolean }>('api-token-auth/', {
        username: phone,
        password: pin,
        name: 'דנה',
      });
      expect(entered.body.success).toBe(true);
    } finally {
      await second.remove();
      await first.remove();
    }
  });

  test('the daily cap holds over all numbers', async () => {
    const server = await startServer({ env: { DAILY_SMS_CAP: '2' } });
    try {
      const send = async () => (await api(server.url).get('sendPinCode/', { cellphone: newPhone() })).status;
      expect([await send(), await send(), await send()]).toEqual([200, 200, 429]);
      expect(server.printed.length).toBe(2);
    } finally {
      await server.close();
    }
  });

  test('an address has its own limits; behind one trusted proxy it is the last of X-Forwarded-For', async () => {
    const server = await startServer({ env: { TRUST_PROXY: '1', DAILY_SMS_CAP: '1000' } });
    try {
      const from = async (address: string) =>
        (await api(server.url).get('sendPinCode/', { cellphone: newPhone() }, { 'X-Forwarded-For': address }))
          .status;
      expect(await from('203.0.113.7')).toBe(200);
      await server.platform.db
        .updateTable('counters')
        .set({ used: 200 })
        .where('bucket', '=', 'sms:from:203.0.113.7')
        .execute();
      expect([await from('203.0.113.7'), await from('203.0.113.8')]).toEqual([429, 200]);
      // The proxy wrote the last entry; those before it are claimed by the client.
      expect(await from('203.0.113.99, 203.0.113.7')).toBe(429);
      expect(await from('2001:db8:1:2::5')).toBe(200);
      await server.platform.db
        .updateTable('counters')
        .set({ used: 200 })
        .where('bucket', '=', 'sms:from:2001:db8:1:2')
        .execute();
      expect([await from('2001:db8:1:2:ffff::9'), await from('2001:db8:1:3::5')]).toEqual([429, 200]);
    } finally {
      await server.close();
    }
  });

  test('the circuit breaker refuses wrong PINs of unknown devices, and nothing else', async () => {
    const server = await startServer();
    try {
      const dana = await signIn(server, 'דנה', { device });
      const { db } = server.platform;
      await sql`
        insert into counters (bucket, used, expires_at) values ('wrong:all', 300, now() + interval '5 minutes')
        on conflict (bucket) do update set used = 300, expires_at = excluded.expires_at`.execute(db);
      const phone = newPhone();
      const guest = api(server.url);
      const enter = async (number: string, choosePin: (pin: string) => string, more = {}) => {
        await guest.get('sendPinCode/', { cellphone: number });
        const { body } = await guest.post<Record<string, unknown>>('api-token-auth/', {
          username: number,
          password: choosePin(server.pin(number)),
          name: 'נועה',
          ...more,
        });
        return body;
      };
      const right = (pin: string) => pin;
      const refusal = { success: false, reason: 'too_many', attemptsLeft: 0 };
      expect(await enter(phone, wrongPin)).toEqual(refusal);
      expect(await enter(phone, right)).toMatchObject({ success: true });
      expect(await enter(dana.phone, wrongPin, { device })).toMatchObject({ reason: 'wrong_pin' });
      expect(await enter(dana.phone, right, { device })).toMatchObject({ success: true });
    } finally {
      await server.close();
    }
  });

  test('known devices still get PINs when unknown devices have used up their share', async () => {
    const server = await startServer({ database: 'postgres', env: { DAILY_SMS_CAP: '1001' } });
    try {
      const dana = await signIn(server, 'דנה', { device });
      const guest = api(server.url);
      const send = async (cellphone: string, more = {}) =>
        (await guest.get('sendPinCode/', { cellphone, ...more })).status;
      const used = (bucket: string, count: number) =>
        sql`insert into counters (bucket, used, expires_at) values (${bucket}, ${count}, now() + interval '1 hour')
          on conflict (bucket) do update set used = excluded.used`.execute(server.platform.db);
      // Unknown devices get a quarter of the day's PINs in an hour and four fifths in a day, both rounded up; one network
      // gets a tenth of that quarter, and a tenth of half a day's PINs, both rounded down.
      for (const [bucket, limit] of [
        ['sms:strangers:hour', 251],
        ['sms:strangers:day', 801],
        ['sms:from:127.0.0.1', 25],
        ['sms:from:127.0.0.1:day', 50],
      ] as const) {
        await used(bucket, limit);
        expect(await send(newPhone())).toBe(429);
        expect(await send(dana.phone, { device: 'a-device-of-nobody' })).toBe(429);
        expect(await send(dana.phone, { device })).toBe(200);
        await used(bucket, limit - 1);
        expect(await send(newPhone())).toBe(200);
        await used(bucket, 0);
        await sql`update pins set created = created - interval '11 minutes'`.execute(server.platform.db);
      }
      // Unknown devices used up this number's allowance: its known device has its own.
      await used(`sms:to:${dana.phone}`, 20);
      expect(await send(dana.phone)).toBe(429);
      expect(await send(dana.phone, { device })).toBe(200);
    } finally {
      await server.close();
    }
  });

  test.each([
    ['refuses', () => Promise.resolve(new Response('no', { status: 500 }))],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])('when the SMS provider %s no PIN is sent, and no limit is used up', async (_, answer) => {
    const { log, lines } = recordingLog();
    const pins: string[] = [];
    const fetch = ((_url: string, init: RequestInit) => {
      pins.push(/\d{6}/.exec((JSON.parse(init.body as string) as { text: string }).text)?.[0] ?? '');
      return answer();
    }) as typeof globalThis.fetch;
    const server = await startServer({
      log,
      env: { SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: 'https://sms.example/send', DAILY_SMS_CAP: '1' },
      io: { fetch },
    });
    try {
      const [phone, another] = [newPhone(), newPhone()];
      const { db } = server.platform;
      const sent = sql`
        insert into pins (phone, pin_hash, expires_at) values (${another}, 'sent', now() + interval '1 minute')`;
      await sent.execute(db);
      for (let nth = 0; nth < 4; nth += 1) {
        const { status, body } = await api(server.url).get('sendPinCode/', { cellphone: phone });
        expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      }
      // The PIN that another number got before is there still.
      expect(await db.selectFrom('pins').select('phone').execute()).toEqual([{ phone: another }]);
      expect(pins.length).toBe(4);
      expect(lines.join('')).toMatch(/SMS (refused|failed)/);
      for (const pin of [...pins, phone.slice(4)]) expect(lines.join('')).not.toContain(pin);
    } finally {
      await server.close();
    }
  });

  test('twilio and webhook get the number and the text, in the caller’s language', async () => {
    const sent: Record<'url' | 'headers' | 'body' | 'method' | 'redirect', unknown>[] = [];
    const outside = {
      fetch: (async (url: string, init: RequestInit) => {
        const { headers, body, method, redirect } = init;
        sent.push({ url, headers, body, method, redirect });
        return new Response('{}', { status: 201 });
      }) as typeof fetch,
    };
    const providers = [
      { SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: 'https://sms.example/send', SMS_WEBHOOK_SECRET: 'hush' },
      {
        SMS_PROVIDER: 'twilio',
        TWILIO_ACCOUNT_SID: 'AC1',
        TWILIO_AUTH_TOKEN: 'key',
        TWILIO_FROM: '+15005550006',
      },
    ];
    for (const env of providers) {
      const server = await startServer({ env: { ...env, SITE_URL: 'https://hevre.example' }, io: outside });
      const language = { 'Accept-Language': env.SMS_PROVIDER === 'twilio' ? 'en' : 'he' };
      const { status } = await api(server.url).get('sendPinCode/', { cellphone: '0501234567' }, language);
      expect(status).toBe(200);
      await server.close();
    }
    const smsText = /^קוד הכניסה לחבר׳ה: (\d{6})\n\n@hevre\.example #\1$/;
    const [webhook, twilio] = sent;
    expect(sent.map(({ method, redirect }) => [method, redirect])).toEqual([
      ['POST', 'error'],
      ['POST', 'error'],
    ]);
    expect(webhook).toMatchObject({
      url: 'https://sms.example/send',
      headers: { Authorization: 'Bearer hush', 'Content-Type': 'application/json' },
    });
    expect(JSON.parse(webhook?.body as string)).toEqual({
      to: '+972501234567',
      text: expect.stringMatching(smsText),
    });
    expect(twilio).toMatchObject({
      url: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
      headers: { Authorization: `Basic ${Buffer.from('AC1:key').toString('base64')}` },
    });
    expect(Object.fromEntries(new URLSearchParams(twilio?.body as string))).toEqual({
      To: '+972501234567',
      From: '+15005550006',
      Body: expect.stringMatching(/^Your code for Hevre: (\d{6})\n\n@hevre\.example #\1$/),
    });
  });

  test('no PIN, number, token or query is in any log line; the console line is exactly as documented', async () => {
    const { log, lines } = recordingLog();
    const server = await startServer({ log });
    const dana = await signIn(server, 'דנה', { phone: '+972509876543', device });
    await dana.get('getAppData/', { pushId: 'push-secret' });
    await api(server.url).post('api-token-auth/', { username: dana.phone, password: '000000' });
    const pin = server.pin(dana.phone);
    await server.close();
    expect(server.printed).toEqual([`{"sms":"+972509876543","pin":"${pin}"}`]);
    const all = lines.join('');
    expect(lines.length).toBeGreaterThan(3);
    // Each sign-in and each refusal is logged, by the request's id and the member's.
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const signIns = entries.filter(({ msg }) => msg === 'sign-in');
    expect(signIns).toEqual([
      expect.objectContaining({ by: 'pin', outcome: 'in', member: dana.id, id: expect.any(String) }),
      expect.objectContaining({ by: 'pin', outcome: 'no_pin', id: expect.any(String) }),
    ]);
    expect(entries.filter(({ msg, member }) => msg === 'request' && member === dana.id)).toHaveLength(1);
    for (const hidden of [pin, '9876543', dana.token, device, 'push-secret', 'דנה'])
      expect(all).not.toContain(hidden);
  });
});
