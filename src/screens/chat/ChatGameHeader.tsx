import { Link } from '@tanstack/react-router';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { DeadlineTag } from '#screens/item-card/DeadlineTag.tsx';
import { hasResult, questionOf, sidesOf } from '#screens/item-card/item-display.ts';
import { ItemResult } from '#screens/item-card/ItemResult.tsx';
import { PickedScore } from '#screens/item-card/PickedScore.tsx';
import { hasRunningScore, RunningScore } from '#screens/item-card/RunningScore.tsx';
import { useBet, useTrackItems } from '#screens/item-card/use-bet.ts';
import { Crest } from '#ui/match/Crest.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import * as css from './Chat.css.ts';

/** The game's items above the chat: each match with its score and the caller's pick. */
export function ChatGameHeader({ items }: { items: readonly Item[] }) {
  useTrackItems(items);
  if (items.length === 0) return null;
  return (
    <nav className={css.gameHeader}>
      {items.map((item) => (
        <ChatItemLink key={item.id} item={item} />
      ))}
    </nav>
  );
}

/** Placeholder of the same height, while the game is loading. */
export const AwaitedGameHeader = () => (
  <div className={css.gameHeader} aria-hidden="true">
    <span className={css.item} />
  </div>
);

/** Score of an item, final or running. */
function Score({ item }: { item: Item }) {
  if (hasResult(item)) return <ItemResult item={item} />;
  return hasRunningScore(item) ? <RunningScore item={item} /> : <span>·</span>;
}

function ChatItemLink({ item }: { item: Item }) {
  const t = useT();
  const bet = useBet(item);
  const [home, away] = sidesOf(item) ?? [];
  return (
    <Link to="/item" search={{ id: item.id }} className={css.item}>
      <VisuallyHidden>{`${t('openItem')}: ${item.name}`}</VisuallyHidden>
      {home && away ? (
        <span className={css.line} aria-hidden="true">
          <Crest name={home.name} image={home.image} size="small" />
          <bdi className={css.team}>{home.name}</bdi>
          <Score item={item} />
          <bdi className={css.team}>{away.name}</bdi>
          <Crest name={away.name} image={away.image} size="small" />
        </span>
      ) : (
        <bdi className={css.question} aria-hidden="true">
          {questionOf(item) || item.name}
        </bdi>
      )}
      <span className={css.details}>
        <span aria-hidden="true">
          <PickedScore item={item} bet={bet} />
        </span>
        <DeadlineTag item={item} />
      </span>
    </Link>
  );
}
