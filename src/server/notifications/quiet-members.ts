import { sql, type RawBuilder } from 'kysely';
import { defaultNight, type QuietPreferences } from '#contract/notification-preferences.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';
import { quietTimeAt, type QuietTime } from './quiet-time.ts';

/** Quiet times (decisions §15) for statements about many members at once, by their preferences. */

type Hours = Pick<QuietPreferences, 'from' | 'until'>;

/** When the nights of the member `m` begin and end. */
const hour = (name: keyof Hours) =>
  sql<string>`coalesce(m.preferences #>> ${`{quiet,${name}}`}::text[], ${defaultNight[name]}::text)`;

/** All that can be chosen beside these nights. */
const choicesWith = (nights: readonly Hours[]): QuietPreferences[] =>
  [true, false].flatMap((holidays) => [
    { night: false, holidays, ...defaultNight },
    ...nights.map((hours) => ({ night: true, holidays, ...hours })),
  ]);

/** A quiet time, and the preferences of the members who have it. */
export type ChosenQuiet = QuietTime & { readonly choice: QuietPreferences };

/** SQL: whether the member `m` has these preferences. The default is quiet nights. */
export const choseQuiet = ({
  night,
  holidays,
  from,
  until,
}: QuietPreferences): RawBuilder<boolean> => sql<boolean>`(
  coalesce((m.preferences #>> '{quiet,night}')::boolean, true) = ${night}::boolean
  and (not ${night}::boolean or (${hour('from')} = ${from}::text and ${hour('until')} = ${until}::text))
  and coalesce((m.preferences #>> '{quiet,holidays}')::boolean, false) = ${holidays}::boolean)`;

/** The quiet times, for each preference of members with a device, that contain the moment `minutesAhead` from now, by the database's clock. */
export async function readQuietTimes(db: Db, minutesAhead = 0): Promise<{ now: Date; times: ChosenQuiet[] }> {
  const { rows } = await sql<{ now: string; nights: Hours[] }>`
    select clock_timestamp() as now, (
      select coalesce(jsonb_agg(distinct jsonb_build_object('from', ${hour('from')}, 'until', ${hour('until')})), '[]')
      from push_ids d join members m on m.id = d.member_id) as nights`.execute(db);
  const { now: at, nights } = onlyRow(rows);
  const now = new Date(at);
  const moment = new Date(now.getTime() + minutesAhead * 60_000);
  const times = choicesWith(nights).flatMap((choice) => {
    const time = quietTimeAt(moment, choice);
    return time ? [{ choice, ...time }] : [];
  });
  return { now, times };
}

/** SQL: when the current quiet time of the member `m` ends; null if there is none. */
export function endOfQuiet({ times }: { times: readonly ChosenQuiet[] }): RawBuilder<string | null> {
  if (times.length === 0) return sql`null::timestamptz`;
  const cases = times.map(
    ({ choice, until }) => sql`when ${choseQuiet(choice)} then ${until.toISOString()}::timestamptz`,
  );
  return sql`case ${sql.join(cases, sql` `)} end`;
}
