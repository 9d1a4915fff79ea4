import { Link } from '@tanstack/react-router';
import { Ellipsis, Pin } from 'lucide-react';
import type { Item, Post } from '#contract/models.ts';
import { memo, useId, useRef, useState } from 'react';
import { useI18n, useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { useSearchParam } from '#screens/search-params.ts';
import { OpenChatButton } from '#screens/chat/OpenChatButton.tsx';
import { EnterResultsButton } from '#screens/results/EnterResultsButton.tsx';
import { ItemCard } from '#screens/item-card/ItemCard.tsx';
import { useServerNow } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { Avatar } from '#ui/people/Avatar.tsx';
import { AvatarStack } from '#ui/people/AvatarStack.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import { QueuedPart } from '#ui/list/render-queue.tsx';
import { Description } from './Description.tsx';
import { isOpenAt, itemsToBetAt } from '#domain/bet/missing-picks.ts';
import { isSettledRound } from '#domain/settled-round.ts';
import { SettledRound } from './SettledRound.tsx';
import * as css from './GameCard.css.ts';

type Props = {
  post: Post;
  /** On the league's own page: without a link to the league. */
  inLeague?: boolean;
  /** On the game's own page: a settled round is not collapsed. */
  isWhole?: boolean;
  /** Stored by the device: the server's version may differ. */
  isCached?: boolean;
  /** Must be referentially stable. */
  onOpenActions?: (post: Post) => void;
};

/**
 * One game in the feed: its league, its items and who has bet; a settled round is collapsed to a line. Memoised by the
 * game object.
 */
export const GameCard = memo(function GameCard({
  post,
  inLeague = false,
  isWhole = false,
  isCached = false,
  onOpenActions,
}: Props) {
  const titleId = useId();
  const isOver = !isWhole && isSettledRound(post);
  // A round that ends while it is read is not collapsed: the first response of the server decides.
  const [wasOver, setWasOver] = useState<boolean | null>(null);
  if (wasOver === null && !isCached) setWasOver(isOver);
  const isFolded = wasOver ?? isOver;
  const game = (
    <Game
      post={post}
      inLeague={inLeague}
      isWhole={isWhole}
      {...(!isFolded && { titleId })}
      {...(onOpenActions && { onOpenActions })}
    />
  );
  return (
    <Card as="article" labelledBy={titleId} pad={false}>
      {isFolded ? (
        <SettledRound post={post} titleId={titleId} inLeague={inLeague}>
          {game}
        </SettledRound>
      ) : (
        game
      )}
    </Card>
  );
});

type GameProps = {
  post: Post;
  inLeague: boolean;
  isWhole: boolean;
  titleId?: string;
  onOpenActions?: (post: Post) => void;
};

/**
 * Content of a card; memoised, since the card is drawn again once the server has answered. Without `titleId` the title is
 * drawn elsewhere, above it.
 */
const Game = memo(function Game({ post, inLeague, isWhole, titleId, onOpenActions }: GameProps) {
  const { t } = useI18n();
  const items = useRef<HTMLUListElement>(null);
  const { section } = post.publisher_data;
  return (
    <div className={css.card}>
      <Head
        post={post}
        inLeague={inLeague}
        {...(titleId && { titleId })}
        {...(onOpenActions && { onOpenActions })}
      />
      {post.description && !isName(post.description) && <Description text={post.description} />}
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
      {post.is_staff && <EnterResultsButton post={post} isWhole={isWhole} />}
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
        <OpenChatButton post={post} className={css.comments} size={18} />
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
  );
});

/** How many open items need a pick; leads to the first of them. */
function MissingPicksButton({ post, onGoTo }: { post: Post; onGoTo: (item: Item) => void }) {
  const { t } = useI18n();
  const now = useServerNow(10_000);
  const toBet = itemsToBetAt(post, now);
  const [first] = toBet;
  const [wereMissing] = useState(first !== undefined);
  if (first)
    return (
      <Button tone="quiet" full onClick={() => onGoTo(first)}>
        {t('missingPicks', { count: toBet.length })}
      </Button>
    );
  // The same height as the button, so that the last pick moves nothing.
  return (
    wereMissing &&
    post.items_data.some((item) => isOpenAt(item, now)) && <p className={css.allPicked}>{t('allPicked')}</p>
  );
}

/** Scrolls an element to the middle of the screen and focuses its first control. */
function scrollToFirstControl(element: Element | undefined): void {
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  element?.querySelector<HTMLElement>('button, input, [tabindex="0"]')?.focus({ preventScroll: true });
}

/** Whether a text is short enough to be the game's name. */
const isName = (text: string) => text !== '' && text.length <= 40 && !text.includes('\n');

function Head({ post, titleId, inLeague, onOpenActions }: Omit<GameProps, 'isWhole'>) {
  const t = useT();
  const { formatRelative } = useDates();
  const now = useServerNow(60_000);
  const { section, member } = post.publisher_data;
  const league = inLeague ? null : section;
  const Title = titleId === undefined ? 'span' : inLeague ? 'h3' : 'h2';
  const owner = league ?? member ?? section;
  const isOpen = useSearchParam(({ game }) => game === post.id);
  const name = titleId !== undefined && isName(post.description) ? post.description : null;
  // Name below the title: the league's if the title is the game's name, else the publisher's unless the title has it.
  const by = name ? (league ?? member) : owner === member ? null : member;
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
      <span className={css.textColumn}>
        {/* A game without a name has the league's; on the league's page the publisher's. */}
        <span className={css.titleLine}>
          <Title id={titleId} className={css.title}>
            <bdi>{name ?? owner?.name ?? t('appName')}</bdi>
          </Title>
          {post.pinned && (
            <span className={css.pinned}>
              <Pin size={14} />
              <VisuallyHidden>{t('pinned')}</VisuallyHidden>
            </span>
          )}
        </span>
        <span className={css.by}>
          {by && (
            <>
              <bdi className={css.who}>{by.name}</bdi>
              <span aria-hidden="true"> · </span>
            </>
          )}
          {member && by !== member && owner !== member && (
            <VisuallyHidden>
              <bdi>{member.name}</bdi>
            </VisuallyHidden>
          )}
          <Link
            to="/post/$id"
            params={{ id: String(post.id) }}
            className={css.date}
            {...(isOpen && { 'aria-current': true })}
            aria-label={`${t('view')}: ${formatRelative(post.date, now)}`}
          >
            <time dateTime={post.date}>{formatRelative(post.date, now)}</time>
          </Link>
        </span>
      </span>
      {onOpenActions && (
        <IconButton label={t('options')} onClick={() => onOpenActions(post)}>
          <Ellipsis size={20} />
        </IconButton>
      )}
    </header>
  );
}
