import type { Item } from '#contract/models.ts';
import { useI18n, useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { useServerNow } from '#screens/app-context.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { Countdown, TimeTag } from '#ui/match/TimeTag.tsx';
import { deadlineOf, timeTextOf, hidesTime, statusTextOf } from './item-display.ts';

/** The deadline when it is today, and the status where one is set. Nothing for a later match. */
export function DeadlineTag({ item }: { item: Item }) {
  const t = useT();
  const dates = useDates();
  const now = useServerNow(10_000);
  const deadline = deadlineOf(item, now, dates);
  const status = statusTextOf(item);
  const time = timeTextOf(item);
  if (deadline?.state === 'void') return <Tag tone="missed">{t('voided')}</Tag>;
  if (deadline?.state === 'live')
    return <TimeTag state="live">{status ? <bdi>{status}</bdi> : t('live')}</TimeTag>;
  return (
    <>
      {deadline?.state === 'closed' && <TimeTag state="ended">{t('closed')}</TimeTag>}
      {deadline?.state === 'postponed' && <TimeTag state="ended">{t('awaitsDate')}</TimeTag>}
      {deadline?.state === 'soon' && <CountdownTag until={deadline.until} />}
      {time && (
        <TimeTag state="open">
          <bdi>{time}</bdi>
        </TimeTag>
      )}
      {deadline?.state === 'today' && !time && !hidesTime(item) && (
        <TimeTag state="open">{t('todayAt', { time: dates.formatTime(deadline.date) })}</TimeTag>
      )}
      {status && (
        <Tag>
          <bdi>{status}</bdi>
        </Tag>
      )}
    </>
  );
}

/** Countdown in the last hour, by the second. */
function CountdownTag({ until }: { until: number }) {
  const { t } = useI18n();
  const now = useServerNow(1000);
  if (until <= now) return <TimeTag state="ended">{t('closed')}</TimeTag>;
  return (
    <TimeTag state="soon">
      {t('closesIn')} <Countdown until={until} now={now} />
    </TimeTag>
  );
}
