import { useActorRef, useSelector } from '@xstate/react';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useLive, useMachines } from '#screens/kit.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { LeaguePage } from './LeaguePage.tsx';
import { Outside, Unknown } from './Outside.tsx';

/** One league: its page for members and onlookers of official ones, a way in for everybody else. */
export function LeagueScreen({ id, code }: { id: number; code?: string }) {
  const t = useT();
  const { resource } = useMachines();
  const actor = useActorRef(resource, {
    input: { key: 'league', params: { id, ...(code !== undefined && { code }) } },
  });
  useLive(({ type, section }) => {
    if (type === 'reset' || (section === id && (type === 'league' || type === 'member')))
      actor.send({ type: 'resource.refresh' });
  });
  const league = useSelector(actor, ({ context }) => context.value as League | null);
  const missing = useSelector(actor, (snapshot) => snapshot.matches('missing'));
  const failed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const failure = useSelector(actor, ({ context }) => context.failure);
  const refresh = () => actor.send({ type: 'resource.refresh' });

  if (missing) return <Unknown />;
  if (failed) return <ErrorState text={t(`failure.${failure?.kind ?? 'unreadable'}`)} onRetry={refresh} />;
  if (!league) return <Skeleton shape="card" count={2} />;
  // With its code one sees a private league's face, and nothing of what is inside.
  if (league.custom && !league.is_member && !league.is_staff)
    return <Outside league={league} code={code ?? null} />;
  return <LeaguePage league={league} onChanged={refresh} />;
}
