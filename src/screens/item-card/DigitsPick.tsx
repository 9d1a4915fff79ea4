import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import * as css from './option-rows.css.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { OptionLabel } from './OptionLabel.tsx';
import { OptionMenu } from './OptionMenu.tsx';
import { DigitPickCell } from './DigitPickCell.tsx';
import type { MyBet } from './use-bet.ts';
import { useCollapsedOptions } from './use-collapsed-options.tsx';

/** A digit for each option. */
export function DigitsPick({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  // All options are shown while the item is open: the digit pad moves from cell to cell.
  const { shown, toggle } = useCollapsedOptions(optionsInOrder(item), bet, { open: bet.open });
  return (
    <>
      <ul>
        {shown.map((option) => (
          <li key={option.id} className={css.digit}>
            <OptionLabel option={option} />
            <span className={css.end}>
              {option.result !== null && (
                <Tag>
                  {t('result')} <b>{option.result}</b>
                </Tag>
              )}
              <DigitPickCell option={option} column={0} bet={bet} />
              <OptionMenu option={option} />
            </span>
          </li>
        ))}
      </ul>
      {toggle}
    </>
  );
}
