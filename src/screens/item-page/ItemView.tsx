import { MessageCircle } from 'lucide-react';
import { useMemo } from 'react';
import type { Item, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useSheet } from '#screens/search-params.ts';
import { CompactItem } from '#screens/item-card/CompactItem.tsx';
import { useBet, useTrackItems } from '#screens/item-card/use-bet.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { ItemTitle } from './ItemTitle.tsx';
import { ItemHeader } from './ItemHeader.tsx';
import { ItemTimeline } from './ItemTimeline.tsx';
import { ManageItem } from './ManageItem.tsx';
import { BetsSection } from './BetsSection.tsx';
import { ScoringRules } from './ScoringRules.tsx';
import * as css from './ItemView.css.ts';

/** Opens the chat of the item's game: items have none of their own. */
function OpenChatButton({ post }: { post: Post }) {
  const t = useT();
  const sheet = useSheet();
  return (
    <Button
      tone="quiet"
      full
      icon={<MessageCircle size={20} />}
      aria-expanded={sheet.name === 'chat' && sheet.of === post.id}
      onClick={() => sheet.open('chat', post.id)}
    >
      {t('commentsCount', { count: post.comments })}
    </Button>
  );
}

type Props = { item: Item; post: Post | null; onChanged: () => void };

/** The page of one item, the most important first. */
export function ItemView({ item, post, onChanged }: Props) {
  const t = useT();
  useTrackItems(useMemo(() => [item], [item]));
  const bet = useBet(item);
  return (
    <div className={css.page} data-item={item.id} data-bet={bet.phase}>
      <ItemTitle item={item} post={post} />
      {post && <OtherItems item={item} post={post} />}
      <Card>
        <Stack gap="x4">
          <ItemHeader item={item} bet={bet} />
          <FailureText look="box" failure={bet.refusal} />
        </Stack>
      </Card>
      {post?.is_staff && (
        <Card as="section" label={t('manageItem')}>
          <ManageItem item={item} onChanged={onChanged} />
        </Card>
      )}
      {post && <OpenChatButton post={post} />}
      <BetsSection item={item} post={post} />
      <ScoringRules item={item} />
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
