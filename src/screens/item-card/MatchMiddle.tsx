import type { Item } from '#contract/models.ts';
import { useI18n, useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { useServerNow } from '#screens/app-context.tsx';
import { Countdown } from '#ui/match/TimeTag.tsx';
import { DeadlineTag } from './DeadlineTag.tsx';
import { deadlineOf, hasResult, statusTextOf, timeTextOf } from './item-display.ts';
import { ItemResult } from './ItemResult.tsx';
import { RunningScore } from './RunningScore.tsx';
import * as css from './MatchMiddle.css.ts';

/** Between the teams of a match: the score, or before there is one the start time or the status. */
export function MatchMiddle({ item }: { item: Item }) {
  return hasResult(item) ? <ItemResult item={item} size="score" /> : <KickOff item={item} />;
}

function KickOff({ item }: { item: Item }) {
  const t = useT();
  const dates = useDates();
  const now = useServerNow(10_000);
  const deadline = deadlineOf(item, now, dates);
  if (deadline?.state === 'soon') return <LastHour item={item} until={deadline.until} />;
  if (deadline && deadline.state !== 'today') return <Status item={item} />;
  // A text entered by the league's staff replaces time and status.
  if (timeTextOf(item) || statusTextOf(item))
    return (
      <span className={css.when}>
        <DeadlineTag item={item} />
      </span>
    );
  if (item.date === null) return <span className={css.when}>{t('beforeKickoff')}</span>;
  return (
    <span className={css.when}>
      {dates.formatShortDay(item.date, now)} <bdi className={css.time}>{dates.formatTime(item.date)}</bdi>
    </span>
  );
}

/** The last hour, counted down by the second. */
function LastHour({ item, until }: { item: Item; until: number }) {
  const { t } = useI18n();
  const now = useServerNow(1000);
  if (until <= now) return <Status item={item} />;
  return (
    <span className={css.when}>
      {t('closesIn')}{' '}
      <span className={css.time}>
        <Countdown until={until} now={now} />
      </span>
    </span>
  );
}

/** Live, closed or void; with the running score if it is known. */
function Status({ item }: { item: Item }) {
  return (
    <span className={css.status}>
      <RunningScore item={item} />
      <DeadlineTag item={item} />
    </span>
  );
}
