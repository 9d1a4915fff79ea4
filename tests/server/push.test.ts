import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Item } from '#contract/models.ts';
import { notify } from '#server/notifications/notify.ts';
import { openPushService, type PushMessage, type PushResult } from '#server/notifications/push-services.ts';
import { pushJob, sendDuePushes } from '#server/notifications/push-outbox.ts';
import {
  leagueWithMembers,
  createMember,
  postBets,
  makeGame,
  makeOptions,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

type Sent = { url: string; headers: Record<string, string>; body: string };

/** A fetch that records its requests and answers from `answers`. */
function fakeFetch() {
  const sent: Sent[] = [];
  const answers: (() => Response)[] = [];
  const fetch: typeof globalThis.fetch = (url, init) => {
    sent.push({
      url: url as string,
      headers: init?.headers as Record<string, string>,
      body: init?.body as string,
    });
    const answer = answers.shift() ?? (() => new Response('{}'));
    return Promise.resolve().then(answer);
  };
  return { sent, answers, fetch };
}

const status = (code: number) => () => new Response('', { status: code });
const thrown = (code: string) => () => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
};
/** Quiet hours are tested in web-push.test.ts; here everybody gets pushes at any hour. */
const wakeAtNight = ({ platform: { db } }: TestServer) =>
  sql`update members set preferences = '{"quiet": {"night": false}}'`.execute(db);
const noAbort = new AbortController().signal;

onOneDatabase('postgres', (database) => {
  const outside = fakeFetch();
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember;
  let section: number;
  beforeAll(async () => {
    server = await startServer({
      database,
      env: {
        PUSH_PROVIDER: 'webhook',
        PUSH_WEBHOOK_URL: 'https://push.example/send',
        PUSH_WEBHOOK_SECRET: 'secret',
      },
      io: { fetch: outside.fetch },
    });
    // Only the test sends: the server's own job is stopped.
    await server.platform.jobs.stop();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({
      section,
      members: [dana, noa],
    } = await leagueWithMembers(server, ['דנה', 'נועה']));
    await sql`delete from push_outbox`.execute(server.platform.db);
    await wakeAtNight(server);
    outside.sent.length = 0;
    outside.answers.length = 0;
  });

  const registerDevice = (who: ApiMember, pId: string) => who.post('setPushId/', { pId });
  const sendAll = () => sendDuePushes(server.platform.db, openPushService(server.platform), noAbort);
  const messages = () => outside.sent.map(({ body }) => JSON.parse(body) as PushMessage);
  const countOutbox = async () =>
    (await sql`select from push_outbox`.execute(server.platform.db)).rows.length;
  const dueNow = () =>
    sql`update push_outbox set due_at = now() where due_at < 'infinity'`.execute(server.platform.db);
  let sentCount = 0;
  const notifyMembers = (...members: ApiMember[]) =>
    notify(
      server.platform.db,
      members.map(({ id }) => id),
      {
        kind: 'pinned',
        league: section,
        actor: null,
        link: `post/${(sentCount += 1)}`,
        data: { game: 'הדרבי' },
      },
    );

  test('a notification goes to each device of its member, once, to the only address of the settings', async () => {
    await registerDevice(noa, `phone-${noa.id}`);
    await registerDevice(noa, `tablet-${noa.id}`);
    await notifyMembers(noa, dana);
    await sendAll();
    await sendAll();
    expect(outside.sent.map(({ url, headers }) => [url, headers['Authorization']])).toEqual([
      ['https://push.example/send', 'Bearer secret'],
      ['https://push.example/send', 'Bearer secret'],
    ]);
    expect(
      messages()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([`phone-${noa.id}`, `tablet-${noa.id}`]);
    expect(messages()[0]).toEqual({
      id: expect.any(Number),
      to: expect.any(String),
      title: 'משהו ננעץ למעלה',
      body: 'הדרבי · חבורה',
      link: `post/${sentCount}`,
      tag: `pinned-post/${sentCount}`,
      lasts: 86_400,
    });
    expect(await countOutbox()).toBe(0);
  });

  test('a push is in the member’s language, and only of kinds that are on', async () => {
    await registerDevice(noa, `phone-${noa.id}`);
    await noa.put(`member/${noa.id}/`, { preferences: { language: 'en' } });
    await notifyMembers(noa);
    await noa.put(`member/${noa.id}/`, { preferences: { notifications: { pinned: false } } });
    await notifyMembers(noa);
    await sendAll();
    expect(messages().map(({ title }) => title)).toEqual(['Something was pinned to the top']);
  });

  test('a push has catalogue teams in the member’s language, and a member’s own option as it was written', async () => {
    const [own = 0] = await makeOptions(dana, section, ['ברזיל']);
    const { results } = (await dana.get<{ results: { id: number }[] }>('option/', { search: 'Morocco' }))
      .body;
    const { id } = await makeGame(dana, section, 'home/away', [[results[0]?.id ?? 0, own]]);
    for (const who of [dana, noa]) await registerDevice(who, `phone-${who.id}`);
    await noa.put(`member/${noa.id}/`, { preferences: { language: 'en' } });
    await notify(server.platform.db, [dana.id, noa.id], {
      kind: 'pinned',
      league: section,
      actor: null,
      link: `post/${id}`,
      data: { game: 'מרוקו · ברזיל' },
    });
    await sendAll();
    expect(new Map(messages().map(({ to, body }) => [to, body]))).toEqual(
      new Map([
        [`phone-${dana.id}`, 'מרוקו · ברזיל · חבורה'],
        [`phone-${noa.id}`, 'Morocco · \u2068ברזיל\u2069 · \u2068חבורה\u2069'],
      ]),
    );
  });

  test('a push is rolled back with its transaction', async () => {
    await registerDevice(noa, `phone-${noa.id}`);
    const { db } = server.platform;
    await db
      .transaction()
      .execute(async (trx) => {
        await notify(trx, [noa.id], {
          kind: 'pinned',
          league: section,
          actor: null,
          link: 'post/1',
          data: { game: '' },
        });
        throw new Error('undone');
      })
      .catch(() => {});
    expect(await countOutbox()).toBe(0);
  });

  test('a push that the service certainly refused is retried with growing pauses, and at last given up', async () => {
    await registerDevice(noa, `phone-${noa.id}`);
    await notifyMembers(noa);
    outside.answers.push(status(503), status(429), thrown('ECONNREFUSED'), status(500), status(502));
    const dueAfter: { least: number; most: number }[] = [];
    const databaseTime = async () =>
      (await sql<{ now: string }>`select now()`.execute(server.platform.db)).rows[0]?.now ?? '';
    for (let round = 1; round <= 6; round += 1) {
      const before = await databaseTime();
      await sendAll();
      // A second round does not send it before it is due.
      await sendAll();
      const { rows } = await sql<{ least: number; most: number }>`
        select extract(epoch from due_at - now())::float8 as least,
          extract(epoch from due_at - ${before}::timestamptz)::float8 as most
        from push_outbox`.execute(server.platform.db);
      dueAfter.push(...rows);
      await dueNow();
    }
    const pauses = [30, 120, 480, 1920];
    expect(dueAfter).toHaveLength(pauses.length);
    for (const [nth, { least: min, most: max }] of dueAfter.entries()) {
      expect(pauses[nth]).toBeGreaterThan(min);
      // The time before the round is truncated to milliseconds.
      expect(pauses[nth]).toBeLessThan(max + 0.001);
    }
    expect(outside.sent).toHaveLength(5);
    expect(await countOutbox()).toBe(0);
  });

  test.each([
    ['a broken connection', thrown('ECONNRESET')],
    [
      'no answer in time',
      () => {
        throw new DOMException('', 'TimeoutError');
      },
    ],
    ['a message that is refused permanently', status(400)],
  ])('%s is not retried: the push may have arrived, or would be refused again', async (_, answer) => {
    await registerDevice(noa, `phone-${noa.id}`);
    await notifyMembers(noa);
    outside.answers.push(answer);
    await sendAll();
    await dueNow();
    await sendAll();
    expect(outside.sent).toHaveLength(1);
    expect(await countOutbox()).toBe(0);
  });

  test('a device that the service no longer recognises is deleted with its waiting pushes, and no other device', async () => {
    const [phone, tablet] = [`phone-${noa.id}`, `tablet-${noa.id}`];
    await registerDevice(noa, phone);
    await notifyMembers(noa);
    outside.answers.push(status(503));
    await sendAll();
    await notifyMembers(noa);
    await registerDevice(noa, tablet);
    outside.answers.push(status(410));
    await sendAll();
    expect(await countOutbox()).toBe(0);
    await notifyMembers(noa);
    await sendAll();
    expect(messages().map(({ to }) => to)).toEqual([phone, phone, tablet]);
  });

  test('a refused push waits by itself: neither its member’s other devices nor the device’s other pushes wait or are sent with it', async () => {
    const { db } = server.platform;
    await registerDevice(noa, 'phone');
    await registerDevice(noa, 'tablet');
    await notifyMembers(noa);
    const first = sentCount;
    await notifyMembers(noa);
    const second = sentCount;
    const names = new Map([
      [`post/${first}`, 'first'],
      [`post/${second}`, 'second'],
    ]);
    const sendRefusing = async (refused: readonly string[], refusal: PushResult) => {
      const sent: string[] = [];
      await sendDuePushes(
        db,
        ({ link, to }) => {
          const push = `${names.get(link)} ${to}`;
          sent.push(push);
          return Promise.resolve(refused.includes(push) ? refusal : 'sent');
        },
        noAbort,
      );
      return sent.toSorted();
    };
    const all = ['first phone', 'first tablet', 'second phone', 'second tablet'];
    expect(await sendRefusing(all, 'refused')).toEqual(all);
    await sql`
      update push_outbox o set due_at = now() from notifications n
      where n.id = o.notification_id and n.link = ${`post/${first}`} and o.push_id = 'phone'`.execute(db);
    expect(await sendRefusing(['first phone'], { refusedFor: 900 })).toEqual(['first phone']);
    const { rows } = await sql<{ link: string; device: string; late: boolean }>`
      select n.link, o.push_id as device, o.due_at > now() + interval '10 minutes' as late
      from push_outbox o join notifications n on n.id = o.notification_id order by n.id, o.push_id`.execute(
      db,
    );
    expect(rows.map(({ link, device, late }) => [`${names.get(link)} ${device}`, late])).toEqual([
      ['first phone', true],
      ['first tablet', false],
      ['second phone', false],
      ['second tablet', false],
    ]);
    await dueNow();
    expect(await sendRefusing(['first tablet', 'second phone'], 'refused')).toEqual(all);
    await dueNow();
    expect(await sendRefusing([], 'refused')).toEqual(['first tablet', 'second phone']);
    expect(await countOutbox()).toBe(0);
  });

  test('a notification that was read before its push was ever delayed is pushed, also after a change of quiet hours', async () => {
    await registerDevice(noa, `phone-${noa.id}`);
    await notifyMembers(noa);
    await noa.put(`member/${noa.id}/`, { preferences: { quiet: { night: false, holidays: false } } });
    await noa.put('notification/', { new: false });
    await sendAll();
    expect(messages().map(({ link }) => link)).toEqual([`post/${sentCount}`]);
  });

  test('a device that was signed out gets no push, not even waiting ones', async () => {
    await registerDevice(noa, `phone-${noa.id}`);
    await notifyMembers(noa);
    await noa.post('logout/');
    await notifyMembers(noa);
    await sendAll();
    expect(outside.sent).toEqual([]);
  });

  test('a device that another member has signed in on gets none of the pushes that waited for its former member', async () => {
    const device = `shared-${noa.id}`;
    await registerDevice(noa, device);
    await notifyMembers(noa);
    await registerDevice(dana, device);
    await notifyMembers(dana);
    await sendAll();
    expect(messages().map(({ to, link }) => [to, link])).toEqual([[device, `post/${sentCount}`]]);
    expect(await countOutbox()).toBe(0);
  });

  test.each([
    ['has expired', 'expires_at', 1_000],
    ['was not used for thirty days', 'last_seen', 30 * 86_400_000 + 1_000],
  ] as const)('a device whose session %s gets no push', async (_, column, ago) => {
    await registerDevice(noa, `phone-${noa.id}`);
    await registerDevice(dana, `phone-${dana.id}`);
    await server.platform.db
      .updateTable('sessions')
      .set({ [column]: new Date(Date.now() - ago).toISOString() })
      .where('member_id', '=', noa.id)
      .execute();
    await notifyMembers(noa, dana);
    await sendAll();
    expect(messages().map(({ to }) => to)).toEqual([`phone-${dana.id}`]);
  });

  test('a push of a server that died while sending is not sent by another: at most once', async () => {
    await registerDevice(noa, `phone-${noa.id}`);
    await notifyMembers(noa);
    const { db } = server.platform;
    let abort = () => {};
    const dying = sendDuePushes(
      db,
      () => new Promise<never>((_, reject) => (abort = () => reject(new Error('died')))),
      noAbort,
    );
    await expect
      .poll(async () => (await sql`select from push_outbox where due_at = 'infinity'`.execute(db)).rows)
      .toHaveLength(1);
    await sendAll();
    abort();
    await expect(dying).rejects.toThrow('died');
    await sendAll();
    expect(outside.sent).toEqual([]);
    await sql`update push_outbox set created = now() - interval '25 hours'`.execute(db);
    await sendAll();
    expect([outside.sent.length, await countOutbox()]).toEqual([0, 0]);
  });

  test('a push holds no value of a bet', async () => {
    await registerDevice(noa, `phone-${noa.id}`);
    const teams = await makeOptions(dana, section, ['אריות', 'נמרים']);
    const post = await makeGame(dana, section, 'home/away', [teams]);
    const [item] = post.items_data as [Item];
    await postBets(noa, item, 7, 8);
    await postBets(dana, item, 9, 6);
    await dana.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });
    await sendAll();
    const kinds = messages().map(({ title }) => title);
    expect(kinds).toEqual(['משחק חדש מחכה לניחוש', 'יש תוצאה']);
    for (const { title, body } of messages()) expect(`${title} ${body}`).not.toMatch(/[6789]/);
  });

  test.each([
    ['an address', 'https://169.254.169.254/latest'],
    ['a host', 'http://localhost'],
    ['a protocol-relative address', '//inside'],
    ['words', 'a b'],
    ['Hebrew', 'טלפון'],
    ['a line break', 'a\n'],
    ['too long', 'x'.repeat(513)],
    ['an empty string', ''],
  ])('a push id is a token, not %s', async (_, pId) => {
    expect((await registerDevice(noa, pId)).status).toBe(400);
    expect((await noa.get('getAppData/', { pushId: pId })).status).toBe(400);
  });
});

test('two servers that push at the same moment send each device one message', async () => {
  const server = await startServer({ database: 'postgres' });
  try {
    const { db, jobs } = server.platform;
    await jobs.stop();
    const dana = await createMember(server, 'דנה');
    await wakeAtNight(server);
    for (let at = 0; at < 20; at += 1) await dana.post('setPushId/', { pId: `device-${at}` });
    for (let at = 0; at < 5; at += 1) {
      const notice = { kind: 'pinned', league: null, actor: null, data: { game: '' } } as const;
      await notify(db, [dana.id], { ...notice, link: `post/${at}` });
    }
    const sent: string[] = [];
    const send = ({ id, to }: PushMessage) => {
      sent.push(`${id} ${to}`);
      return Promise.resolve('sent' as const);
    };
    await Promise.all(Array.from({ length: 6 }, () => sendDuePushes(db, send, noAbort)));
    expect([sent.length, new Set(sent).size]).toEqual([100, 100]);
  } finally {
    await server.close();
  }
});

test('without a push service the outbox stays empty', async () => {
  const server = await startServer();
  try {
    const { platform } = server;
    await platform.jobs.stop();
    const dana = await createMember(server, 'דנה');
    await wakeAtNight(server);
    await dana.post('setPushId/', { pId: 'device' });
    const notice = { kind: 'pinned', league: null, actor: null, data: { game: '' } } as const;
    await notify(platform.db, [dana.id], { ...notice, link: 'post/1' });
    await pushJob(platform).run(noAbort);
    expect((await sql`select from push_outbox`.execute(platform.db)).rows).toEqual([]);
  } finally {
    await server.close();
  }
});

describe('FCM', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const settings = {
    provider: 'fcm',
    projectId: 'hevre-1a2b3',
    clientEmail: 'push@hevre-1a2b3.iam.gserviceaccount.com',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  } as const;
  const message: PushMessage = {
    id: 7,
    to: 'device:abc',
    title: 'כותרת',
    body: 'מה קרה',
    link: 'post/3',
    tag: 'closing-post/3',
    lasts: 3600,
  };
  const granted = () => Response.json({ access_token: 'ya29', expires_in: 3600 });
  const refusal = (errorCode: string, code: number) => () =>
    Response.json({ error: { status: 'X', details: [{ '@type': 'fcm', errorCode }] } }, { status: code });

  function open() {
    const outside = fakeFetch();
    const log = { warn() {}, error() {} };
    const send = openPushService({
      settings: { push: settings },
      io: { fetch: outside.fetch, print() {} },
      log,
    } as unknown as Parameters<typeof openPushService>[0]);
    return { ...outside, send };
  }

  test('requests a token once by the account’s key, and sends each message with it', async () => {
    const { send, sent, answers } = open();
    answers.push(granted);
    // A fraction of a second, which the expiration leaves out.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_400);
    onTestFinished(() => clock.mockRestore());
    expect(await Promise.all([send(message), send({ ...message, id: 8 })])).toEqual(['sent', 'sent']);
    expect(await send({ ...message, id: 9 })).toBe('sent');
    expect(sent.map(({ url }) => url)).toEqual([
      'https://oauth2.googleapis.com/token',
      ...Array.from({ length: 3 }, () => 'https://fcm.googleapis.com/v1/projects/hevre-1a2b3/messages:send'),
    ]);
    const form = new URLSearchParams(sent[0]?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
      issuer: settings.clientEmail,
      audience: 'https://oauth2.googleapis.com/token',
      requiredClaims: ['iat', 'exp'],
    });
    expect(payload['scope']).toBe('https://www.googleapis.com/auth/firebase.messaging');
    expect(sent[1]?.headers['Authorization']).toBe('Bearer ya29');
    // The token of an hour is used for 59 minutes.
    const tokensAsked = async (now: number) => {
      clock.mockReturnValue(now);
      answers.push(granted);
      const before = sent.length;
      await send(message);
      answers.length = 0;
      return sent.length - before - 1;
    };
    const issuedAt = 1_800_000_000_400;
    expect([await tokensAsked(issuedAt + 3_539_999), await tokensAsked(issuedAt + 3_540_000)]).toEqual([
      0, 1,
    ]);
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
      message: {
        token: 'device:abc',
        notification: { title: 'כותרת', body: 'מה קרה' },
        data: { id: '7', link: 'post/3' },
        // With the same tag the device replaces the notification that it shows.
        android: { ttl: '3600s', notification: { tag: 'closing-post/3' } },
        apns: { headers: { 'apns-collapse-id': 'closing-post/3', 'apns-expiration': '1800003600' } },
        webpush: { headers: { TTL: '3600' }, notification: { tag: 'closing-post/3', dir: 'auto' } },
      },
    });
  });

  test.each([
    ['UNREGISTERED', 404, 'dead'],
    ['SENDER_ID_MISMATCH', 403, 'dead'],
    ['INVALID_ARGUMENT', 400, 'failed'],
    ['QUOTA_EXCEEDED', 429, 'refused'],
    ['UNAVAILABLE', 503, 'refused'],
  ])('%s with %i makes the message %s', async (code, http, verdict) => {
    const { send, answers } = open();
    answers.push(granted, refusal(code, http));
    expect(await send(message)).toBe(verdict);
  });

  test('any of a refusal’s details can say that the device is gone, and one without details says nothing of it', async () => {
    const { send, answers } = open();
    const about = (...details: object[]) => Response.json({ error: { details } }, { status: 404 });
    const field = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [] };
    const gone = { '@type': 'fcm', errorCode: 'UNREGISTERED' };
    answers.push(
      granted,
      () => about(field, gone),
      () => about(gone, field),
      () => about(),
    );
    expect([await send(message), await send(message), await send(message)]).toEqual([
      'dead',
      'dead',
      'failed',
    ]);
  });

  test('a withdrawn token is requested anew, and a failed token request is retried with the next message', async () => {
    const { send, sent, answers } = open();
    answers.push(granted, refusal('THIRD_PARTY_AUTH_ERROR', 401), status(500), granted);
    expect(await send(message)).toBe('refused');
    expect(await send(message)).toBe('refused');
    expect(await send(message)).toBe('sent');
    expect(sent.map(({ url }) => new URL(url).hostname.split('.')[0])).toEqual([
      'oauth2',
      'fcm',
      'oauth2',
      'oauth2',
      'fcm',
    ]);
  });
});
