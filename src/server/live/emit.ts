import type { LiveEvent } from '#contract/live-events.ts';
import type { Db } from '#server/db/tables.ts';
import { sql } from 'kysely';

/**
 * A live event to insert in the transaction of its change (decisions §9). The database numbers events at commit and
 * notifies all processes; hub.ts delivers them.
 */
export type NewLiveEvent = {
  readonly type: Exclude<LiveEvent['type'], 'reset'>;
  readonly league?: number | null | undefined;
  readonly post?: number | null | undefined;
  readonly item?: number | null | undefined;
  readonly version?: number | null | undefined;
  /** Id of the only recipient; without it, everyone in the league. */
  readonly member?: number | null | undefined;
};

type ChangedItem = {
  readonly id: number;
  readonly league: number | null;
  readonly post: number;
  readonly version: number;
};

/** The event of a changed item, for everyone in its league. */
export const itemEvent = ({ id, league, post, version }: ChangedItem): NewLiveEvent => ({
  type: 'item',
  league,
  post,
  item: id,
  version,
});

/** Emits events, which are delivered when the transaction of `db` commits. */
export async function emit(db: Db, ...events: NewLiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  // One JSON parameter, since the events may exceed a statement's parameter limit.
  await sql`
    insert into live_events (type, league_id, member_id, post_id, item_id, version)
    select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as event (
        type text, league integer, member integer, post integer, item integer, version integer)`.execute(db);
}
