import { ListFilter } from 'lucide-react';
import { limits } from '#contract/limits.ts';
import { gameNameOf } from '#domain/game-name.ts';
import { useT } from '#i18n/react.tsx';
import { useSearchParam, useSetSearchParams, useSheet } from '#screens/search-params.ts';
import { useMachines } from '#screens/app-context.tsx';
import { useResource } from '#screens/use-resource.ts';
import { MoreButton } from '#screens/MoreButton.tsx';
import { useList } from '#screens/use-list.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';

/** Filter of the standings by game. The address keeps the game and the sheet. */
export function GameFilter({ section }: { section: number }) {
  const t = useT();
  const sheet = useSheet();
  const post = useSearchParam((search) => search.post ?? null);
  return (
    <>
      <Button
        full
        tone="quiet"
        size="small"
        icon={<ListFilter size={18} />}
        onClick={() => sheet.open('game')}
      >
        {post === null ? t('wholeSeason') : <SelectedGameName key={post} post={post} />}
      </Button>
      {sheet.name === 'game' && <GameFilterSheet section={section} chosen={post} onClose={sheet.close} />}
    </>
  );
}

function SelectedGameName({ post }: { post: number }) {
  const t = useT();
  const { value: game, notFound } = useResource(
    useMachines().resources.post,
    { id: post },
    { kind: 'gameHeader', game: post },
  );
  if (notFound) return t('deletedGame');
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
  const setSearch = useSetSearchParams();
  const list = useList(useMachines().lists.games, { filters: { section }, limit: limits.picker.limit });
  const { rows, loading, busy, failure } = list;
  // Posts without items have no points.
  const games = rows.filter(({ items_data }) => items_data.length > 0);
  return (
    <Sheet open steady title={t('chooseGame')} onClose={onClose}>
      <Stack gap="x3" inOrder>
        <SearchField label={t('searchGames')} value={list.search} busy={busy} onChange={list.setSearch} />
        {failure && <LoadError failure={failure} onRetry={list.retry} />}
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
          onChange={([key]) =>
            setSearch({ post: key ? Number(key) : undefined, sheet: undefined, of: undefined })
          }
        />
        <MoreButton list={list} busy={busy} size="small" />
      </Stack>
    </Sheet>
  );
}
