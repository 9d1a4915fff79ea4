/** The rows of one day, in the order given. */
export type DayRows<Row> = { readonly day: string; readonly rows: readonly Row[] };

/** Groups consecutive rows by day, as `dayOf` formats it. */
export function groupByDay<Row extends { readonly created: string }>(
  rows: readonly Row[],
  dayOf: (moment: string) => string,
): DayRows<Row>[] {
  const days: { day: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const day = dayOf(row.created);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}

const hour = 3_600_000;

/** The previous calendar day, as `dayOf` formats it: because of daylight saving time not always 24 hours ago. */
export function previousDay(now: number, dayOf: (moment: number) => string): string {
  const today = dayOf(now);
  const before = [22, 24, 26].map((hours) => dayOf(now - hours * hour));
  return before.find((day) => day !== today) ?? today;
}
