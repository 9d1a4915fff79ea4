import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cleanUpIdempotencyKeys,
  cleanUpLiveEvents,
  cleanUpPictures,
  cleanUpSignIns,
} from '#server/db/cleanup.ts';
import type { Job } from '#server/boot/job-scheduler.ts';
import { openLog } from '#server/boot/log.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import type { Db } from '#server/db/tables.ts';
import { emit } from '#server/live/emit.ts';
import { freshDatabase, onOneDatabase } from '#tests/support/server/server.ts';

/** Each job deletes what has expired, and nothing else. */

onOneDatabase('postgres', (kind) => {
  let database: Database;
  let remove: () => Promise<void>;
  let db: Db;
  let member: number;
  beforeAll(async () => {
    const newDatabase = await freshDatabase(kind);
    ({ remove } = newDatabase);
    const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir = '' } = newDatabase.env;
    database = await openDatabase({ databaseUrl, dataDir }, openLog('silent'));
    ({ db } = database);
    member = (await insert('members', { name: 'דנה' })).id;
  });
  afterAll(async () => {
    await database.close();
    await remove();
  });

  /** Inserts a row with these values, and returns its id. */
  const insert = async (table: string, values: Record<string, unknown>) => {
    const columns = sql.join(Object.keys(values).map((name) => sql.ref(name)));
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(values))})
      returning *`.execute(db);
    return { id: rows[0]?.id ?? 0 };
  };
  const run = (job: Job) => job.run(new AbortController().signal);
  const remainingValues = async (table: string, column: string) =>
    (
      await sql<{ value: unknown }>`
        select ${sql.ref(column)} as value from ${sql.table(table)} order by 1`.execute(db)
    ).rows.map(({ value }) => value);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const daysAgo = (days: number) => hoursAgo(24 * days);

  test('the jobs have names and run every hour, those for events and pictures every ten minutes', () => {
    const jobs = [cleanUpSignIns, cleanUpIdempotencyKeys, cleanUpLiveEvents, cleanUpPictures];
    expect(jobs.map((job) => job(db)).map(({ name, intervalMs }) => [name, intervalMs])).toEqual([
      ['delete-old-sign-ins', 3_600_000],
      ['delete-old-idempotency-keys', 3_600_000],
      ['delete-old-events', 600_000],
      ['delete-unattached-pictures', 600_000],
    ]);
  });

  test('a rate limit is deleted once it has expired, a PIN after a day, a session a week after it ended', async () => {
    await insert('counters', { bucket: 'over', used: 3, expires_at: hoursAgo(0.01) });
    await insert('counters', { bucket: 'running', used: 3, expires_at: hoursAgo(-0.1) });
    for (const hours of [23, 25])
      await insert('pins', {
        phone: `${hours}`,
        pin_hash: '',
        created: hoursAgo(hours),
        expires_at: hoursAgo(hours),
      });
    const sessions = {
      'a: open': { expires_at: daysAgo(-1) },
      'b: expired lately': { expires_at: daysAgo(6.9) },
      'c: expired': { expires_at: daysAgo(7.1) },
      'd: revoked lately': { expires_at: daysAgo(-1), revoked_at: daysAgo(6.9) },
      'e: revoked': { expires_at: daysAgo(-1), revoked_at: daysAgo(7.1) },
      'f: revoked lately, and expired': { expires_at: daysAgo(7.1), revoked_at: daysAgo(6.9) },
    };
    for (const [agent, ended] of Object.entries(sessions))
      await insert('sessions', { member_id: member, token_hash: agent, agent, ...ended });
    await run(cleanUpSignIns(db));
    expect(await remainingValues('counters', 'bucket')).toEqual(['running']);
    expect(await remainingValues('pins', 'phone')).toEqual(['23']);
    expect(await remainingValues('sessions', 'agent')).toEqual([
      'a: open',
      'b: expired lately',
      'd: revoked lately',
      'f: revoked lately, and expired',
    ]);
  });

  test('an idempotency key is deleted after a day', async () => {
    for (const hours of [23, 25])
      await insert('idempotency', {
        member_id: member,
        key: `${hours}`,
        request_hash: '',
        status: 201,
        body: '',
        created: hoursAgo(hours),
      });
    await run(cleanUpIdempotencyKeys(db));
    expect(await remainingValues('idempotency', 'key')).toEqual(['23']);
  });

  test('a live event is deleted after an hour, the newest one never', async () => {
    for (const post of [1, 2, 3]) await emit(db, { type: 'post', league: 1, post });
    const age = (post: number, hours: number) =>
      sql`update live_events set at = ${hoursAgo(hours)} where post_id = ${post}`.execute(db);
    await age(1, 1.1);
    await age(2, 0.9);
    await run(cleanUpLiveEvents(db));
    expect(await remainingValues('live_events', 'post_id')).toEqual([2, 3]);
    for (const post of [2, 3]) await age(post, 1.1);
    await run(cleanUpLiveEvents(db));
    expect(await remainingValues('live_events', 'post_id')).toEqual([3]);
  });

  test('a picture that nothing uses is deleted after an hour; one that was in use is deleted a run later', async () => {
    const picture = async (name: string, hours: number, attached: boolean) => {
      const bytes = new Uint8Array([1]);
      const { id } = await insert('images', {
        name,
        attached,
        model: 'any',
        maker_id: member,
        created: hoursAgo(hours),
        width: 1,
        height: 1,
        large: bytes,
        small: bytes,
      });
      return id;
    };
    const shown = (name: string) => picture(name, 2, true);
    await picture('uploaded lately', 0.9, false);
    await picture('uploaded, and used by nothing', 1.1, false);
    await picture('replaced lately', 0.9, true);
    await picture('replaced', 1.1, true);
    await sql`update members set image_id = ${await shown('of a member')} where id = ${member}`.execute(db);
    await insert('leagues', { name: 'חבורה', code: 'A', image_id: await shown('of a league') });
    await insert('groups', { name: 'חברים', code: 'B', image_id: await shown('of a group') });
    await insert('options', { name: 'אריות', image_id: await shown('of an option') });
    await insert('item_types', {
      name: 'סוג',
      layout: 'vote',
      position: 1,
      image_id: await shown('of a type'),
    });
    const { id: post_id } = await insert('posts', { author_id: member });
    const messages = {
      'of a message': { active: true, updated: hoursAgo(2) },
      'of a message deleted lately': { active: false, updated: hoursAgo(0.9) },
      'of a message deleted': { active: false, updated: hoursAgo(1.1) },
    };
    for (const [name, message] of Object.entries(messages)) {
      const { id } = await insert('comments', { post_id, member_id: member, ...message });
      await insert('comment_images', { comment_id: id, image_id: await shown(name), position: 0 });
    }
    const staying = [
      'of a group',
      'of a league',
      'of a member',
      'of a message',
      'of a message deleted lately',
      'of a type',
      'of an option',
      'replaced lately',
      'uploaded lately',
    ];
    const unused = ['of a message deleted', 'replaced'];
    const pictures = async () => new Set(await remainingValues('images', 'name'));
    await run(cleanUpPictures(db));
    expect(await pictures()).toEqual(new Set([...staying, ...unused]));
    await run(cleanUpPictures(db));
    expect(await pictures()).toEqual(new Set(staying));
  });
});
