import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import type { MessageKey } from '#i18n/keys.ts';
import { ClosingTag } from '#screens/item-card/ClosingTag.tsx';
import { Question } from '#screens/item-card/ItemCard.tsx';
import { hasResult, sidesOf } from '#screens/item-card/item-view.ts';
import { MatchPick } from '#screens/item-card/MatchPick.tsx';
import { MyOutcome } from '#screens/item-card/MyOutcome.tsx';
import { OptionMenus } from '#screens/item-card/OptionMenu.tsx';
import { StandingResult } from '#screens/item-card/StandingResult.tsx';
import type { MyBet } from '#screens/item-card/use-bet.ts';
import { Faces, Names } from '#ui/Faces.tsx';
import * as css from './ItemView.css.ts';

/** Message key: what can still be done, or why nothing can; null for no text. */
function saying(item: Item, bet: MyBet): MessageKey | null {
  if (item.status === 'void') return 'reason.void';
  if (item.status === 'ended') return item.type === 'home/away' ? 'result90' : null;
  if (bet.open) return 'openUntilWhistle';
  return Object.keys(bet.values).length > 0 ? 'closedLastPick' : 'closedNoPick';
}

/** The item's score in large digits; before there is one, the caller's pick. */
export function Hero({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  const sides = sidesOf(item);
  const said = saying(item, bet);
  return (
    <div className={css.hero}>
      <div className={css.when}>
        <ClosingTag item={item} />
      </div>
      {sides ? (
        <>
          <div className={css.sides}>
            {sides.map((side) => (
              <div key={side.id} className={css.side}>
                <Faces of={side} size="large" />
                <Names of={side} stacked />
              </div>
            ))}
          </div>
          {hasResult(item) && <StandingResult item={item} size="hero" />}
          <div className={css.mine}>
            <span className={css.said}>{t('myPick')}</span>
            <MatchPick item={item} bet={bet} size={hasResult(item) ? 'normal' : 'large'} />
          </div>
        </>
      ) : (
        <>
          {item.description && <bdi>{item.description}</bdi>}
          <div className={css.wide}>
            <OptionMenus value>
              <Question item={item} bet={bet} />
            </OptionMenus>
          </div>
        </>
      )}
      <MyOutcome item={item} />
      {said && <p className={css.said}>{t(said)}</p>}
    </div>
  );
}
