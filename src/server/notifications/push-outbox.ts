import { sql } from 'kysely';
import * as v from 'valibot';
import { memberNameBy } from '#server/db/content-names.ts';
import { isLiveSession } from '#server/db/live-sessions.ts';
import type { Db } from '#server/db/tables.ts';
import type { Job } from '#server/boot/job-scheduler.ts';
import { isolateParts } from '#server/texts/notification-parts.ts';
import { notificationLink, notificationText } from '#server/texts/notifications.ts';
import type { Platform } from '#server/boot/platform.ts';
import { isOfDeletedGame, notificationSources, namesInEnglish } from './notification-joins.ts';
import { openPushService, type PushResult, type SendPush } from './push-services.ts';
import { endOfQuiet, readQuietTimes } from './quiet-members.ts';
import { longestQuietTime } from './quiet-time.ts';

/**
 * Push outbox: notify() queues, and this job sends, on one server at a time and at most once per device. Only pushes that
 * were certainly not accepted are retried.
 */

const batchSize = 200;
const maxTries = 5;
/** SQL: whether the notification `n` is a reminder, useless once its item has closed. Moved dates have the same kind. */
const isReminder = sql<boolean>`(n.kind = 'closing' and n.data -> 'movedTo' is null)`;
/** Seconds that a push service keeps a message for a device that is off. */
const secondsToLive = (reminder: boolean) => (reminder ? 3_600 : 86_400);

type QueuedPush = {
  id: number;
  to: string;
  p256dh: string | null;
  auth: string | null;
  tries: number;
  /** Held until its member's quiet time ends: not sent in this run. */
  held: boolean;
  /** Read in the app while it was held. */
  read: boolean;
  kind: string;
  reminder: boolean;
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
 * Claims due rows (due_at = infinity) before sending them, so that a crash never sends one twice; rows in their member's quiet
 * time are held instead. A delay is at most an hour, and a quiet time at most `longestQuietTime`: a later time was
 * written before the clock was set back.
 */
async function claimDue(db: Db): Promise<QueuedPush[]> {
  const quiet = await readQuietTimes(db);
  const { rows } = await sql<QueuedPush>`
    with due as (
      select o.notification_id, o.push_id, ${endOfQuiet(quiet)} as quiet_until,
        not n.is_new and o.held_until > '-infinity' as read
      from push_outbox o
      join notifications n on n.id = o.notification_id
      join members m on m.id = n.member_id
      where (o.due_at <= now() or (o.due_at > now() + interval '1 hour' and o.due_at < 'infinity'))
        and (o.held_until <= clock_timestamp() or o.held_until > clock_timestamp() + ${longestQuietTime}::float8 * interval '1 ms')
      order by o.due_at limit ${batchSize}::int
      for update of o skip locked
    ),
    taken as (
      update push_outbox o set
        tries = case when due.quiet_until is null then o.tries + 1 else o.tries end,
        due_at = case when due.quiet_until is null then 'infinity' else o.due_at end,
        held_until = coalesce(due.quiet_until, o.held_until)
      from due where o.notification_id = due.notification_id and o.push_id = due.push_id
      returning o.notification_id, o.push_id, o.tries, due.quiet_until is not null as held, due.read
    )
    select n.id, taken.push_id as to, p.p256dh, p.auth, taken.tries, taken.held, taken.read, n.kind, ${isReminder} as reminder, n.data, n.link, ${isOfDeletedGame} as deleted, l.name as league, l.id as league_id, ${memberNameBy('a', sql`m.preferences ->> 'language'`)} as actor,
      m.preferences ->> 'language' as language, ${namesInEnglish(sql`m.preferences ->> 'language'`)} as english
    from taken
    join push_ids p on p.push_id = taken.push_id
    join notifications n on n.id = taken.notification_id
    join members m on m.id = n.member_id
    ${notificationSources}
    order by n.id`.execute(db);
  return rows;
}

/** Seconds until the next try: 30, 120, 480, 1800; or what the service asks for, up to an hour. */
function retryDelay(tries: number, result: PushResult): number {
  if (typeof result === 'object') return Math.min(Math.max(result.refusedFor, 1), 3_600);
  return 30 * 4 ** (tries - 1);
}

type Delivery = { push: QueuedPush; result: PushResult };
const isRefused = (result: PushResult) => result === 'refused' || typeof result === 'object';

/** Stores the results of a batch, in one statement each for dead devices, retries and the rest. */
async function recordDeliveries(db: Db, deliveries: readonly Delivery[]): Promise<void> {
  const dead = deliveries.filter(({ result }) => result === 'dead').map(({ push }) => push.to);
  // Cascades to the devices' other queued pushes.
  if (dead.length > 0) await sql`delete from push_ids where push_id = any(${dead}::text[])`.execute(db);
  const again = deliveries.filter(({ push, result }) => isRefused(result) && push.tries < maxTries);
  const retries = again.map(({ push: { id, to, tries }, result }) => ({
    id,
    to,
    wait: retryDelay(tries, result),
  }));
  if (retries.length > 0)
    await sql`
      update push_outbox o set due_at = now() + r.wait * interval '1 second'
      from jsonb_to_recordset(${JSON.stringify(retries)}::jsonb) as r (id integer, "to" text, wait integer)
      where o.notification_id = r.id and o.push_id = r."to"`.execute(db);
  const done = deliveries
    .filter((delivery) => !again.includes(delivery))
    .map(({ push: { id, to } }) => ({ id, to }));
  if (done.length > 0)
    await sql`
      delete from push_outbox o
      using jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as r (id integer, "to" text)
      where o.notification_id = r.id and o.push_id = r."to"`.execute(db);
}

async function deliver(send: SendPush, push: QueuedPush): Promise<Delivery> {
  const { id, to, p256dh, auth, kind, reminder, data, deleted, english, league, actor, language } = push;
  // Neither sent nor retried.
  if (push.read) return { push, result: 'failed' };
  const names = { league: league ?? '', actor: actor ?? '' };
  const { title, description } = notificationText({ kind, data, deleted, english }, names, language);
  const link = notificationLink(push.link, deleted, push.league_id);
  const tag = `${kind}-${push.link}`;
  const code = language === 'en' ? 'en' : 'he';
  const message = {
    id,
    to,
    title: isolateParts(title, code),
    body: isolateParts(description, code),
    link,
    tag,
    lasts: secondsToLive(reminder),
  };
  const urgency = reminder ? 'high' : 'normal';
  const browser =
    p256dh !== null && auth !== null ? ({ keys: { p256dh, auth }, language: code, urgency } as const) : null;
  return { push, result: await send(message, browser) };
}

/** Sends due pushes until none is left. */
export async function sendDuePushes(db: Db, send: SendPush, signal: AbortSignal): Promise<void> {
  // Drops what is too old, and what waits for a device whose session has expired. A day counts from the end of quiet time,
  // a reminder's hour does not.
  await sql`
    delete from push_outbox o using notifications n
    where n.id = o.notification_id and (
      case when ${isReminder} then o.created < now() - interval '1 hour'
        else greatest(o.created, o.held_until) < now() - interval '1 day' end
      or not exists (
        select from push_ids p join sessions s on s.id = p.session_id and ${isLiveSession} where p.push_id = o.push_id))`.execute(
    db,
  );
  while (!signal.aborted) {
    const due = await claimDue(db);
    if (due.length === 0) return;
    const deliveries = await Promise.all(due.filter(({ held }) => !held).map((push) => deliver(send, push)));
    await recordDeliveries(db, deliveries);
  }
}

/** Releases a member's held pushes after their quiet times changed; the next run decides again. */
export async function releaseHeldPushes(db: Db, member: number): Promise<void> {
  await sql`
    update push_outbox o set held_until = clock_timestamp() from notifications n
    where n.id = o.notification_id and n.member_id = ${member}::int and o.held_until > clock_timestamp()`.execute(
    db,
  );
}

/** Payload on the channel `live` when somebody was notified. */
const NotificationEvent = v.object({ event: v.object({ type: v.literal('notification') }) });

/** The job that sends the outbox. */
export function pushJob(platform: Platform): Job {
  const send = openPushService(platform);
  return {
    name: 'push',
    intervalMs: 5_000,
    isDueAfter: (payload) => v.is(NotificationEvent, JSON.parse(payload)),
    run: (signal) => sendDuePushes(platform.db, send, signal),
  };
}
