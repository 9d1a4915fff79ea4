import { useParams } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import type { Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { GameCard } from '#screens/feed/GameCard.tsx';
import { PostActions } from '#screens/feed/PostActions.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useTrackItems } from '#screens/item-card/use-bet.ts';
import { useMachines } from '#screens/app-context.tsx';
import { GameGone, LeaguePreview, LeagueUnavailable } from '#screens/league/LeaguePreview.tsx';
import { MembersOnly } from '#screens/league/MembersOnly.tsx';
import { useCloseSheet, useSearchParam } from '#screens/search-params.ts';
import { PageTitle } from '#screens/shell/PageTitle.tsx';
import { StaticPageScreen } from '#screens/static-page/StaticPageScreen.tsx';
import { useResource } from '#screens/use-resource.ts';
import { StaleNote } from '#screens/StaleNote.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { Row, Stack } from '#ui/primitives/Stack.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { MissingBettors } from './MissingBettors.tsx';

const CreatedSheet = deferredComponent(async () => (await import('./CreatedSheet.tsx')).CreatedSheet);

/** Route `/post/{id}`: a game by its number, or a static page by its slug. */
export function GameRoute() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const code = useSearchParam((search) => search.code);
  if (!/^\d+$/.test(id)) return <StaticPageScreen key={id} slug={id} />;
  return <GameScreen key={`${id} ${code}`} id={Number(id)} {...(code !== undefined && { code })} />;
}

/** One game on its own page or in a pane, opened by a link or a notification. */
export function GameScreen({ id, code }: { id: number; code?: string }) {
  const t = useT();
  const isCreated = useSearchParam(({ sheet }) => sheet === 'created');
  const closeSheet = useCloseSheet();
  const { resources, postActions } = useMachines();
  const game = useResource(
    resources.post,
    { id, ...(code !== undefined && { code }) },
    { kind: 'game', game: id },
  );
  const { value: post, refresh } = game;
  const actions = useActorRef(postActions);
  useEmitted(actions, 'post.updated', ({ post: value }) => game.actor.send({ type: 'value.arrived', value }));
  const openActions = (it: Post) => actions.send({ type: 'actions.open', post: it });
  const deleted = useSelector(actions, (snapshot) => snapshot.hasTag('deleted'));
  useTrackItems(post?.items_data);
  if (game.removed && !deleted) return <GameGone />;
  if (game.notFound && !deleted) return <LeagueUnavailable />;
  if (post?.preview)
    return <LeaguePreview league={post.preview} code={code ?? null} game={id} onJoined={refresh} />;
  if (game.failure) return <LoadError failure={game.failure} onRetry={refresh} />;
  return (
    <>
      <PageTitle>{post?.publisher_data.section?.name ?? t('games')}</PageTitle>
      {post ? (
        <Stack>
          <StaleNote {...game.stale} />
          {/* Only whoever manages its league still sees it. */}
          {!post.active && (
            <Row gap="x2" wrap>
              <Tag>{t('postDeleted')}</Tag>
              <Button size="small" tone="quiet" onClick={() => openActions(post)}>
                {t('undo')}
              </Button>
            </Row>
          )}
          <GameCard isWhole post={post} onOpenActions={openActions} />
          {post.items_data.some(({ status }) => status === 'open') && (
            <MembersOnly section={post.section}>
              <MissingBettors post={post} />
            </MembersOnly>
          )}
        </Stack>
      ) : (
        <Skeleton shape="game" />
      )}
      <PostActions actor={actions} />
      {post && isCreated && <CreatedSheet post={post} onClose={closeSheet} />}
    </>
  );
}
