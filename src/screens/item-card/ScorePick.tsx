import type { Item } from '#contract/models.ts';
import * as css from './ScorePick.css.ts';
import { sidesOf } from './item-display.ts';
import { DigitPickCell } from './DigitPickCell.tsx';
import type { MyBet } from './use-bet.ts';

type Props = { item: Item; bet: MyBet; size: 'small' | 'normal' | 'large' };

/** The caller's score: two digit cells in team order, never one text, which Hebrew would reverse. */
export function ScorePick({ item, bet, size }: Props) {
  const sides = sidesOf(item);
  return (
    sides && (
      <div className={css.cells}>
        {sides.map((side, column) => (
          <DigitPickCell key={side.id} option={side} column={column} bet={bet} size={size} />
        ))}
      </div>
    )
  );
}
