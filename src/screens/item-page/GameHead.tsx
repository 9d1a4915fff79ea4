import { Link } from '@tanstack/react-router';
import type { Item, Post } from '#contract/models.ts';
import { useI18n } from '#i18n/react.tsx';
import { gameTimeOf, isStatusAlone } from '#screens/item-card/item-view.ts';
import { Heading } from '#ui/layout.tsx';
import * as css from './ItemView.css.ts';

/** The game the item belongs to, with ways back to it and to its league. */
export function GameHead({ item, post }: { item: Item; post: Post | null }) {
  const { t, formatDate } = useI18n();
  const league = post?.publisher_data.section;
  const { groupName, roundName, roundNum } = item.details;
  return (
    <header className={css.head}>
      <Heading level={1} size="title">
        <bdi>{item.name || item.description}</bdi>
      </Heading>
      <p className={css.league}>
        {league && (
          <Link to="/section/$id" params={{ id: String(league.id) }}>
            <bdi>{league.name}</bdi>
          </Link>
        )}
        {post && (
          <Link to="/post/$id" params={{ id: String(post.id) }}>
            <bdi>{post.description.split('\n')[0] || t('openGame')}</bdi>
          </Link>
        )}
        {groupName && <bdi>{groupName}</bdi>}
        {roundName && <bdi>{roundName}</bdi>}
        {roundNum !== null && <span>{t('legNumber', { number: roundNum })}</span>}
        {gameTimeOf(item) ? (
          <bdi>{gameTimeOf(item)}</bdi>
        ) : (
          item.date && !isStatusAlone(item) && <time dateTime={item.date}>{formatDate(item.date)}</time>
        )}
      </p>
    </header>
  );
}
