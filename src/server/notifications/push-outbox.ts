import { sql } from 'kysely';
import { memberNameBy } from '#server/db/content-names.ts';
import type { Db } from '#server/db/tables.ts';
import type { Job } from '#server/boot/job-scheduler.ts';
import { notificationLink, notificationText } from '#server/texts/notifications.ts';
import type { Platform } from '#server/boot/platform.ts';
import { isOfDeletedGame, notificationSources, toldInEnglish } from './sources.ts';
import { openPushService, type PushResult, type SendPush } from './push-services.ts';

/**
 * Push outbox. notify() queues; this job sends, on one server at a time, at most once per device: only pushes surely
 * not accepted are retried.
 */

const batchSize = 50;
const maxTries = 5;
/** Time to live: an hour for `closing`, a day otherwise. */
const secondsToLive = (kind: string) => (kind === 'closing' ? 3_600 : 86_400);

type QueuedPush = {
  id: number;
  to: string;
  tries: number;
  kind: string;
  data: unknown;
  link: string;
  deleted: boolean;
  english: Record<string, string> | null;
  league: string | null;
  league_id: number | null;
  actor: string | null;
  language: string | null;
};

/**
 * Claims due rows (due_at = infinity) before sending, so that a crash never sends twice. No delay is longer than an
 * hour: a time beyond was written before the clock was set back.
 */
async function claimDue(db: Db): Promise<QueuedPush[]> {
  const { rows } = await sql<QueuedPush>`
    with due as (
      select notification_id, push_id from push_outbox
      where due_at <= now() or (due_at > now() + interval '1 hour' and due_at < 'infinity') order by due_at limit ${batchSize}::int
      for update skip locked
    ),
    taken as (
      update push_outbox o set tries = o.tries + 1, due_at = 'infinity'
      from due where o.notification_id = due.notification_id and o.push_id = due.push_id
      returning o.notification_id, o.push_id, o.tries
    )
    select n.id, taken.push_id as to, taken.tries, n.kind, n.data, n.link, ${isOfDeletedGame} as deleted, l.name as league, l.id as league_id, ${memberNameBy('a', sql`m.preferences ->> 'language'`)} as actor,
      m.preferences ->> 'language' as language, ${toldInEnglish(sql`m.preferences ->> 'language'`)} as english
    from taken
    join notifications n on n.id = taken.notification_id
    join members m on m.id = n.member_id
    ${notificationSources}
    order by n.id`.execute(db);
  return rows;
}

/** Seconds until the next try: half a minute, two, eight, half an hour. */
const retryDelay = (tries: number) => 30 * 4 ** (tries - 1);

async function recordDelivery(db: Db, { id, to, tries }: QueuedPush, result: PushResult): Promise<void> {
  if (result === 'dead') {
    // Cascades to the device's other queued pushes.
    await sql`delete from push_ids where push_id = ${to}`.execute(db);
  } else if (result === 'refused' && tries < maxTries) {
    await sql`
      update push_outbox set due_at = now() + ${retryDelay(tries)}::int * interval '1 second'
      where notification_id = ${id} and push_id = ${to}`.execute(db);
  } else {
    await sql`delete from push_outbox where notification_id = ${id} and push_id = ${to}`.execute(db);
  }
}

async function deliver(db: Db, send: SendPush, push: QueuedPush): Promise<void> {
  const { id, to, kind, data, deleted, english, league, actor, language } = push;
  const names = { league: league ?? '', actor: actor ?? '' };
  const { title, description } = notificationText({ kind, data, deleted, english }, names, language);
  const link = notificationLink(push.link, deleted, push.league_id);
  const tag = `${kind}-${push.link}`;
  const result = await send({ id, to, title, body: description, link, tag, lasts: secondsToLive(kind) });
  await recordDelivery(db, push, result);
}

/** Sends due pushes until none is left. */
export async function sendDuePushes(db: Db, send: SendPush, signal: AbortSignal): Promise<void> {
  await sql`delete from push_outbox where created < now() - interval '1 day'`.execute(db);
  while (!signal.aborted) {
    const due = await claimDue(db);
    if (due.length === 0) return;
    await Promise.all(due.map((push) => deliver(db, send, push)));
  }
}

/** The job that empties the outbox. Without a push service the outbox is emptied. */
export function pushJob(platform: Platform): Job {
  const { db } = platform;
  const send = openPushService(platform);
  return {
    name: 'push',
    intervalMs: 5_000,
    run: async (signal) =>
      send ? sendDuePushes(db, send, signal) : void (await sql`delete from push_outbox`.execute(db)),
  };
}
