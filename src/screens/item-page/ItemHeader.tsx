import { use } from 'react';
import type { Item, ItemOption, League, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import type { MessageKey } from '#i18n/keys.ts';
import { useAppData } from '#screens/app-context.tsx';
import { DeadlineTag } from '#screens/item-card/DeadlineTag.tsx';
import { PickControl } from '#screens/item-card/ItemCard.tsx';
import { hasResult, runningScoreOf, sidesOf, titleOf } from '#screens/item-card/item-display.ts';
import { MatchMiddle } from '#screens/item-card/MatchMiddle.tsx';
import { MyOutcome, OutcomeReason } from '#screens/item-card/MyOutcome.tsx';
import { MyPick } from '#screens/item-card/MyPick.tsx';
import { OptionMenusShown } from '#screens/item-card/OptionMenu.tsx';
import type { MyBet } from '#screens/item-card/use-bet.ts';
import { OptionCrest, OptionName } from '#ui/match/OptionCrest.tsx';
import { Heading, TopLevel } from '#ui/primitives/Stack.tsx';
import * as css from './ItemView.css.ts';
import { SourceLine } from './SourceLine.tsx';
import { RevealedVotes } from './RevealedVotes.tsx';

/** Message key of what the caller can still do, or why nothing; null for no text, such as for those who do not pick there. */
function statusMessageOf(
  item: Item,
  bet: MyBet,
  league: League | undefined,
  picks: boolean,
): MessageKey | null {
  // Where points were taken back, their reason says it.
  if (item.status === 'void') return item.ptsDetails.reason ? null : 'reason.void';
  if (item.status === 'ended') return item.type === 'home/away' ? 'result90' : null;
  if (!picks) return null;
  const hasPick = Object.keys(bet.values).length > 0;
  if (bet.open) return hasPick ? 'openUntilWhistle' : 'openNoPick';
  if (league?.active === false && item.status === 'open') return 'archivedTitle';
  return hasPick ? 'closedLastPick' : 'closedNoPick';
}

type Props = { item: Item; post: Post | null; bet: MyBet };

/** The scoreboard of a match with the caller's pick under it; or the question of another layout with its options. */
export function ItemHeader({ item, post, bet }: Props) {
  const sides = sidesOf(item);
  return (
    <>
      {sides ? (
        <Scoreboard item={item} bet={bet} sides={sides} />
      ) : (
        <>
          <div className={css.question}>
            <Heading level={1} size="title">
              <bdi>{titleOf(item, post)}</bdi>
            </Heading>
            <DeadlineTag item={item} />
          </div>
          <div className={css.pickControl}>
            <OptionMenusShown value>
              {item.started && item.type !== 'bets' ? (
                <RevealedVotes item={item} bet={bet} />
              ) : (
                <PickControl item={item} bet={bet} />
              )}
            </OptionMenusShown>
          </div>
          <MyOutcome item={item} />
        </>
      )}
    </>
  );
}

/** What the caller can still do, or why nothing. */
export function StatusText({ item, post, bet }: Props) {
  const t = useT();
  const league = useAppData()?.sections.find(({ id }) => id === post?.section);
  const messageKey = statusMessageOf(item, bet, league, post === null || league?.is_member === true);
  return messageKey && <p className={css.statusText}>{t(messageKey)}</p>;
}

function Scoreboard({
  item,
  bet,
  sides,
}: Omit<Props, 'post'> & { sides: readonly [ItemOption, ItemOption] }) {
  const t = useT();
  const Title = `h${use(TopLevel)}` as const;
  return (
    <>
      {/* The teams' names are under their crests. */}
      <Title className={css.spokenTitle}>
        <bdi>{item.name}</bdi>
      </Title>
      {item.description && <bdi className={css.prompt}>{item.description}</bdi>}
      <div className={css.sides}>
        <Side option={sides[0]} />
        <div className={css.middle}>
          <MatchMiddle item={item} />
          {item.status === 'started' && !hasResult(item) && !runningScoreOf(item) && (
            <span className={css.noScore}>{t('noScoreYet')}</span>
          )}
        </div>
        <Side option={sides[1]} />
      </div>
      <SourceLine item={item} />
      <div className={css.pickControl}>
        <MyPick item={item} bet={bet} size="large" />
      </div>
      <OutcomeReason item={item} />
    </>
  );
}

function Side({ option }: { option: ItemOption }) {
  return (
    <div className={css.side}>
      <OptionCrest of={option} size="large" />
      <OptionName of={option} stacked />
    </div>
  );
}
