import { useMemo } from 'react';
import type { Item, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { OpenChatButton } from '#screens/chat/OpenChatButton.tsx';
import { CompactItem } from '#screens/item-card/CompactItem.tsx';
import { runningScoreOf } from '#screens/item-card/item-display.ts';
import { useBet, useTrackItems } from '#screens/item-card/use-bet.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { ItemContext } from './ItemContext.tsx';
import { ItemHeader, StatusText } from './ItemHeader.tsx';
import { ItemTimeline } from './ItemTimeline.tsx';
import { Joker } from './Joker.tsx';
import { ManageItem } from './ManageItem.tsx';
import { ObjectionsPlace } from './ObjectionsPlace.tsx';
import { BetsSection } from './BetsSection.tsx';
import { ScoringRules } from './ScoringRules.tsx';
import { OptionalPart } from '#screens/OptionalPart.tsx';
import { OwnSealLine } from './SealLines.tsx';
import * as css from './ItemView.css.ts';

const ProjectedPlace = deferredComponent(
  async () => (await import('#screens/what-if/what-if.ts')).ProjectedPlace,
);

type Props = {
  item: Item;
  /** The item is complete, not only what a list has of it. */
  isWhole: boolean;
  post: Post | null;
  onChanged: () => void;
};

/** The page of one item: the scoreboard and the caller's pick, everybody's bets, and what happened so far. */
export function ItemView({ item, isWhole, post, onChanged }: Props) {
  const t = useT();
  useTrackItems(useMemo(() => [item], [item]));
  const bet = useBet(item);
  const hasPick = Object.keys(bet.values).length > 0;
  return (
    <div className={css.page} data-item={item.id} data-bet={bet.phase}>
      <Card>
        <div className={css.board} data-scoreboard>
          <div className={css.head}>
            <ItemContext item={item} post={post} />
            {post && <OpenChatButton post={post} className={css.chat} size={20} />}
          </div>
          <ItemHeader item={item} post={post} bet={bet} />
          <FailureText look="box" failure={bet.refusal} silent />
          <Joker item={item} onChanged={onChanged} />
          {post?.is_staff ? (
            <ManageItem item={item} post={post} onChanged={onChanged}>
              <StatusText item={item} post={post} bet={bet} />
            </ManageItem>
          ) : (
            <StatusText item={item} post={post} bet={bet} />
          )}
          {item.final !== undefined && (
            <ObjectionsPlace item={item} isRun={post?.is_staff ?? false} onChanged={onChanged} />
          )}
          {hasPick && !item.started && <OwnSealLine item={item.id} />}
          {hasPick && runningScoreOf(item) && post?.section && (
            <OptionalPart className={css.projected} of={item.id}>
              <ProjectedPlace section={post.section} item={item.id} />
            </OptionalPart>
          )}
        </div>
      </Card>
      <BetsSection item={item} post={post} />
      {item.timeline && (
        <Card as="section" labelledBy="timeline">
          <Stack gap="x4">
            <Heading level={2} id="timeline">
              {t('lifeLine')}
            </Heading>
            <ItemTimeline item={item} steps={item.timeline} />
          </Stack>
        </Card>
      )}
      {/* Rendered with what is above, so that it does not move. */}
      {isWhole && post && <OtherItems item={item} post={post} />}
      {isWhole && <ScoringRules item={item} />}
    </div>
  );
}

/** The game's other items, compact, as links. */
function OtherItems({ item, post }: { item: Item; post: Post }) {
  const t = useT();
  const others = useMemo(() => post.items_data.filter(({ id }) => id !== item.id), [post, item.id]);
  useTrackItems(others);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('alsoInGame')} className={css.strip}>
      {others.map((other) => (
        <CompactItem key={other.id} item={other} />
      ))}
    </nav>
  );
}
