import { Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDates } from '#i18n/use-dates.ts';
import { Tag } from '#ui/primitives/Tag.tsx';

/** Tag of an item's state or time. */
export function TimeTag({
  state,
  children,
}: {
  state: 'open' | 'soon' | 'live' | 'ended';
  children: ReactNode;
}) {
  if (state === 'live') return <Tag tone="live">{children}</Tag>;
  if (state === 'soon') {
    return (
      <Tag tone="strong" icon={<Timer size={14} />}>
        {children}
      </Tag>
    );
  }
  return <Tag>{children}</Tag>;
}

/** Time left until `until`; both in milliseconds of the same clock. */
export function Countdown({ until, now }: { until: number; now: number }) {
  const { formatCountdown } = useDates();
  return <bdi role="timer">{formatCountdown(until - now)}</bdi>;
}
