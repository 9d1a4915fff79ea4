import { useActorRef, useSelector } from '@xstate/react';
import { useMachines } from '#screens/app-context.tsx';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';

/** A member's profile, refetched on live events. */
export function useProfile(member: number) {
  const { profile } = useMachines().resources;
  const actor = useActorRef(profile, { input: { member } });
  const refresh = () => actor.send({ type: 'resource.refresh' });
  useLiveRefresh({ kind: 'profile' }, refresh);
  return {
    profile: useSelector(actor, ({ context }) => context.value),
    missing: useSelector(actor, (snapshot) => snapshot.matches('missing')),
    failure: useSelector(actor, (it) => (it.matches('failed') ? it.context.failure : null)),
    refresh,
  };
}
