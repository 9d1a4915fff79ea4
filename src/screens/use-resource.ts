import { useActorRef, useSelector } from '@xstate/react';
import type { LiveSubject } from '#domain/affects.ts';
import { useBusy } from './actor-hooks.ts';
import type { ResourceMachine } from './app-context.tsx';
import { useLiveRefresh } from './use-live-refresh.ts';

/**
 * One resource, loaded while the component is mounted and refetched on live events that affect `subject`.
 * `value` stays during a refetch. `notFound` and `failure` are set only if there is no value.
 */
export function useResource<Value, Params>(
  machine: ResourceMachine<Value, Params>,
  params: Params,
  subject: LiveSubject | null = null,
) {
  const actor = useActorRef(machine, { input: params });
  const refresh = () => actor.send({ type: 'resource.refresh' });
  useLiveRefresh(subject, refresh);
  return {
    actor,
    refresh,
    value: useSelector(actor, ({ context }) => context.value),
    /** For `StaleNote`. */
    stale: {
      cachedAt: useSelector(actor, ({ context }) => context.cachedAt),
      busy: useBusy(actor),
    },
    /** It disappeared while it was shown. */
    removed: useSelector(actor, (snapshot) => snapshot.matches({ notFound: 'removed' })),
    notFound: useSelector(actor, (snapshot) => snapshot.matches('notFound')),
    failure: useSelector(actor, (it) => (it.matches('failed') ? it.context.failure : null)),
  };
}
