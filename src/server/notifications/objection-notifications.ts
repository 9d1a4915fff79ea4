import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import type { NotificationData } from '#server/texts/notifications.ts';
import { notify } from './notify.ts';

type ItemSummary = {
  readonly id: number;
  readonly name: string;
  readonly league: number;
  readonly version: number;
};

/** Ids of those who run a league: its owner, and staff if it is official. */
async function readManagers(db: Db, league: number): Promise<number[]> {
  const { rows } = await sql<{ member: number }>`
    select m.id as member from leagues l
    join members m on case when l.custom then m.id = l.owner_id else m.is_staff or m.is_superuser end
    where l.id = ${league}::integer order by m.id`.execute(db);
  return rows.map(({ member }) => member);
}

/** Notifies those who run the leagues of objections to results: of the first one to each, or that a vote accepted them. */
export async function notifyOfObjection(
  db: Db,
  actor: number | null,
  items: readonly ItemSummary[],
  about: NonNullable<NotificationData['correction']['about']>,
): Promise<void> {
  for (const { id, name, league, version } of items)
    await notify(db, await readManagers(db, league), {
      kind: 'correction',
      league,
      actor,
      link: `item?id=${id}`,
      data: { item: name, was: 0, points: 0, about },
      dedupe: `${about}:${id}:${version}`,
    });
}
