import { useActorRef, useSelector } from '@xstate/react';
import type { LiveSubject } from '#domain/affects.ts';
import { hasMore } from '#domain/list-window.ts';
import { useBusy, useFailure } from './actor-hooks.ts';
import type { ListMachine } from './app-context.tsx';
import { useLiveRefresh } from './use-live-refresh.ts';

type Input<Filters> = { filters: Filters; limit?: number; nextLimit?: number };

/** A paged list, loaded while the component is mounted and refetched on live events that affect `subject`. */
export function useList<Row extends { readonly id: number }, Filters>(
  machine: ListMachine<Row, Filters>,
  input: Input<Filters>,
  subject: LiveSubject | null = null,
) {
  const actor = useActorRef(machine, { input });
  const refresh = () => actor.send({ type: 'list.refresh' });
  useLiveRefresh(subject, refresh);
  return {
    actor,
    refresh,
    retry: () => actor.send({ type: 'list.retry' }),
    loadMore: () => actor.send({ type: 'page.next' }),
    setSearch: (search: string) => actor.send({ type: 'search.change', search }),
    rows: useSelector(actor, ({ context }) => context.rows),
    search: useSelector(actor, ({ context }) => context.search),
    hasMore: useSelector(actor, ({ context }) => hasMore(context)),
    failure: useFailure(actor),
    /** The first page is loading; the next one; either, or a refetch. */
    loading: useSelector(actor, (snapshot) => snapshot.hasTag('loading')),
    loadingMore: useSelector(actor, (snapshot) => snapshot.hasTag('loadingMore')),
    busy: useBusy(actor),
  };
}

/** The list without its actor: what a component that draws it needs. */
export type List<Row extends { readonly id: number }> = Omit<ReturnType<typeof useList<Row, never>>, 'actor'>;
