import { Link } from '@tanstack/react-router';
import { Ellipsis, MessageCircle, Pin } from 'lucide-react';
import type { Item, Post } from '#contract/models.ts';
import { memo, useRef } from 'react';
import { useI18n } from '#i18n/react.tsx';
import { useSheet } from '#screens/search-params.ts';
import { ItemCard } from '#screens/item-card/ItemCard.tsx';
import { useServerNow } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { Avatar } from '#ui/people/Avatar.tsx';
import { AvatarStack } from '#ui/people/AvatarStack.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { QueuedPart } from '#ui/list/render-queue.tsx';
import { Description } from './Description.tsx';
import { itemsToBetAt } from '#domain/bet/missing-picks.ts';
import * as css from './GameCard.css.ts';

type Props = {
  post: Post;
  /** On the league's own page: without a link to the league. */
  inLeague?: boolean;
  /** Must be referentially stable. */
  onOptions?: (post: Post) => void;
};

/** One game in the feed: its league, its items and who has bet. Rendered again only for another game object. */
export const GameCard = memo(function GameCard({ post, inLeague = false, onOptions }: Props) {
  const { t } = useI18n();
  const titleId = `post-${post.id}`;
  const items = useRef<HTMLUListElement>(null);
  const sheet = useSheet();
  const { section } = post.publisher_data;
  return (
    <Card as="article" labelledBy={titleId} pad={false}>
      <div className={css.card}>
        <Head post={post} titleId={titleId} inLeague={inLeague} {...(onOptions && { onOptions })} />
        {post.description && <Description text={post.description} />}
        {post.items_data.length > 0 && (
          <ul className={css.items} ref={items}>
            {post.items_data.map((item) => (
              <li key={item.id} className={css.item}>
                <QueuedPart>
                  <ItemCard item={item} post={post} />
                </QueuedPart>
              </li>
            ))}
          </ul>
        )}
        <MissingPicksButton
          post={post}
          onGoTo={(item) => scrollToFirstControl(items.current?.children[post.items_data.indexOf(item)])}
        />
        <footer className={css.foot}>
          <span className={css.votes}>
            {post.voters.length > 0 && (
              <AvatarStack
                people={post.voters}
                total={post.votes}
                label={t('votersLabel', { count: post.votes })}
              />
            )}
            {post.items_data.length > 0 && <span>{t('votersCount', { count: post.votes })}</span>}
          </span>
          <button
            type="button"
            className={css.comments}
            aria-label={t('commentsCount', { count: post.comments })}
            aria-expanded={sheet.name === 'chat' && sheet.of === post.id}
            onClick={() => sheet.open('chat', post.id)}
          >
            <MessageCircle size={18} />
            {post.comments > 0 && <span>{post.comments}</span>}
          </button>
        </footer>
        {section && !inLeague && (
          <RouteButton
            to="/section/$id"
            params={{ id: String(section.id) }}
            tone="plain"
            size="small"
            aria-label={`${t('viewSection')} ${section.name}`}
          >
            {t('viewSection')}
          </RouteButton>
        )}
      </div>
    </Card>
  );
});

/** How many open items need a pick; leads to the first of them. */
function MissingPicksButton({ post, onGoTo }: { post: Post; onGoTo: (item: Item) => void }) {
  const { t } = useI18n();
  const toBet = itemsToBetAt(post, useServerNow(10_000));
  const [first] = toBet;
  return (
    first && (
      <Button tone="quiet" full onClick={() => onGoTo(first)}>
        {t('missingPicks', { count: toBet.length })}
      </Button>
    )
  );
}

/** Scrolls an element to the middle of the screen and focuses its first control. */
function scrollToFirstControl(element: Element | undefined): void {
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  element?.querySelector<HTMLElement>('button, input, [tabindex="0"]')?.focus({ preventScroll: true });
}

type HeadProps = { post: Post; titleId: string; inLeague: boolean; onOptions?: (post: Post) => void };

function Head({ post, titleId, inLeague, onOptions }: HeadProps) {
  const { t, formatRelative } = useI18n();
  const now = useServerNow(60_000);
  const { section, member } = post.publisher_data;
  const league = inLeague ? null : section;
  const Title = inLeague ? 'h3' : 'h2';
  return (
    <header className={css.head}>
      <span className={css.faces}>
        {league && <Crest name={league.name} image={league.image} />}
        {member && (
          <span className={league ? css.publisher : undefined}>
            <Avatar name={member.name} image={member.image} size={league ? 'tiny' : 'normal'} decorative />
          </span>
        )}
      </span>
      <span className={css.words}>
        {/* On the league's page the title is who published the game. */}
        <Title id={titleId} className={css.title}>
          <bdi>{(league ?? member ?? section)?.name ?? t('appName')}</bdi>
        </Title>
        <span className={css.by}>
          {member && !inLeague && (
            <>
              <bdi>{member.name}</bdi>
              <span aria-hidden="true"> · </span>
            </>
          )}
          <Link
            to="/post/$id"
            params={{ id: String(post.id) }}
            className={css.date}
            aria-label={`${t('view')}: ${formatRelative(post.date, now)}`}
          >
            <time dateTime={post.date}>{formatRelative(post.date, now)}</time>
          </Link>
          {post.pinned && (
            <span className={css.pinned}>
              <Tag icon={<Pin size={14} />}>{t('pinned')}</Tag>
            </span>
          )}
        </span>
      </span>
      {onOptions && (
        <IconButton label={t('options')} onClick={() => onOptions(post)}>
          <Ellipsis size={20} />
        </IconButton>
      )}
    </header>
  );
}
