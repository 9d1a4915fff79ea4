import { sql } from 'kysely';
import type { Db } from './context.ts';
import { emit } from './live.ts';
import type { NotificationData, NotificationKind } from './notification-texts.ts';

export type News<K extends NotificationKind> = {
  kind: K;
  league: number | null;
  /** Who did it; they are not told themselves. */
  actor: number | null;
  /** Where it leads: a hash route without the hash. */
  link: string;
  data: NotificationData[K];
  /** At most one with this key for each member, ever. */
  dedupe?: string;
};

/** Tells members of something, within the transaction it happens in; who is told already is not told again. */
export async function notify<K extends NotificationKind>(
  db: Db,
  members: readonly number[],
  { kind, league, actor, link, data, dedupe }: News<K>,
): Promise<void> {
  const { rows } = await sql<{ member: number }>`
    insert into notifications (member_id, kind, league_id, actor_id, link, data, dedupe)
    select m.id, ${kind}, ${league}::int, ${actor}::int, ${link}, ${JSON.stringify(data)}::jsonb, ${dedupe ?? null}::text
    from members m
    where m.id = any(${[...members]}::int[]) and m.id is distinct from ${actor}::int and m.deleted_at is null
    order by m.id
    on conflict (member_id, dedupe) do nothing
    returning member_id as member`.execute(db);
  await emit(db, ...rows.map(({ member }) => ({ type: 'notification' as const, member })));
}
