import type { Item } from '#contract/models.ts';
import * as css from './MatchPick.css.ts';
import { sidesOf } from './item-view.ts';
import { PickSlot } from './PickSlot.tsx';
import type { MyBet } from './use-bet.ts';

/** My score: two cells in team order, never joined into one text. */
export function MatchPick({ item, bet, size }: { item: Item; bet: MyBet; size?: 'normal' | 'large' }) {
  const sides = sidesOf(item);
  return (
    sides && (
      <div className={css.cells}>
        {sides.map((side, column) => (
          <PickSlot key={side.id} option={side} column={column} bet={bet} {...(size ? { size } : {})} />
        ))}
      </div>
    )
  );
}
