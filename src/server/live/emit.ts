import type { LiveEvent } from '#contract/live-events.ts';
import type { Db } from '#server/db/tables.ts';
import { sql } from 'kysely';

/**
 * Live events (decisions §9): rows inserted in the transaction of the change. The database numbers them at commit and
 * notifies all processes; hub.ts delivers them.
 */
export type NewLiveEvent = {
  readonly type: Exclude<LiveEvent['type'], 'reset'>;
  readonly league?: number | null | undefined;
  readonly post?: number | null | undefined;
  readonly item?: number | null | undefined;
  readonly version?: number | null | undefined;
  /** For this member alone; else for everyone in the league. */
  readonly member?: number | null | undefined;
};

type ChangedItem = {
  readonly id: number;
  readonly league: number | null;
  readonly post: number;
  readonly version: number;
};

/** The event of an item that has changed, for everyone in its league. */
export const itemEvent = ({ id, league, post, version }: ChangedItem): NewLiveEvent => ({
  type: 'item',
  league,
  post,
  item: id,
  version,
});

/** Emits events: delivered when the transaction of `db` commits, and never if it does not. */
export async function emit(db: Db, ...events: NewLiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  // One parameter, however many: a league's members may be more than a statement takes.
  await sql`
    insert into live_events (type, league_id, member_id, post_id, item_id, version)
    select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as event (
        type text, league integer, member integer, post integer, item integer, version integer)`.execute(db);
}
