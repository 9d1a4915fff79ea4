import { use } from 'react';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { useResource } from '#screens/use-resource.ts';
import { withSuspense } from '#screens/with-suspense.tsx';

type Props = { section: number; item: number };

/** What a live match would give the caller if it ended with its present score, and where they would be. */
export const ProjectedPlace = withSuspense(LoadedPlace);

function LoadedPlace({ section, item }: Props) {
  const t = useT();
  const { place } = use(useMachines().whatIf());
  const { value } = useResource(place, { section, item }, { kind: 'points', league: section });
  if (!value?.me || value.live.length === 0) return null;
  const { gain, rank } = value.me;
  return <p>{t('ifItEndsMine', { points: t('points', { count: gain }), rank })}</p>;
}
