import { sql } from 'kysely';
import { pictureLimits } from '#contract/pictures.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';
import { problem } from '#server/http/problems.ts';

const hour = 60 * 60;

/** Throws 429 when the member's stored pictures, plus `more` bytes, exceed the quota. */
export async function checkPictureQuota(db: Db, member: number, more = 0): Promise<void> {
  const { rows } = await sql<{ kept: number; bytes: number; today: number }>`
    select count(*)::int as kept, coalesce(sum(size), 0)::int as bytes,
      coalesce(sum(size) filter (where created between now() - interval '1 day' and now() + interval '1 minute'), 0)::int as today
    from (select created, octet_length(large) + octet_length(small) as size
      from images where maker_id = ${member}::int) mine`.execute(db);
  const { kept, bytes, today } = onlyRow(rows);
  if (today + more > pictureLimits.bytesPerDay) throw problem.tooMany(hour);
  // Replaced and detached pictures are deleted by the cleanup within an hour.
  if (kept >= pictureLimits.kept || bytes + more > pictureLimits.keptBytes) throw problem.tooMany(hour);
}
