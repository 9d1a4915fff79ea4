import { useActorRef, useSelector } from '@xstate/react';
import type { Profile } from '#contract/models.ts';
import { useLiveRefresh, useMachines } from '#screens/app-context.tsx';

/** A member's profile, refetched on live events. */
export function useProfile(member: number) {
  const { resource } = useMachines();
  const actor = useActorRef(resource, { input: { key: 'profile', params: { id: member } } });
  const refresh = () => actor.send({ type: 'resource.refresh' });
  useLiveRefresh({ kind: 'profile' }, refresh);
  return {
    profile: useSelector(actor, ({ context }) => context.value as Profile | null),
    missing: useSelector(actor, (snapshot) => snapshot.matches('missing')),
    failure: useSelector(actor, (it) => (it.matches('failed') ? it.context.failure : null)),
    refresh,
  };
}
