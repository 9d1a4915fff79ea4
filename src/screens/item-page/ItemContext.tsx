import { Link } from '@tanstack/react-router';
import type { Item, Post } from '#contract/models.ts';
import { headlineOf } from '#domain/game-name.ts';
import { useT } from '#i18n/react.tsx';
import { timeTextOf, hidesTime, titleOf } from '#screens/item-card/item-display.ts';
import { DateText } from '#ui/primitives/DateText.tsx';
import * as css from './ItemView.css.ts';

/** The item's league, game, leg and date. */
export function ItemContext({ item, post }: { item: Item; post: Post | null }) {
  const t = useT();
  const league = post?.publisher_data.section;
  const game = post && headlineOf(post);
  // The page of a vote has its question as the title.
  const isTitle = item.type !== 'home/away' && game === titleOf(item, post);
  const { groupName, roundName, roundNum } = item.details;
  return (
    <p className={css.context}>
      {league && (
        <Link to="/section/$id" params={{ id: String(league.id) }}>
          <bdi>{league.name}</bdi>
        </Link>
      )}
      {post && (
        <Link to="/post/$id" params={{ id: String(post.id) }}>
          <bdi>{isTitle ? t('openGame') : game || t('openGame')}</bdi>
        </Link>
      )}
      {groupName && <bdi>{groupName}</bdi>}
      {roundName && roundName !== game && <bdi>{roundName}</bdi>}
      {roundNum !== null && <span>{t('legNumber', { number: roundNum })}</span>}
      {timeTextOf(item) ? (
        <bdi>{timeTextOf(item)}</bdi>
      ) : (
        item.date && !hidesTime(item) && <DateText at={item.date} />
      )}
    </p>
  );
}
