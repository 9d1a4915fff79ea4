import { useSelector } from '@xstate/react';
import { useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { StaleLine } from '#ui/feedback/StaleLine.tsx';
import { useApp, useServerNow } from './app-context.tsx';

/** Milliseconds. */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Age of what is shown: `cachedAt` is when the device stored it, in ms; null for a response of the server. */
export function StaleNote({ cachedAt, busy }: { cachedAt: number | null; busy: boolean }) {
  return cachedAt === null || busy ? null : <StaleSince at={cachedAt} />;
}

function StaleSince({ at }: { at: number }) {
  const t = useT();
  const { formatDay } = useDates();
  // `cachedAt` and the label are by the device's clock.
  const offset = useSelector(useApp(), ({ context }) => context.clockOffset) ?? 0;
  const age = Math.max(0, useServerNow(minute) - offset - at);
  if (age >= day) return <StaleLine text={t('stale.date', { date: formatDay(at) })} />;
  if (age >= hour) return <StaleLine text={t('stale.hours', { count: Math.floor(age / hour) })} />;
  return <StaleLine text={t('stale.minutes', { count: Math.floor(age / minute) })} />;
}
