import { sql, type RawBuilder } from 'kysely';
import type { QuietPreferences } from '#contract/notification-preferences.ts';
import type { Db } from '#server/db/tables.ts';
import { quietTimeAt, type QuietTime } from './quiet-time.ts';

/** Quiet times (decisions §15) by what members chose, for statements about many of them at once. */

const choices: readonly QuietPreferences[] = [true, false].flatMap((night) =>
  [true, false].map((holidays) => ({ night, holidays })),
);

/** A quiet time, and the choice of those who have it. */
export type ChosenQuiet = QuietTime & { readonly choice: QuietPreferences };

/** Whether the member `m` chose so. Who chose nothing has quiet nights. */
export const choseQuiet = ({ night, holidays }: QuietPreferences): RawBuilder<boolean> => sql<boolean>`(
  coalesce((m.preferences #>> '{quiet,night}')::boolean, true) = ${night}::boolean
  and coalesce((m.preferences #>> '{quiet,holidays}')::boolean, false) = ${holidays}::boolean)`;

/** The quiet times that hold a moment so many minutes from now, by the database's clock. */
export async function readQuietTimes(db: Db, minutesAhead = 0): Promise<{ now: Date; times: ChosenQuiet[] }> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
  const now = new Date(rows[0]?.now ?? Date.now());
  const moment = new Date(now.getTime() + minutesAhead * 60_000);
  const times = choices.flatMap((choice) => {
    const time = quietTimeAt(moment, choice);
    return time ? [{ choice, ...time }] : [];
  });
  return { now, times };
}

/** When the quiet time that it is now for the member `m` ends; null where it is none. */
export function endOfQuiet({ times }: { times: readonly ChosenQuiet[] }): RawBuilder<string | null> {
  if (times.length === 0) return sql`null::timestamptz`;
  const cases = times.map(
    ({ choice, until }) => sql`when ${choseQuiet(choice)} then ${until.toISOString()}::timestamptz`,
  );
  return sql`case ${sql.join(cases, sql` `)} end`;
}
