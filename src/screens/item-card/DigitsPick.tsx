import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Tag } from '#ui/Tag.tsx';
import * as css from './Choices.css.ts';
import { optionsInOrder } from '#contract/picks.ts';
import { PickSlot } from './PickSlot.tsx';
import type { MyBet } from './use-bet.ts';

/** A digit for each option. */
export function DigitsPick({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  return (
    <ul>
      {optionsInOrder(item).map((option) => (
        <li key={option.id} className={css.digit}>
          <span className={css.name}>
            <bdi>{option.name}</bdi>
          </span>
          {option.result === null ? (
            <span />
          ) : (
            <Tag>
              {t('result')} <b>{option.result}</b>
            </Tag>
          )}
          <PickSlot option={option} column={0} bet={bet} />
        </li>
      ))}
    </ul>
  );
}
