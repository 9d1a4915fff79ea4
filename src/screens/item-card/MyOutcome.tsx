import type { Item, Reason } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Outcome } from '#ui/match/Outcome.tsx';
import * as css from './MyOutcome.css.ts';
import { outcomeOf } from './item-display.ts';
import { Provisional } from './Provisional.tsx';

/** Reasons of votes for the winner, which may be worth less than a point. */
const isPartialPoint = ({ code }: Reason) => code === 'share' || code === 'even';

/** Outcome of the caller's bet: won or missed, the points and the reason. */
export function MyOutcome({ item }: { item: Item }) {
  const outcome = outcomeOf(item);
  if (!outcome && !item.ptsDetails.reason && item.final !== false) return null;
  return (
    <div className={css.outcome}>
      {outcome && <Outcome kind={outcome} points={item.pts ?? 0} />}
      <Provisional item={item} />
      <OutcomeReason item={item} />
    </div>
  );
}

/** Texts for the points that a game's own rules have added. */
export function useReasonExtras(reason: Reason | null): readonly string[] {
  const t = useT();
  const { underdog, multiplier, joker } = reason ?? {};
  return [
    ...(underdog === undefined ? [] : [t('reason.underdog', { count: underdog })]),
    ...(multiplier === undefined ? [] : [t('timesPoints', { count: multiplier })]),
    ...(joker ? [t('joker')] : []),
  ];
}

/** Why the caller's bet got its points, and what a correction changed. */
export function OutcomeReason({ item }: { item: Item }) {
  const t = useT();
  const { reason } = item.ptsDetails;
  const extras = useReasonExtras(reason);
  return (
    <>
      {reason && reason.code !== 'exact' && reason.code !== 'missed' && (
        <span className={css.why}>
          {t(item.pts === 0 && isPartialPoint(reason) ? 'reason.tooFew' : `reason.${reason.code}`)}
        </span>
      )}
      {extras.map((text) => (
        <span key={text} className={css.why}>
          {text}
        </span>
      ))}
      {reason?.was !== undefined && reason.was !== item.pts && (
        <span className={css.why}>{t('reasonWas', { was: reason.was, now: item.pts ?? 0 })}</span>
      )}
    </>
  );
}
