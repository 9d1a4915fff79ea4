import { Link } from '@tanstack/react-router';
import { ChevronRight, EllipsisVertical } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Item, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useSearchParam } from '#screens/search-params.ts';
import { Directional } from '#ui/primitives/Directional.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { DeadlineTag } from './DeadlineTag.tsx';
import { DigitsPick } from './DigitsPick.tsx';
import * as css from './ItemCard.css.ts';
import { questionOf } from './item-display.ts';
import { MatchView } from './MatchView.tsx';
import { MyOutcome } from './MyOutcome.tsx';
import { useBet, type MyBet, type PickProps } from './use-bet.ts';
import { VotePick } from './VotePick.tsx';

// Lazy: the slider's code is 8 KB.
const BalancePick = lazyComponent(
  async () => (await import('./BalancePick.tsx')).BalancePick,
  ({ item }) => <Skeleton shape="row" count={Object.keys(item.options).length} />,
);
const ItemResultMenu = lazyComponent(
  async () => (await import('#screens/results/ResultSheet.tsx')).ItemResultMenu,
);

type Props = { item: Item; post: Post };

/**
 * One item of a game in its layout: before, during and after it. The nearest list calls `useTrackItems` for
 * its items.
 */
export function ItemCard({ item, post }: Props) {
  const bet = useBet(item);
  const menu = post.is_staff && <StaffMenu item={item} />;
  const isOpen = useSearchParam(({ match }) => match === item.id);
  return (
    <div
      role="group"
      aria-label={questionOf(item) || item.name}
      className={css.card}
      data-type={item.type}
      data-item={item.id}
      data-bet={bet.phase}
    >
      {item.type === 'home/away' ? (
        <MatchContent item={item} post={post} bet={bet} isOpen={isOpen} menu={menu} />
      ) : (
        <>
          <ItemCardHeader item={item} isOpen={isOpen} menu={menu} />
          <PickControl item={item} bet={bet} />
          <MyOutcome item={item} />
        </>
      )}
      <FailureText look="box" failure={bet.refusal} silent />
    </div>
  );
}

/** The pick control of an item, by its layout. `votersOf`: who chose an option of a vote or balance, where that is shown. */
export function PickControl({ item, bet, ...shown }: PickProps) {
  if (item.type === 'bets') return <DigitsPick item={item} bet={bet} />;
  if (item.type === 'balance') return <BalancePick item={item} bet={bet} {...shown} />;
  return <VotePick item={item} bet={bet} {...shown} />;
}

/** `isOpen`: the item is open in a pane beside the card. */
type PartProps = { isOpen: boolean; menu: ReactNode };

function MatchContent({ item, post, bet, isOpen, menu }: Props & PartProps & { bet: MyBet }) {
  const t = useT();
  const { roundNum } = item.details;
  return (
    <>
      {(item.description || roundNum !== null) && (
        <div className={css.question}>
          {item.description && <bdi className={css.prompt}>{item.description}</bdi>}
          {roundNum !== null && <Tag>{t('legNumber', { number: roundNum })}</Tag>}
        </div>
      )}
      <div className={css.match}>
        <MatchView item={item} post={post} bet={bet} isOpen={isOpen} />
        {menu}
      </div>
    </>
  );
}

function ItemCardHeader({ item, isOpen, menu }: PartProps & { item: Item }) {
  const t = useT();
  return (
    <div className={css.head}>
      <div className={css.question}>
        <bdi className={css.prompt}>{questionOf(item)}</bdi>
        <DeadlineTag item={item} />
      </div>
      <div className={css.actions}>
        {menu}
        <Link
          to="/item"
          search={{ id: item.id }}
          className={css.open}
          {...(isOpen && { 'aria-current': true })}
          aria-label={`${t('openItem')}: ${item.name}`}
        >
          <Directional>
            <ChevronRight />
          </Directional>
        </Link>
      </div>
    </div>
  );
}

/** Menu for the league's staff. */
function StaffMenu({ item }: { item: Item }) {
  const t = useT();
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('manageItem')}
        size="small"
        expanded={isMenuOpen}
        onClick={() => setMenuOpen(true)}
      >
        <EllipsisVertical />
      </IconButton>
      {isMenuOpen && <ItemResultMenu item={item} onClose={() => setMenuOpen(false)} />}
    </>
  );
}
