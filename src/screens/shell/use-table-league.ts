import { useLocation } from '@tanstack/react-router';
import type { League } from '#contract/models.ts';
import { useAppData } from '#screens/app-context.tsx';

/** The league whose table is shown in a pane: the one that is open or was visited last, else the caller's largest active one. */
export function useTableLeague(): League | null {
  const visited = useLocation({
    select: ({ pathname, state }) => Number(/^\/section\/(\d+)$/.exec(pathname)?.[1] ?? state.league),
  });
  const leagues = useAppData()?.sections ?? [];
  const [largest = null] = leagues
    .filter((league) => league.is_member)
    .toSorted((one, other) => Number(other.active) - Number(one.active) || other.users - one.users);
  return leagues.find(({ id }) => id === visited) ?? largest;
}
