import { Lock } from 'lucide-react';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useMe } from '#screens/app-context.tsx';
import { isFinal } from '#ui/match/DigitCell.tsx';
import { Outcome } from '#ui/match/Outcome.tsx';
import { cx } from '#ui/primitives/cx.ts';
import { outcomeOf, sidesOf } from './item-display.ts';
import * as css from './MyPick.css.ts';
import { Provisional } from './Provisional.tsx';
import { ScorePick } from './ScorePick.tsx';
import type { MyBet } from './use-bet.ts';

/**
 * The caller's line of a match, under the score and smaller: cells while the match is open; then the pick, locked, with its
 * outcome, or a note that there is none. For a guest, who has no picks, only whether the result is provisional.
 */
export function MyPick({
  item,
  bet,
  size = 'normal',
}: {
  item: Item;
  bet: MyBet;
  size?: 'normal' | 'large';
}) {
  const t = useT();
  const me = useMe();
  const sides = sidesOf(item) ?? [];
  if (!me)
    return (
      <span className={css.none}>
        <Provisional item={item} />
      </span>
    );
  // Without an actor in the registry the item decides.
  const closed = bet.actor ? sides.every(({ id }) => isFinal(bet.stateOf(id))) : item.readonly;
  if (closed && sides.every(({ id }) => bet.values[id] === undefined))
    return (
      <div className={cx(css.line, css.closed)}>
        <span className={css.none}>
          {t('notPicked')} {item.final === false && '· '}
          <Provisional item={item} />
        </span>
      </div>
    );
  const outcome = outcomeOf(item);
  return (
    <div className={cx(css.line, closed && css.closed)}>
      <span className={css.word}>
        {closed && <Lock size={12} />}
        {t(closed ? 'picked' : 'myPick')}
      </span>
      <ScorePick item={item} bet={bet} size={closed ? 'small' : size} />
      {outcome && (
        <span className={css.outcome}>
          <Outcome kind={outcome} points={item.pts ?? 0} />
          <Provisional item={item} />
        </span>
      )}
    </div>
  );
}
