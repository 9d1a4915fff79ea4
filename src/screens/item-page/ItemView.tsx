import { MessageCircle } from 'lucide-react';
import type { Item, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useSheet } from '#screens/hooks.ts';
import { Refused } from '#screens/item-card/Refused.tsx';
import { useBet, useBets } from '#screens/item-card/use-bet.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Heading, Stack } from '#ui/layout.tsx';
import { GameHead } from './GameHead.tsx';
import { Hero } from './Hero.tsx';
import { LifeLine } from './LifeLine.tsx';
import { Manage } from './Manage.tsx';
import { Others } from './Others.tsx';
import { Rules } from './Rules.tsx';
import { Siblings } from './Siblings.tsx';
import * as css from './ItemView.css.ts';

/** Opens the chat of the item's game: items have none of their own. */
function OpenChat({ post }: { post: Post }) {
  const t = useT();
  const sheet = useSheet();
  return (
    <Button
      tone="quiet"
      full
      icon={<MessageCircle size={20} aria-hidden="true" />}
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
  useBets([item]);
  const bet = useBet(item);
  return (
    <div className={css.page} data-status={item.status} data-item={item.id} data-bet={bet.phase}>
      <GameHead item={item} post={post} />
      {post && <Siblings item={item} post={post} />}
      <Card>
        <Stack gap="x4">
          <Hero item={item} bet={bet} />
          <Refused bet={bet} />
        </Stack>
      </Card>
      {post?.is_staff && (
        <Card as="section" label={t('manageItem')}>
          <Manage item={item} onChanged={onChanged} />
        </Card>
      )}
      {post && <OpenChat post={post} />}
      <Others item={item} post={post} />
      <Rules item={item} />
      {item.timeline && (
        <Card as="section" labelledBy="life">
          <Stack gap="x4">
            <Heading level={2} id="life">
              {t('lifeLine')}
            </Heading>
            <LifeLine item={item} steps={item.timeline} />
          </Stack>
        </Card>
      )}
    </div>
  );
}
