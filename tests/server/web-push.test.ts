import { jwtVerify, importJWK } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Group, Item } from '#contract/models.ts';
import { fromIsraelInput } from '#contract/israel-time.ts';
import { openSession } from '#server/auth/sessions.ts';
import { JobScheduler } from '#server/boot/job-scheduler.ts';
import { createServer } from '#server/boot/server.ts';
import { notify } from '#server/notifications/notify.ts';
import { sendDuePushes } from '#server/notifications/push-outbox.ts';
import { openPushService } from '#server/notifications/push-services.ts';
import { sendReminders } from '#server/notifications/reminders.ts';
import { api } from '#tests/support/server/api-client.ts';
import { startServerWithClock, type ServerWithClock } from '#tests/support/server/database-clock.ts';
import {
  createMember,
  isoInDays,
  leagueWithMembers,
  makeGame,
  makeOptions,
  stopReminders,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { startPushService, type PushServiceStandIn } from '#tests/support/server/push-service.ts';
import { expectWithin, isFullRun, runSize } from '#tests/support/run-size.ts';
import { startServer } from '#tests/support/server/server.ts';

/** Standard Web Push, from the subscription to what a browser reads; and the times when nothing is pushed. */

const noAbort = new AbortController().signal;
const env = { ALLOW_LOOPBACK_PUSH: '1', CONTACT: 'dana@hevre.example' };

let server: ServerWithClock;
let browsers: PushServiceStandIn;
let dana: ApiMember, noa: ApiMember, section: number;

beforeAll(async () => {
  server = await startServerWithClock({ env });
  browsers = await startPushService();
  await server.platform.jobs.stop();
  await stopReminders(server);
});
afterAll(async () => {
  await browsers.close();
  await server.close();
});

/** The next such day and time in Israel, from tomorrow on. */
function next(weekday: number, time: string): string {
  const days = Array.from({ length: 8 }, (_, at) => new Date(Date.now() + (at + 1) * 86_400_000));
  const day = days
    .find((one) => one.getUTCDay() === weekday)
    ?.toISOString()
    .slice(0, 10);
  return fromIsraelInput(`${day}T${time}`) ?? '';
}
/** Moves the clock forward or back to it. */
const moveClockTo = (weekday: number, time: string) =>
  sql`update test_clock.ahead set by = ${next(weekday, time)}::timestamptz - pg_catalog.clock_timestamp()`.execute(
    server.platform.db,
  );
const [wednesday, friday] = [3, 5];

beforeEach(async () => {
  ({
    section,
    members: [dana, noa],
  } = await leagueWithMembers(server, ['דנה', 'נועה']));
  await sql`delete from push_outbox`.execute(server.platform.db);
  (browsers.received as unknown[]).length = 0;
  await moveClockTo(wednesday, '12:00');
});

let devices = 0;
async function addDevice(who: ApiMember): Promise<string> {
  const name = `device-${(devices += 1)}`;
  expect((await who.post('setPushId/', { pId: browsers.subscribe(name) })).body).toEqual({ res: 1 });
  return `/${name}`;
}
const send = () => sendDuePushes(server.platform.db, openPushService(server.platform), noAbort);
let sentCount = 0;
const pinned = (...members: ApiMember[]) =>
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
const paths = () => browsers.received.map(({ path }) => path).toSorted();
const texts = () => browsers.received.map(({ text }) => JSON.parse(text) as object);
/** When each queued push is due, in seconds of the database's clock; null if it is being sent. */
const outbox = async () =>
  (
    await sql<{ due: number | null }>`
      select extract(epoch from nullif(nullif(due_at, 'infinity'), '-infinity'))::float8 as due from push_outbox`.execute(
      server.platform.db,
    )
  ).rows.map(({ due }) => due);
const databaseSeconds = async () =>
  (
    await sql<{ seconds: number }>`select extract(epoch from now())::float8 as seconds`.execute(
      server.platform.db,
    )
  ).rows[0]?.seconds ?? 0;
const dueNow = () =>
  sql`update push_outbox set due_at = now() where due_at < 'infinity'`.execute(server.platform.db);

test('each device of a member receives its message once, signed by the server’s key', async () => {
  const [phone, tablet] = [await addDevice(noa), await addDevice(noa)];
  await noa.put(`member/${noa.id}/`, { preferences: { language: 'en' } });
  await addDevice(dana);
  await pinned(noa);
  await Promise.all([send(), send()]);
  await send();
  expect(paths()).toEqual([phone, tablet].toSorted());
  const message = {
    id: expect.any(Number) as unknown,
    title: 'Something was pinned to the top',
    body: '\u2068הדרבי\u2069 · \u2068חבורה\u2069',
    link: `post/${sentCount}`,
    tag: `pinned-post/${sentCount}`,
    lang: 'en',
    dir: 'ltr',
  };
  expect(texts()).toEqual([message, message]);
  const [received] = browsers.received;
  const { authorization = '', ...headers } = received?.headers ?? {};
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: '86400',
    urgency: 'normal',
    topic: expect.stringMatching(/^[\w-]{32}$/) as unknown,
  });
  const { body } = await noa.get<{ activeParams: { pushKey: string } }>('getAppData/');
  const { pushKey } = body.activeParams;
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  expect([key, Buffer.from(pushKey, 'base64url').length]).toEqual([pushKey, 65]);
  const point = Buffer.from(pushKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'));
  expect(payload).toMatchObject({ aud: browsers.origin, sub: 'mailto:dana@hevre.example' });
  expect(await outbox()).toEqual([]);
});

test('a guest gets no key to subscribe with', async () => {
  const response = await fetch(`${server.url}/api/getAppData/?ver=3.1.0`, {
    headers: { 'Content-Type': 'application/json' },
  });
  expect(await response.json()).toMatchObject({ activeParams: { pushKey: '' } });
});

test('the longest texts fit into a message', async () => {
  await addDevice(noa);
  const game = '😀"\\'.repeat(200);
  await notify(server.platform.db, [noa.id], {
    kind: 'comment',
    league: section,
    actor: dana.id,
    link: 'post/1',
    data: { game, text: '😀'.repeat(500), comment: 1 },
  });
  await sql`update members set name = ${'"'.repeat(3000)} where id = ${dana.id}::int`.execute(
    server.platform.db,
  );
  await send();
  expect(browsers.received.map(({ size }) => size <= 4096)).toEqual([true]);
  expect(texts()).toEqual([expect.objectContaining({ link: 'post/1', lang: 'he', dir: 'rtl' })]);
});

test('a device that is gone is deleted with its waiting messages, and no other device', async () => {
  const phone = await addDevice(noa);
  await pinned(noa);
  browsers.answers.push({ status: 503 }, { status: 410 });
  await send();
  await pinned(noa);
  const tablet = await addDevice(noa);
  await send();
  expect(await outbox()).toEqual([]);
  await pinned(noa);
  await send();
  expect(paths()).toEqual([phone, phone, tablet].toSorted());
});

test.each([
  ['429 with a number of seconds', { status: 429, headers: { 'Retry-After': '7' } }, 7],
  ['503 with a day', { status: 503, headers: { 'Retry-After': '86400' } }, 3_600],
  ['429 without a time', { status: 429 }, 30],
  ['500', { status: 500 }, 30],
])('after %s a message is sent again, once', async (_, answer, seconds) => {
  await addDevice(noa);
  await pinned(noa);
  browsers.answers.push(answer);
  const began = await databaseSeconds();
  await send();
  const [due] = await outbox();
  expect(due).toBeGreaterThanOrEqual(began + seconds);
  expect(due).toBeLessThanOrEqual((await databaseSeconds()) + seconds);
  await send();
  expect(browsers.received).toHaveLength(1);
  await dueNow();
  await send();
  await send();
  expect(browsers.received).toHaveLength(2);
  expect(await outbox()).toEqual([]);
});

test.each([400, 401, 403, 413, 300, 302])(
  'a message that is refused by %i is given up, and the log says so',
  async (status) => {
    const warn = vi.spyOn(server.platform.log, 'warn');
    onTestFinished(() => warn.mockRestore());
    await addDevice(noa);
    await pinned(noa);
    browsers.answers.push({ status, headers: { Location: `${browsers.origin}/elsewhere` } });
    await send();
    await dueNow();
    await send();
    expect(browsers.received).toHaveLength(1);
    expect(await outbox()).toEqual([]);
    expect(warn.mock.calls).toEqual([[{ status }, 'push refused']]);
  },
);

test('a device belongs to the last member who signed in on it, until they sign out or turn it off', async () => {
  const subscription = browsers.subscribe('shared');
  await noa.post('setPushId/', { pId: subscription });
  await dana.post('setPushId/', { pId: subscription });
  await pinned(noa, dana);
  await send();
  expect(paths()).toEqual(['/shared']);
  expect((await dana.post('setPushId/', { pId: null })).body).toEqual({ res: 1 });
  await pinned(dana);
  await dana.post('setPushId/', { pId: subscription });
  await dana.post('logout/');
  await pinned(dana);
  await send();
  expect(paths()).toEqual(['/shared']);
});

test('a browser’s new keys replace its old ones', async () => {
  await noa.post('setPushId/', { pId: browsers.subscribe('renewed') });
  await noa.post('setPushId/', { pId: browsers.subscribe('renewed') });
  await pinned(noa);
  await send();
  expect(paths()).toEqual(['/renewed']);
  expect(texts()).toEqual([expect.objectContaining({ link: `post/${sentCount}` })]);
});

test('turning one device off leaves the member’s other devices on', async () => {
  const token = await openSession(server.platform.db, noa.id, { userAgent: 'tablet' });
  const tablet = api(server.url, token);
  await tablet.post('setPushId/', { pId: browsers.subscribe('tablet') });
  const phone = await addDevice(noa);
  await tablet.post('setPushId/', { pId: null });
  await pinned(noa);
  await send();
  expect(paths()).toEqual([phone]);
});

test('a member’s mute of a league ends when they leave it: they get an invitation to it', async () => {
  const phone = await addDevice(noa);
  const { body: group } = await dana.post<Group>('clan/', { name: 'קבוצה' });
  await noa.get('joinAClan/', { code: group.code ?? '' });
  await noa.put(`member/${noa.id}/`, { preferences: { muteLeagues: { [section]: true } } });
  await pinned(noa);
  await noa.del('membership/', { section });
  await dana.get('inviteClanToSection/', { section, clan: group.id });
  await send();
  expect(paths()).toEqual([phone]);
  expect(texts()).toEqual([
    expect.objectContaining({ title: 'הזמנה לליגה · חבורה', link: `section/${section}` }),
  ]);
});

test('a job that becomes due while it runs in this process runs once more', async () => {
  const { db, log } = server.platform;
  const jobs = new JobScheduler(db, log);
  let runs = 0;
  let end = () => {};
  jobs.add({
    name: `due-again-${sentCount}`,
    intervalMs: 3_600_000,
    isDueAfter: (payload) => payload === 'news',
    run: () => {
      runs += 1;
      return runs > 1 ? Promise.resolve() : new Promise((resolve) => (end = resolve));
    },
  });
  try {
    jobs.onLive('other');
    jobs.onLive('news');
    await expect.poll(() => runs).toBe(1);
    jobs.onLive('news');
    jobs.onLive('news');
    end();
    await expect.poll(() => runs).toBe(2);
  } finally {
    await jobs.stop();
  }
  expect(runs).toBe(2);
});

test.each([
  ['its key is no point of the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
  ['its secret is too short', { auth: 'AAAA' }],
  ['its address is in a private network', { endpoint: 'https://192.168.1.1/push' }],
  ['its address is not https', { endpoint: 'http://push.example/push' }],
  ['it has an additional field', { expirationTime: null }],
])('a subscription is refused when %s', async (_, change) => {
  const refused = await noa.post('setPushId/', { pId: { ...browsers.subscribe('bad'), ...change } });
  expect(refused.status).toBe(400);
});

test('a server without the loopback setting refuses loopback subscriptions, and sends nothing there', async () => {
  const keylessServer = await startServer();
  try {
    const ron = await createMember(keylessServer, 'רון');
    const { endpoint, ...keys } = browsers.subscribe('inside');
    expect((await ron.post('setPushId/', { pId: { endpoint, ...keys } })).status).toBe(400);
    const message = { id: 1, to: endpoint, title: '', body: '', link: '', tag: '', lasts: 1 };
    const sendOne = openPushService(keylessServer.platform);
    const urgency = 'normal';
    expect(await sendOne(message, { keys, language: 'he', urgency })).toBe('dead');
    // A name that resolves to this machine is looked up, but nothing is sent to it.
    const named = { ...message, to: `https://localhost.localdomain/inside` };
    expect(await sendOne(named, { keys, language: 'he', urgency })).not.toBe('sent');
    expect(browsers.received).toEqual([]);
  } finally {
    await keylessServer.close();
  }
});

test('servers that start on one database have one key, and each device gets each message once', async () => {
  await sql`delete from secrets where name = 'vapid'`.execute(server.platform.db);
  const settings = { ...server.platform.settings, port: 0 };
  const others = await Promise.all([1, 2, 3].map(() => createServer(settings, { log: server.platform.log })));
  try {
    for (const other of others) await other.platform.jobs.stop();
    const keys = await sql`select from secrets where name = 'vapid'`.execute(server.platform.db);
    expect(keys.rows).toHaveLength(1);
    const expected = [];
    for (let at = 0; at < 10; at += 1) expected.push(await addDevice(noa));
    await pinned(noa);
    await pinned(noa);
    await Promise.all(
      others.map(({ platform }) => sendDuePushes(platform.db, openPushService(platform), noAbort)),
    );
    expect(paths()).toEqual([...expected, ...expected].toSorted());
    const signed = browsers.received.map(({ headers }) => headers.authorization?.split('k=')[1]);
    expect(new Set(signed).size).toBe(1);
  } finally {
    await Promise.all(others.map((other) => other.close()));
  }
});

test('a running server sends a push at once', async () => {
  const running = await startServer({ database: 'postgres', env });
  try {
    const ron = await createMember(running, 'רון');
    await ron.put(`member/${ron.id}/`, { preferences: { quiet: { night: false } } });
    await ron.post('setPushId/', { pId: browsers.subscribe('at-once') });
    const began = performance.now();
    const notice = { kind: 'pinned', league: null, actor: null, link: 'post/1', data: { game: '' } } as const;
    await notify(running.platform.db, [ron.id], notice);
    await expect.poll(() => paths(), { interval: 20 }).toEqual(['/at-once']);
    expectWithin('a notification at its push service', performance.now() - began, 1_000);
  } finally {
    await running.close();
  }
});

test('every device of a large league gets one message, in time', async () => {
  const size = runSize('devices of one league', 300, 10_000);
  const { db } = server.platform;
  const subscriptions = Array.from({ length: size }, (_, at) => browsers.subscribe(`many-${at}`));
  await sql`
    with people as (
      insert into members (name) select 'חבר ' || nth from generate_series(1, ${size}::int) nth returning id
    ),
    devices as (select *, row_number() over () as nth from jsonb_to_recordset(${JSON.stringify(subscriptions)}::jsonb) as d (endpoint text, p256dh text, auth text)),
    opened as (
      insert into sessions (member_id, token_hash, expires_at)
      select id, 'many ' || id, now() + interval '1 day' from people returning id, member_id
    ),
    joined as (insert into league_members (league_id, member_id) select ${section}::int, id from people)
    insert into push_ids (push_id, member_id, session_id, p256dh, auth)
    select d.endpoint, s.member_id, s.id, d.p256dh, d.auth
    from devices d join (select *, row_number() over () as nth from opened) s using (nth)`.execute(db);
  const { rows } = await sql<{ id: number }>`
    select member_id as id from league_members where league_id = ${section}::int`.execute(db);
  await notify(
    db,
    rows.map(({ id }) => id),
    { kind: 'new_game', league: section, actor: null, link: 'post/1', data: { game: 'הגמר' } },
  );
  const [began, usageBefore] = [performance.now(), process.cpuUsage()];
  await send();
  const { user, system } = process.cpuUsage(usageBefore);
  // Beside other work the duration depends on that work; processor time does not.
  const milliseconds = isFullRun ? performance.now() - began : (user + system) / 1000;
  expectWithin(`${size} devices`, milliseconds, 30_000 * (size / 10_000));
  expect(paths()).toEqual(subscriptions.map(({ endpoint }) => new URL(endpoint).pathname).toSorted());
  expect(await outbox()).toEqual([]);
});

test('at night nothing is pushed; in the morning it is, except for what was read', async () => {
  const phone = await addDevice(noa);
  const awake = await addDevice(dana);
  await dana.put(`member/${dana.id}/`, { preferences: { quiet: { night: false } } });
  await moveClockTo(wednesday, '23:10');
  await pinned(noa, dana);
  await send();
  expect(paths()).toEqual([awake]);
  expect((await noa.get<{ results: object[] }>('notification/')).body.results).toHaveLength(1);
  await noa.put('notification/', { new: false });
  await pinned(noa);
  await server.passMinutes(8 * 60);
  await send();
  expect(paths()).toEqual([awake]);
  await server.passMinutes(21);
  await send();
  expect(paths()).toEqual([awake, phone].toSorted());
  expect(texts().at(-1)).toMatchObject({ link: `post/${sentCount}` });
  expect(await outbox()).toEqual([]);
});

test('a message that was deleted at night is not pushed in the morning', async () => {
  const phone = await addDevice(dana);
  const { id: post } = await makeGame(dana, section, 'vote', [await makeOptions(dana, section, ['א', 'ב'])]);
  await dana.put('notification/', { new: false });
  await sql`delete from push_outbox`.execute(server.platform.db);
  await moveClockTo(wednesday, '23:10');
  const write = async (description: string) =>
    (await noa.post<{ id: number }>('postComment/', { comment_post: post, description })).body.id;
  await write('לילה טוב');
  const insult = await write('עלבון');
  await send();
  expect((await noa.put(`postComment/${insult}/`, { active: false })).status).toBe(200);
  await server.passMinutes(9 * 60);
  await send();
  expect(paths()).toEqual([phone]);
  expect(JSON.stringify(texts())).toContain('לילה טוב');
  expect(JSON.stringify(texts())).not.toContain('עלבון');
});

test('a match that was moved at night is pushed in the morning, a reminder of the night is not', async () => {
  await addDevice(noa);
  const { db } = server.platform;
  await moveClockTo(wednesday, '23:10');
  const closing = { kind: 'closing', league: section, actor: null } as const;
  await notify(db, [noa.id], {
    ...closing,
    link: 'item?id=3',
    data: { item: 'הגמר', items: 1, movedTo: null },
  });
  await notify(db, [noa.id], { ...closing, link: 'item?id=1', data: { item: 'הדרבי', items: 1 } });
  const movedTo = next(friday, '20:00');
  await notify(db, [noa.id], { ...closing, link: 'item?id=2', data: { item: 'הגביע', items: 1, movedTo } });
  await send();
  expect(paths()).toEqual([]);
  await server.passMinutes(9 * 60);
  await sql`update push_outbox set created = created - interval '9 hours'`.execute(db);
  await send();
  const messages = browsers.received.map(({ headers, text }) => [
    (JSON.parse(text) as { title: string }).title,
    headers.ttl,
    headers.urgency,
  ]);
  expect(messages).toEqual([
    ['המשחק נדחה וממתין למועד', '86400', 'normal'],
    ['המועד של המשחק השתנה', '86400', 'normal'],
  ]);
  expect(await outbox()).toEqual([]);
});

test('a member who turns quiet hours off gets the delayed pushes at once; those of others wait on', async () => {
  const phone = await addDevice(noa);
  await addDevice(dana);
  await moveClockTo(wednesday, '23:10');
  await pinned(noa, dana);
  await send();
  expect(paths()).toEqual([]);
  const waiting = async () => {
    const { rows } = await sql`
      select n.member_id as member, tries, held_until > clock_timestamp() as held
      from push_outbox o join notifications n on n.id = o.notification_id order by n.member_id`.execute(
      server.platform.db,
    );
    return rows;
  };
  // A delayed push does not count as tried.
  const delayed = [noa, dana].map(({ id }) => ({ member: id, tries: 0, held: true }));
  expect(await waiting()).toEqual(delayed.toSorted((one, other) => one.member - other.member));
  await noa.put(`member/${noa.id}/`, { preferences: { quiet: { night: false } } });
  expect(await waiting()).toContainEqual({ member: dana.id, tries: 0, held: true });
  await send();
  expect(paths()).toEqual([phone]);
  expect(await waiting()).toEqual([{ member: dana.id, tries: 0, held: true }]);
});

test('a member’s own quiet hours delay only the pushes to them', async () => {
  const [phone, other] = [await addDevice(noa), await addDevice(dana)];
  await noa.put(`member/${noa.id}/`, { preferences: { quiet: { from: '13:00', until: '15:30' } } });
  await moveClockTo(wednesday, '13:10');
  await pinned(noa, dana);
  await send();
  expect(paths()).toEqual([other]);
  await server.passMinutes(2 * 60 + 19);
  await send();
  expect(paths()).toEqual([other]);
  await server.passMinutes(2);
  await send();
  expect(paths()).toEqual([phone, other].toSorted());
  // The night is not quiet for them any more.
  await moveClockTo(wednesday, '23:10');
  await pinned(noa, dana);
  await send();
  expect(paths()).toEqual([phone, phone, other].toSorted());
});

test('a push that was delayed is not sent to a device whose session has expired meanwhile', async () => {
  await addDevice(noa);
  const other = await addDevice(dana);
  await moveClockTo(wednesday, '23:10');
  await pinned(noa, dana);
  await send();
  expect(paths()).toEqual([]);
  await sql`update sessions set expires_at = now() where member_id = ${noa.id}`.execute(server.platform.db);
  await server.passMinutes(10 * 60);
  await send();
  expect(paths()).toEqual([other]);
  expect(await outbox()).toEqual([]);
});

test('a push that was delayed by a clock that ran ahead is not delayed for good', async () => {
  const phone = await addDevice(noa);
  await pinned(noa);
  await sql`update push_outbox set held_until = clock_timestamp() + interval '6 days'`.execute(
    server.platform.db,
  );
  await send();
  expect(paths()).toEqual([phone]);
});

test('on Shabbat nothing is pushed to a member who chose so; afterwards it is', async () => {
  const phone = await addDevice(noa);
  const other = await addDevice(dana);
  await noa.put(`member/${noa.id}/`, { preferences: { quiet: { holidays: true } } });
  await moveClockTo(friday, '20:30');
  await pinned(noa, dana);
  await send();
  expect(paths()).toEqual([other]);
  // Longer than a message is kept otherwise: its day begins when Shabbat has ended.
  await server.passMinutes(24 * 60 + 30);
  await sql`update push_outbox set created = created - interval '25 hours'`.execute(server.platform.db);
  await send();
  expect(paths()).toEqual([phone, other].toSorted());
});

test('a member who chose Shabbat without the nights gets pushes at night, and none on Shabbat', async () => {
  const phone = await addDevice(noa);
  await noa.put(`member/${noa.id}/`, { preferences: { quiet: { night: false, holidays: true } } });
  await moveClockTo(wednesday, '23:10');
  await pinned(noa);
  await send();
  expect(paths()).toEqual([phone]);
  await moveClockTo(friday, '20:30');
  await pinned(noa);
  await send();
  expect(paths()).toEqual([phone]);
});

test('a reminder that would come in a member’s quiet time comes in the hour before it', async () => {
  await addDevice(noa);
  const later = await makeOptions(dana, section, ['אריות', 'נמרים']);
  const sooner = await makeOptions(dana, section, ['דובים', 'זאבים']);
  const { db } = server.platform;
  await sql`update test_clock.ahead set by = '0'`.execute(db);
  const post = await makeGame(dana, section, 'home/away', [later, later, sooner]);
  const [afternoon, sunday, morning] = post.items_data as [Item, Item, Item];
  const another = await makeGame(dana, section, 'home/away', [later, sooner], { due_date: isoInDays(9) });
  const [inQuiet, soonItem] = another.items_data as [Item, Item];
  const noon = Date.parse(next(friday, '12:00'));
  const closeAt = (item: Item, hours: number) =>
    sql`update items set date = ${new Date(noon + hours * 3_600_000).toISOString()} where id = ${item.id}::int`.execute(
      db,
    );
  // Saturday at two and at ten; and Sunday at noon, of which there is time for a reminder after Shabbat.
  await closeAt(afternoon, 26);
  await closeAt(sunday, 48);
  await closeAt(morning, 22);
  await moveClockTo(friday, '12:00');
  await noa.put(`member/${noa.id}/`, { preferences: { quiet: { holidays: true } } });
  // A member without a device, or whose session has expired, is notified in the app alone, an hour before it closes.
  await addDevice(dana);
  await dana.put(`member/${dana.id}/`, { preferences: { quiet: { holidays: true } } });
  await sql`update sessions set last_seen = now() - interval '31 days' where member_id = ${dana.id}::int`.execute(
    db,
  );
  await sql`delete from push_outbox`.execute(db);
  // In winter Shabbat begins before five, in summer not before seven: an hour before is between noon and seven.
  let minutes = 0;
  let reminded = await sendReminders(db);
  while (reminded === 0 && minutes < 8 * 60) {
    await server.passMinutes(10);
    minutes += 10;
    reminded = await sendReminders(db);
  }
  expect(reminded).toBe(1);
  expect(minutes).toBeGreaterThan(2 * 60);
  expect(minutes).toBeLessThan(7 * 60);
  await send();
  expect(texts()).toEqual([
    {
      id: expect.any(Number) as unknown,
      title: 'נסגר ביום שבת ב־10:00, ועוד אין ניחוש',
      body: `${morning.name} · ועוד אחד · חבורה`,
      link: `post/${post.id}`,
      tag: `closing-post/${post.id}`,
      lang: 'he',
      dir: 'rtl',
    },
  ]);
  expect(browsers.received[0]?.headers).toMatchObject({ ttl: '3600', urgency: 'high' });
  expect(await sendReminders(db)).toBe(0);

  // If a part of the game closes within the hour, the reminder is of the hour.
  await closeAt(inQuiet, 26);
  await sql`update items set date = clock_timestamp() + interval '30 minutes' where id = ${soonItem.id}::int`.execute(
    db,
  );
  await sql`delete from push_outbox`.execute(db);
  expect(await sendReminders(db)).toBe(2);
  await send();
  expect(texts()[1]).toMatchObject({
    title: 'פחות משעה לסגירה, ועוד אין ניחוש',
    body: `${soonItem.name} · ועוד אחד · חבורה`,
  });
});

test('a reminder that would come in a night that begins before Shabbat has ended comes before Shabbat', async () => {
  await addDevice(noa);
  const teams = await makeOptions(dana, section, ['אריות', 'נמרים']);
  const { db } = server.platform;
  await sql`update test_clock.ahead set by = '0'`.execute(db);
  const { items_data } = await makeGame(dana, section, 'home/away', [teams], { due_date: isoInDays(9) });
  const [item] = items_data as [Item];
  // Saturday at ten in the evening; Shabbat never ends before five.
  const saturdayEvening = new Date(Date.parse(next(friday, '22:00')) + 24 * 3_600_000).toISOString();
  await sql`update items set date = ${saturdayEvening} where id = ${item.id}::int`.execute(db);
  await sql`delete from push_outbox`.execute(db);
  const quiet = { holidays: true, from: '17:00', until: '07:00' };
  await noa.put(`member/${noa.id}/`, { preferences: { quiet } });
  await moveClockTo(friday, '12:00');
  let minutes = 0;
  while ((await sendReminders(db)) === 0 && minutes < 8 * 60) {
    await server.passMinutes(10);
    minutes += 10;
  }
  expect(minutes).toBeLessThanOrEqual(5 * 60);
  await send();
  expect(texts()).toEqual([expect.objectContaining({ link: `item?id=${item.id}` })]);
});

test('no reminder is sent in a member’s quiet time of what closes in it', async () => {
  await addDevice(noa);
  const teams = await makeOptions(dana, section, ['אריות', 'נמרים']);
  const { db } = server.platform;
  await sql`update test_clock.ahead set by = '0'`.execute(db);
  // Ahead of the clock, on whatever day the coming Friday is.
  const { items_data } = await makeGame(dana, section, 'home/away', [teams], { due_date: isoInDays(9) });
  const [item] = items_data as [Item];
  await noa.put(`member/${noa.id}/`, { preferences: { quiet: { holidays: true } } });
  await moveClockTo(friday, '20:30');
  await sql`update items set date = clock_timestamp() + interval '15 hours' where id = ${item.id}::int`.execute(
    db,
  );
  expect(await sendReminders(db)).toBe(0);
});
