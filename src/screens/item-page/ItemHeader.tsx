import type { Item, ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import type { MessageKey } from '#i18n/keys.ts';
import { DeadlineTag } from '#screens/item-card/DeadlineTag.tsx';
import { PickControl } from '#screens/item-card/ItemCard.tsx';
import { sidesOf } from '#screens/item-card/item-display.ts';
import { MatchMiddle } from '#screens/item-card/MatchMiddle.tsx';
import { MyOutcome, OutcomeReason } from '#screens/item-card/MyOutcome.tsx';
import { MyPick } from '#screens/item-card/MyPick.tsx';
import { OptionMenusShown } from '#screens/item-card/OptionMenu.tsx';
import type { MyBet } from '#screens/item-card/use-bet.ts';
import { OptionCrest, OptionName } from '#ui/match/OptionCrest.tsx';
import * as css from './ItemView.css.ts';

/** Message key: what can still be done, or why nothing can; null for no text. */
function statusMessageOf(item: Item, bet: MyBet): MessageKey | null {
  if (item.status === 'void') return 'reason.void';
  if (item.status === 'ended') return item.type === 'home/away' ? 'result90' : null;
  if (bet.open) return 'openUntilWhistle';
  return Object.keys(bet.values).length > 0 ? 'closedLastPick' : 'closedNoPick';
}

function Side({ option }: { option: ItemOption }) {
  return (
    <div className={css.side}>
      <OptionCrest of={option} size="large" />
      <OptionName of={option} stacked />
    </div>
  );
}

/** The teams with the score between them, and the caller's pick on its own line; or the picks of another layout. */
export function ItemHeader({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  const sides = sidesOf(item);
  const messageKey = statusMessageOf(item, bet);
  return (
    <div className={css.header}>
      {sides ? (
        <>
          <div className={css.sides}>
            <Side option={sides[0]} />
            <div className={css.middle}>
              <MatchMiddle item={item} />
            </div>
            <Side option={sides[1]} />
          </div>
          <div className={css.pickControl}>
            <MyPick item={item} bet={bet} size="large" />
          </div>
          <OutcomeReason item={item} />
        </>
      ) : (
        <>
          <div className={css.deadline}>
            <DeadlineTag item={item} />
          </div>
          {item.description && <bdi>{item.description}</bdi>}
          <div className={css.pickControl}>
            <OptionMenusShown value>
              <PickControl item={item} bet={bet} />
            </OptionMenusShown>
          </div>
          <MyOutcome item={item} />
        </>
      )}
      {messageKey && <p className={css.statusText}>{t(messageKey)}</p>}
    </div>
  );
}
