import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Actor, AnyActorLogic, EmittedFrom, OutputFrom, SnapshotFrom } from 'xstate';
import { useMemory } from './kit.tsx';

declare module '@tanstack/history' {
  interface HistoryState {
    /** This entry was made by opening a sheet: Back is the way to close it. */
    sheet?: boolean;
    /** The door was opened by a session's end, not by whoever stands there. */
    expired?: boolean;
  }
}

/** What the screens read of an address besides its path. */
type Search = {
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

/** The address's search, and how to change a part of it in place. */
export function useAddress() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    search,
    set: (part: Search) =>
      void navigate({
        to: '.',
        search: (now: Search) => ({ ...now, ...part }),
        replace: true,
        resetScroll: false,
      }),
  };
}

/**
 * The sheet over the screen, which the address holds: the phone's own Back closes it, and a reload keeps it.
 * One sheet at a time; one that opens another gives it its place.
 */
export function useSheet() {
  const { search } = useAddress();
  const navigate = useNavigate();
  const router = useRouter();
  const aim = (part: Search, replace: boolean) =>
    void navigate({
      to: '.',
      search: (now: Search) => ({ ...now, ...part }),
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

/** Hears what an actor says to the outside world. */
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

/** Hears an actor's last word. One that was only stopped says none. */
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
 * Keeps what was typed through a reload of the page. An actor that came to its end leaves nothing;
 * one whose screen was only left is found again.
 */
export function useKept<Logic extends AnyActorLogic>(
  key: string,
  actor: Actor<Logic>,
  typed: (snapshot: SnapshotFrom<Logic>) => unknown,
): void {
  const memory = useMemory();
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
