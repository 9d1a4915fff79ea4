import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import type { MessageKey } from '#i18n/keys.ts';
import { DeadlineTag } from '#screens/item-card/DeadlineTag.tsx';
import { PickControl } from '#screens/item-card/ItemCard.tsx';
import { hasResult, sidesOf } from '#screens/item-card/item-display.ts';
import { ScorePick } from '#screens/item-card/ScorePick.tsx';
import { MyOutcome } from '#screens/item-card/MyOutcome.tsx';
import { OptionMenusShown } from '#screens/item-card/OptionMenu.tsx';
import { ItemResult } from '#screens/item-card/ItemResult.tsx';
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

/** The item's score in large digits; before there is one, the caller's pick. */
export function ItemHeader({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  const sides = sidesOf(item);
  const messageKey = statusMessageOf(item, bet);
  return (
    <div className={css.header}>
      <div className={css.deadline}>
        <DeadlineTag item={item} />
      </div>
      {sides ? (
        <>
          <div className={css.sides}>
            {sides.map((side) => (
              <div key={side.id} className={css.side}>
                <OptionCrest of={side} size="large" />
                <OptionName of={side} stacked />
              </div>
            ))}
          </div>
          {hasResult(item) && <ItemResult item={item} size="hero" />}
          <div className={css.myPick}>
            <span className={css.statusText}>{t('myPick')}</span>
            <ScorePick item={item} bet={bet} size={hasResult(item) ? 'normal' : 'large'} />
          </div>
        </>
      ) : (
        <>
          {item.description && <bdi>{item.description}</bdi>}
          <div className={css.pickControl}>
            <OptionMenusShown value>
              <PickControl item={item} bet={bet} />
            </OptionMenusShown>
          </div>
        </>
      )}
      <MyOutcome item={item} />
      {messageKey && <p className={css.statusText}>{t(messageKey)}</p>}
    </div>
  );
}
