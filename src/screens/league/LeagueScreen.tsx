import { useParams } from '@tanstack/react-router';
import { useActorRef } from '@xstate/react';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useCloseSheet, useReplaceScreen, useSearchParam } from '#screens/search-params.ts';
import { useAppData, useMachines } from '#screens/app-context.tsx';
import { currentLeague } from '#domain/current-league.ts';
import { NoLeagues } from '#screens/feed/EmptyFeed.tsx';
import { useResource } from '#screens/use-resource.ts';
import { StaleNote } from '#screens/StaleNote.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { LeaguePage } from './LeaguePage.tsx';
import { NoLongerMember, LeaguePreview, LeagueUnavailable } from './LeaguePreview.tsx';

/** Route `/section/{id}?code=`. Another league or another code remounts the screen. */
export function LeagueRoute() {
  const { id }: { id?: string } = useParams({ strict: false });
  const code = useSearchParam((search) => search.code);
  return <LeagueScreen key={`${id} ${code}`} id={Number(id)} {...(code !== undefined && { code })} />;
}

/** Route `/section`: the league with the newest activity, or how to get a first one. */
export function MyLeaguesScreen() {
  const leagues = (useAppData()?.sections ?? []).filter((it) => it.is_member && it.active);
  const league = currentLeague(leagues);
  return league ? <LeagueScreen key={league.id} id={league.id} /> : <NoLeagues whole />;
}

/** One league: its page for members and for viewers of an official one, a preview for everybody else. */
function LeagueScreen({ id, code }: { id: number; code?: string }) {
  const replaceScreen = useReplaceScreen();
  const closeSheet = useCloseSheet();
  const { resources, command } = useMachines();
  const page = useResource(
    resources.league,
    { id, ...(code !== undefined && { code }) },
    { kind: 'league', league: id },
  );
  const { value: league, refresh } = page;
  // The command's actor lives here, not in the page: leaving unmounts the page before the answer arrives.
  const task = useActorRef(command);
  useEmitted(task, 'command.done', ({ command: { name } }) => {
    if (name === 'leave') return replaceScreen('/main');
    if (name === 'archiveLeague') closeSheet();
    refresh();
  });

  if (page.removed) return <NoLongerMember />;
  if (page.notFound) return <LeagueUnavailable />;
  if (page.failure) return <LoadError failure={page.failure} onRetry={refresh} />;
  if (!league) return <Skeleton shape="tableRow" count={8} />;
  // With its code or an invitation, only the name and picture of a private league are shown.
  if (league.custom && !league.is_member && !league.is_staff)
    return <LeaguePreview league={league} code={code ?? null} onJoined={refresh} />;
  return (
    <>
      <StaleNote {...page.stale} />
      <LeaguePage league={league} task={task} onChanged={refresh} />
    </>
  );
}
