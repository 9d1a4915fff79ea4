import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Tournament items held by a person's result: their source cannot change them until they are handed back. */

export async function holdItem(db: Db, item: number): Promise<void> {
  await sql`
    with held as (
      update tournament_items set held = true where item_id = ${item}::integer and not held returning item_id
    )
    update items set details = jsonb_set(details, '{source,held}', 'true')
    from held where items.id = held.item_id and details ? 'source'`.execute(db);
}
