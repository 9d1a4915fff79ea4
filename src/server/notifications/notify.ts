import { sql } from 'kysely';
import { isLiveSession } from '#server/db/live-sessions.ts';
import type { Db } from '#server/db/tables.ts';
import { emit } from '#server/live/emit.ts';
import type { NotificationKind } from '#contract/notification-preferences.ts';
import type { NotificationData } from '#server/texts/notifications.ts';

type NewNotification<K extends NotificationKind> = {
  kind: K;
  league: number | null;
  /** The member who did it and is not notified; null for none. */
  actor: number | null;
  /** Hash route, without the hash. */
  link: string;
  data: NotificationData[K];
  /** Key of which each member gets at most one notification, ever. */
  dedupe?: string;
};

/**
 * Creates a notification for each member, queues its pushes and emits `notification`, in the caller's transaction.
 * Skips the actor, members who switched off the kind or muted the league, and repetitions of a `dedupe` key.
 */
export async function notify<K extends NotificationKind>(
  db: Db,
  members: readonly number[],
  { kind, league, actor, link, data, dedupe }: NewNotification<K>,
): Promise<void> {
  const { rows } = await sql<{ member: number }>`
    with created as (
      insert into notifications (member_id, kind, league_id, actor_id, link, data, dedupe)
      select m.id, ${kind}::text, ${league}::int, ${actor}::int, ${link}, ${JSON.stringify(data)}::jsonb, ${dedupe ?? null}::text
      from members m
      where m.id = any(${[...members]}::int[]) and m.id is distinct from ${actor}::int and m.deleted_at is null
        and coalesce((m.preferences #>> array['notifications', ${kind}::text])::boolean, true)
        and not exists (
          select from league_members lm where lm.member_id = m.id and lm.league_id = ${league}::int and lm.active and lm.muted)
      order by m.id
      on conflict (member_id, dedupe) do nothing
      returning id, member_id
    ),
    queued as (
      insert into push_outbox (notification_id, push_id)
      select created.id, p.push_id from created
      join push_ids p on p.member_id = created.member_id
      join sessions s on s.id = p.session_id and ${isLiveSession}
      -- A device that signs out meanwhile is waited for, and gets none.
      for key share of p
    )
    select member_id as member from created order by 1`.execute(db);
  await emit(db, ...rows.map(({ member }) => ({ type: 'notification' as const, member })));
}
