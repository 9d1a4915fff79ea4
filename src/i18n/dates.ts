import type { Translate } from './i18n.ts';

/** A moment as the wire or the browser gives it. */
export type Moment = Date | string | number;

export type DateFormatters = {
  /** `d.M.yy · HH:mm`, in Israel's time wherever the reader is. */
  readonly formatDate: (moment: Moment) => string;
  /** `d.M.yy`. */
  readonly formatDay: (moment: Moment) => string;
  /** `HH:mm`. */
  readonly formatTime: (moment: Moment) => string;
  /** How long ago: minutes under an hour, hours under a day, else the date. A moment later than `now` counts as now. */
  readonly formatRelative: (moment: Moment, now: Moment) => string;
  /** The day of a deadline, short: empty for today, the word for tomorrow, else `d.M`. */
  readonly formatShortDay: (moment: Moment, now: Moment) => string;
  /** A deadline within a sentence: today or tomorrow with the time, else date and time. */
  readonly formatWhen: (moment: Moment, now: Moment) => string;
  /** A deadline in its shortest form: the time if it is today, tomorrow with the time, else `d.M HH:mm`. */
  readonly formatUntil: (moment: Moment, now: Moment) => string;
  /** Time left as `7:05` or `2:07:05`. Never negative. */
  readonly formatCountdown: (milliseconds: number) => string;
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

// Joined from parts, in a locale with European digits: he-IL puts a comma between date and time, and no locale
// writes d.M.yy.
const israelFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Jerusalem',
  day: 'numeric',
  month: 'numeric',
  year: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

type Parts = { readonly day: string; readonly time: string };

/** Parts by the minute since 1970. Every row formats the current minute at each render: calling `Intl` each time delays taps. */
const knownParts = new Map<number, Parts>();
const maxKnownParts = 1_000;

/** The parts of a moment on Israel's calendar and clock. */
function partsOf(moment: Moment): Parts {
  const date = new Date(moment);
  const minuteSince1970 = Math.floor(date.getTime() / minute);
  const known = knownParts.get(minuteSince1970);
  if (known) return known;
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of israelFormat.formatToParts(date)) found[type] = value;
  const parts = { day: `${found.day}.${found.month}.${found.year}`, time: `${found.hour}:${found.minute}` };
  if (knownParts.size === maxKnownParts) knownParts.clear();
  knownParts.set(minuteSince1970, parts);
  return parts;
}

/** The date formatters of a language. */
export function createDateFormatters(t: Translate): DateFormatters {
  const formatDay = (moment: Moment) => partsOf(moment).day;
  const formatTime = (moment: Moment) => partsOf(moment).time;
  const formatDate = (moment: Moment) => `${formatDay(moment)} · ${formatTime(moment)}`;

  const shortDay = (date: string) => date.slice(0, date.lastIndexOf('.'));

  return {
    formatDate,
    formatDay,
    formatTime,
    formatRelative(moment, now) {
      const distance = Math.max(0, new Date(now).getTime() - new Date(moment).getTime());
      if (distance < hour) return t('mins', { count: Math.floor(distance / minute) });
      if (distance < day) return t('hrs', { count: Math.floor(distance / hour) });
      return formatDay(moment);
    },
    formatShortDay(moment, now) {
      const date = formatDay(moment);
      if (date === formatDay(now)) return '';
      return date === nextDay(now) ? t('tomorrow') : shortDay(date);
    },
    formatWhen(moment, now) {
      const today = formatDay(now);
      const date = formatDay(moment);
      if (date === today) return t('today.when', { time: formatTime(moment) });
      if (date === nextDay(now)) return t('tomorrow.when', { time: formatTime(moment) });
      return formatDate(moment);
    },
    formatUntil(moment, now) {
      const time = formatTime(moment);
      const date = formatDay(moment);
      if (date === formatDay(now)) return time;
      return date === nextDay(now) ? t('tomorrow.when', { time }) : `${shortDay(date)} ${time}`;
    },
    formatCountdown(milliseconds) {
      const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
      const two = (value: number) => String(value).padStart(2, '0');
      const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
      return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
    },
  };

  /** Tomorrow's date on the calendar: not always 24 hours on, because of daylight saving time. */
  function nextDay(now: Moment) {
    const today = formatDay(now);
    const start = new Date(now).getTime();
    const candidates = [22, 24, 26].map((hours) => formatDay(start + hours * hour));
    return candidates.find((it) => it !== today);
  }
}
