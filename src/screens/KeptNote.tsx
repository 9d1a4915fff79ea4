import { useSelector } from '@xstate/react';
import { useI18n } from '#i18n/react.tsx';
import { KeptLine } from '#ui/feedback/KeptLine.tsx';
import { useApp, useServerNow } from './app-context.tsx';

/** Milliseconds. */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How old is what is shown: since when the device has kept it, null where the server has just given it. */
export function KeptNote({ keptAt, busy }: { keptAt: number | null; busy: boolean }) {
  return keptAt === null || busy ? null : <KeptSince at={keptAt} />;
}

function KeptSince({ at }: { at: number }) {
  const { t, formatDay } = useI18n();
  // The device's own clock has said both.
  const offset = useSelector(useApp(), ({ context }) => context.clockOffset) ?? 0;
  const age = Math.max(0, useServerNow(minute) - offset - at);
  if (age >= day) return <KeptLine text={t('kept.date', { date: formatDay(at) })} />;
  if (age >= hour) return <KeptLine text={t('kept.hours', { count: Math.floor(age / hour) })} />;
  return <KeptLine text={t('kept.minutes', { count: Math.floor(age / minute) })} />;
}
