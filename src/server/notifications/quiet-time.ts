import { getTimes } from 'suncalc';
import { daysLater, fromIsraelInput, israelDay, midnightOf } from '#contract/israel-time.ts';
import type { QuietPreferences } from '#contract/notification-preferences.ts';

/** Times when members are not disturbed (decisions §15): their nights, Shabbat and holidays, by Israel's clock. */

/** `from` is included, `until` is not. */
export type QuietTime = { readonly from: Date; readonly until: Date };

const atIsraelTime = (day: string, time: string): Date => {
  const moment = fromIsraelInput(`${day}T${time}`);
  if (moment === null) throw new Error(`no time: ${day} ${time}`);
  return new Date(moment);
};
const dayOf = (moment: Date) => israelDay(moment.getTime());
const holds = ({ from, until }: QuietTime, moment: Date) => from <= moment && moment < until;

type Hours = Pick<QuietPreferences, 'from' | 'until'>;

/** The night that starts on a day. It ends on the next day if `until` is not after `from`. */
const nightOf = (day: string, { from, until }: Hours): QuietTime => ({
  from: atIsraelTime(day, from),
  until: atIsraelTime(until > from ? day : daysLater(day, 1), until),
});

function nightAt(moment: Date, hours: Hours): QuietTime | null {
  const day = dayOf(moment);
  const nights = [daysLater(day, -1), day].map((one) => nightOf(one, hours));
  return nights.find((night) => holds(night, moment)) ?? null;
}

const hebrewDate = new Intl.DateTimeFormat('en-u-ca-hebrew', {
  timeZone: 'UTC',
  month: 'long',
  day: 'numeric',
});
/** Holidays without work, as observed in Israel: Rosh Hashana to Shavuot. */
const holidays = new Set([
  'Tishri 1',
  'Tishri 2',
  'Tishri 10',
  'Tishri 15',
  'Tishri 22',
  'Nisan 15',
  'Nisan 21',
  'Sivan 6',
]);

/** Whether a calendar day is Shabbat or a holiday; it starts on the evening before. */
function isHoly(day: string): boolean {
  const date = midnightOf(day);
  if (date.getUTCDay() === 6) return true;
  const parts = hebrewDate.formatToParts(date);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  return holidays.has(`${part('month')} ${part('day')}`);
}

const jerusalem = { latitude: 31.778, longitude: 35.235 };
const minutes = (count: number) => count * 60_000;
/** Candle-lighting is this long before sunset, the end of a holy day this long after it. */
const aroundSunset = minutes(40);

/** Sunset in Jerusalem. */
export function sunsetOf(day: string): Date {
  const noon = new Date(midnightOf(day).getTime() + minutes(10 * 60));
  const { sunset } = getTimes(noon, jerusalem.latitude, jerusalem.longitude);
  if (sunset === null) throw new Error('no sunset');
  return sunset;
}

/** The rest that a holy day belongs to: consecutive holy days are one, which ends with the last. */
function restOf(day: string): QuietTime {
  let [first, last] = [day, day];
  while (isHoly(daysLater(first, -1))) first = daysLater(first, -1);
  while (isHoly(daysLater(last, 1))) last = daysLater(last, 1);
  return {
    from: new Date(sunsetOf(daysLater(first, -1)).getTime() - aroundSunset),
    until: new Date(sunsetOf(last).getTime() + aroundSunset),
  };
}

function restAt(moment: Date): QuietTime | null {
  const day = dayOf(moment);
  return (
    [day, daysLater(day, 1)]
      .filter(isHoly)
      .map(restOf)
      .find((rest) => holds(rest, moment)) ?? null
  );
}

/** The rest or night that contains a moment; null if there is none. */
const partAt = (moment: Date, choice: QuietPreferences): QuietTime | null =>
  (choice.holidays ? restAt(moment) : null) ?? (choice.night ? nightAt(moment, choice) : null);

/** No quiet time is longer, in ms: at most three holy days between two nights of less than a day each. */
export const longestQuietTime = minutes(5.5 * 24 * 60);

/** The quiet time that contains a moment; null if there is none. Rests and nights that overlap or meet are one. */
export function quietTimeAt(moment: Date, choice: QuietPreferences): QuietTime | null {
  const part = partAt(moment, choice);
  // Neither rests nor nights overlap among themselves.
  if (!part || !choice.holidays || !choice.night) return part;
  let { from, until } = part;
  // A stored night of a whole day has no end.
  while (until.getTime() - from.getTime() < longestQuietTime) {
    const earlier = partAt(new Date(from.getTime() - 1), choice);
    const later = partAt(until, choice);
    if (!earlier && !later) break;
    from = earlier?.from ?? from;
    until = later?.until ?? until;
  }
  return { from, until };
}
