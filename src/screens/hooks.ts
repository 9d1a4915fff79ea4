import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Actor, AnyActorLogic, EmittedFrom, OutputFrom, SnapshotFrom } from 'xstate';
import { useTabStorage } from './kit.tsx';

declare module '@tanstack/history' {
  interface HistoryState {
    /** History entry pushed by opening a sheet: Back closes the sheet. */
    sheet?: boolean;
    /** The sign-in screen was opened because the session expired, not by the member. */
    expired?: boolean;
  }
}

/** Search parameters of the address that screens read. */
type SearchParams = {
  sheet?: string | undefined;
  of?: number | undefined;
  tab?: string | undefined;
  clan?: number | undefined;
  post?: number | undefined;
  id?: number | undefined;
  section?: number | undefined;
  code?: string | undefined;
  wizard?: 1 | undefined;
};

/** Search parameters of the address, and a setter that replaces some of them without a new history entry. */
export function useSearchParams() {
  const search: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    search,
    set: (part: SearchParams) =>
      void navigate({
        to: '.',
        search: (now: SearchParams) => ({ ...now, ...part }),
        replace: true,
        resetScroll: false,
      }),
  };
}

/**
 * The open sheet, kept in the address: Back closes it and a reload keeps it. One sheet at a time; opening
 * another one replaces it in the history.
 */
export function useSheet() {
  const { search } = useSearchParams();
  const navigate = useNavigate();
  const router = useRouter();
  const aim = (part: SearchParams, replace: boolean) =>
    void navigate({
      to: '.',
      search: (now: SearchParams) => ({ ...now, ...part }),
      replace,
      resetScroll: false,
      state: (now) => ({ ...now, sheet: replace ? now.sheet === true : true }),
    });
  return {
    name: search.sheet ?? null,
    of: search.of ?? null,
    open: (sheet: string, of?: number) => aim({ sheet, of }, search.sheet !== undefined),
    close: () => {
      if (router.state.location.state.sheet) router.history.back();
      else aim({ sheet: undefined, of: undefined }, true);
    },
  };
}

/** Calls `heard` with each event of this type that the actor emits. */
export function useEmitted<Logic extends AnyActorLogic, Type extends EmittedFrom<Logic>['type']>(
  actor: Actor<Logic>,
  type: Type,
  heard: (event: Extract<EmittedFrom<Logic>, { type: Type }>) => void,
): void {
  const tell = useEffectEvent(heard);
  useEffect(() => {
    const subscription = actor.on(type, (event) =>
      tell(event as Extract<EmittedFrom<Logic>, { type: Type }>),
    );
    return () => subscription.unsubscribe();
  }, [actor, type]);
}

/** Calls `heard` with the actor's output when it finishes. A stopped actor has none. */
export function useDone<Logic extends AnyActorLogic>(
  actor: Actor<Logic>,
  heard: (output: OutputFrom<Logic>) => void,
): void {
  const tell = useEffectEvent(heard);
  useEffect(() => {
    const subscription = actor.subscribe({
      complete: () => {
        const { status, output } = actor.getSnapshot() as { status: string; output: OutputFrom<Logic> };
        if (status === 'done') tell(output);
      },
    });
    return () => subscription.unsubscribe();
  }, [actor]);
}

/**
 * Stores an actor's draft in the tab's storage on every change; a reload restores it. A finished actor
 * deletes it, a stopped one leaves it.
 */
export function usePersistedDraft<Logic extends AnyActorLogic>(
  key: string,
  actor: Actor<Logic>,
  typed: (snapshot: SnapshotFrom<Logic>) => unknown,
): void {
  const memory = useTabStorage();
  const keep = useEffectEvent(() => {
    const snapshot = actor.getSnapshot();
    const { status } = snapshot as { status: string };
    if (status === 'active') memory.write(key, typed(snapshot));
    if (status === 'done') memory.write(key, null);
  });
  useEffect(() => {
    const subscription = actor.subscribe({ next: () => keep(), complete: () => keep() });
    return () => subscription.unsubscribe();
  }, [actor]);
}
