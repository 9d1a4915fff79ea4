/** Dates and times in Israel's time zone, independent of the device's. */

/** Value of an `<input type="datetime-local">` in Israel's time zone: `2026-06-11T22:00`. */
export function toIsraelInput(iso: string): string {
  const { year, month, day, hour, minute } = partsOf(new Date(iso));
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** UTC time of such an input value; null if it is invalid. */
export function fromIsraelInput(typed: string): string | null {
  const asUtc = Date.parse(`${typed}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed) || Number.isNaN(asUtc)) return null;
  // The offset depends on the result; a second iteration is correct except in the hour skipped by daylight saving.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess)).toISOString();
}

/** The calendar day in Israel of a moment in ms: `2026-06-11`. */
export const israelDay = (moment: number): string =>
  toIsraelInput(new Date(moment).toISOString()).slice(0, 10);

/** A calendar day as midnight in UTC, which has no daylight saving. */
export const midnightOf = (day: string): Date => new Date(`${day}T00:00Z`);

const dayLength = 86_400_000;
export const daysLater = (day: string, days: number): string =>
  new Date(midnightOf(day).getTime() + days * dayLength).toISOString().slice(0, 10);

/** The last day of date pickers: 31 December of next year (decisions §10). */
export const dateMax = (now: Date): string => `${Number(israelDay(now.getTime()).slice(0, 4)) + 1}-12-31`;

/** Today, tomorrow and the coming Saturday; `saturday` is null if it is today or tomorrow. */
export function nearDays(now: number): { today: string; tomorrow: string; saturday: string | null } {
  const today = israelDay(now);
  const untilSaturday = 6 - midnightOf(today).getUTCDay();
  return {
    today,
    tomorrow: daysLater(today, 1),
    saturday: untilSaturday > 1 ? daysLater(today, untilSaturday) : null,
  };
}

/** The default time of a chosen day, when most matches start. */
const usualTime = '22:00';
const step = 5 * 60_000;
/** The minimum time left for betting when the default time of today has passed. */
const air = 2 * step;

/**
 * The moment of a chosen day: at `time`, else at 22:00. For today, if these have passed: the next step of five minutes at
 * least ten minutes ahead, or the day's last minute.
 */
export function momentOn(day: string, time: string | null, now: number): string | null {
  const at = (clock: string) => fromIsraelInput(`${day}T${clock}`);
  if (day !== israelDay(now)) return at(time ?? usualTime);
  const soon = new Date(Math.ceil((now + air) / step) * step).toISOString();
  const moments = [...(time === null ? [] : [at(time)]), at(usualTime)];
  const ahead = moments.find((moment) => moment !== null && Date.parse(moment) > now);
  return ahead ?? (israelDay(Date.parse(soon)) === day ? soon : at('23:59'));
}

const israelFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Jerusalem',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function partsOf(moment: Date) {
  const parts = Object.fromEntries(
    israelFormat.formatToParts(moment).map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  return { year, month, day, hour, minute };
}

/** Israel's offset from UTC at a moment, in milliseconds. */
function offsetAt(moment: number): number {
  const whole = Math.floor(moment / 60_000) * 60_000;
  return Date.parse(`${toIsraelInput(new Date(whole).toISOString())}Z`) - whole;
}
