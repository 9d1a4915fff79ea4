import type { Item, Reason } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Outcome } from '#ui/match/Outcome.tsx';
import * as css from './MyOutcome.css.ts';
import { hasResult, outcomeOf } from './item-display.ts';
import { ItemResult } from './ItemResult.tsx';

/** Reasons of votes for the winner, which may be worth less than a point. */
const isPartialPoint = ({ code }: Reason) => code === 'share' || code === 'even';

/** Outcome of the caller's bet: the result, won or missed, the points and the reason. */
export function MyOutcome({ item, result = false }: { item: Item; result?: boolean }) {
  const t = useT();
  const outcome = outcomeOf(item);
  const { reason } = item.ptsDetails;
  const shown = result && hasResult(item);
  if (!outcome && !reason && !shown) return null;
  return (
    <div className={css.outcome} data-type={item.type}>
      {shown && (
        <span className={css.result}>
          {t('result')} <ItemResult item={item} />
        </span>
      )}
      {outcome && <Outcome kind={outcome} points={item.pts ?? 0} />}
      {reason && reason.code !== 'exact' && reason.code !== 'missed' && (
        <span className={css.why}>
          {t(item.pts === 0 && isPartialPoint(reason) ? 'reason.tooFew' : `reason.${reason.code}`)}
        </span>
      )}
      {reason?.was !== undefined && reason.was !== item.pts && (
        <span className={css.why}>{t('reasonWas', { was: reason.was, now: item.pts ?? 0 })}</span>
      )}
    </div>
  );
}
