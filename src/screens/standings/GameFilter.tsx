import { useActorRef, useSelector } from '@xstate/react';
import { ListFilter } from 'lucide-react';
import { limits } from '#contract/limits.ts';
import type { Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { hasMore } from '#domain/list-window.ts';
import { useSearchParams, useSheet } from '#screens/search-params.ts';
import { useMachines } from '#screens/app-context.tsx';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';

/** Name of a game: the first line of its text, else its first item's name. */
const gameNameOf = ({ description, items_data: [item] }: Post): string =>
  description.split('\n')[0] || (item?.name ?? '');

/** Filter of the standings by game. The address keeps the game and the sheet. */
export function GameFilter({ section }: { section: number }) {
  const t = useT();
  const sheet = useSheet();
  const { post = null } = useSearchParams().search;
  return (
    <>
      <Button full tone="quiet" icon={<ListFilter />} onClick={() => sheet.open('game')}>
        {post === null ? t('wholeSeason') : <SelectedGameName key={post} post={post} />}
      </Button>
      {sheet.name === 'game' && <GameFilterSheet section={section} chosen={post} onClose={sheet.close} />}
    </>
  );
}

function SelectedGameName({ post }: { post: number }) {
  const t = useT();
  const actor = useActorRef(useMachines().resources.post, { input: { id: post } });
  useLiveRefresh({ kind: 'gameHeader', game: post }, () => actor.send({ type: 'resource.refresh' }));
  const game = useSelector(actor, ({ context }) => context.value);
  return <bdi>{game ? gameNameOf(game) : t('loading')}</bdi>;
}

function GameFilterSheet({
  section,
  chosen,
  onClose,
}: {
  section: number;
  chosen: number | null;
  onClose: () => void;
}) {
  const t = useT();
  const { set } = useSearchParams();
  const list = useActorRef(useMachines().lists.games, {
    input: { filters: { section }, limit: limits.picker.limit },
  });
  const rows = useSelector(list, ({ context }) => context.rows);
  const search = useSelector(list, ({ context }) => context.search);
  const more = useSelector(list, ({ context }) => hasMore(context));
  const loading = useSelector(list, (snapshot) => snapshot.hasTag('loading'));
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(list, (it) => (it.hasTag('failed') ? it.context.failure : null));
  // Posts without items have no points.
  const games = rows.filter(({ items_data }) => items_data.length > 0);
  return (
    <Sheet open title={t('chooseGame')} onClose={onClose}>
      <Stack gap="x3">
        <SearchField
          label={t('searchGames')}
          value={search}
          busy={busy}
          onChange={(text) => list.send({ type: 'search.change', search: text })}
        />
        {failure && (
          <ErrorState text={t(`failure.${failure.kind}`)} onRetry={() => list.send({ type: 'list.retry' })} />
        )}
        {loading && <Skeleton shape="row" count={4} />}
        <ChoiceList
          label={t('chooseGame')}
          hideLabel
          value={[String(chosen ?? '')]}
          options={[
            { value: '', label: t('wholeSeason') },
            ...games.map((game) => ({ value: String(game.id), label: gameNameOf(game) })),
          ]}
          // Replaces the sheet's history entry: Back leads to the previous standings.
          onChange={([key]) => set({ post: key ? Number(key) : undefined, sheet: undefined, of: undefined })}
        />
        {more && (
          <Button tone="quiet" size="small" busy={busy} onClick={() => list.send({ type: 'page.next' })}>
            {t('more')}
          </Button>
        )}
      </Stack>
    </Sheet>
  );
}
