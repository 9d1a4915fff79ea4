import { useNavigate, useRouter, useSearch, type HistoryState as EntryState } from '@tanstack/react-router';
import { useAfterLayers } from './back-layer.tsx';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Of an entry pushed by opening a sheet, which Back closes: how many layers were below it. */
    sheet?: number | undefined;
    /** The same of an entry pushed by opening a match or a game beside the screen. */
    match?: number | undefined;
    /** The screen beside which the entry's match or game is open, and the league that was visited last. */
    beside?: string;
    league?: number;
    /** Layers at and below this entry, and whether the entry is a layer's own (machines/back-stack.ts). */
    layers?: number;
    onLayer?: boolean;
    /** Of what opened over a screen: the entry of the screen, whose scroll position is theirs too. */
    below?: string | undefined;
    /** The sign-in screen was opened because the session expired, not by the member. */
    expired?: boolean;
  }
}

/** Search parameters of the address that screens read. */
export type SearchParams = {
  sheet?: string | undefined;
  of?: number | undefined;
  tab?: string | undefined;
  clan?: number | undefined;
  post?: number | undefined;
  id?: number | undefined;
  section?: number | undefined;
  code?: string | undefined;
  wizard?: 1 | undefined;
  match?: number | undefined;
  game?: number | undefined;
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
        state: (now) => now,
      }),
  };
}

/** The history entry that a scroll position belongs to: closing what lies over a screen does not scroll it back. */
export const scrolledEntry = ({
  below,
  __TSR_key,
}: EntryState & { __TSR_key?: string }): string | undefined => below ?? __TSR_key;

/** State of the history entry that opening a sheet pushes. */
export const sheetState = (now: EntryState): EntryState => ({
  ...now,
  below: scrolledEntry(now),
  sheet: now.layers ?? 0,
  match: undefined,
  onLayer: false,
});

/** Closes what an address has opened: goes back to the entry before it, or replaces the address. */
export function useCloseAddressed(by: 'sheet' | 'match' = 'sheet'): (part: SearchParams) => void {
  const navigate = useNavigate();
  const router = useRouter();
  const afterLayers = useAfterLayers();
  return (part) => {
    const { [by]: layers, onLayer } = router.state.location.state;
    if (layers !== undefined) return afterLayers(layers, () => router.history.back());
    // What a page's first address has opened is closed in that entry, not in one that a layer of its own has pushed.
    afterLayers(
      onLayer ? 0 : Infinity,
      () =>
        void navigate({
          to: '.',
          search: (now: SearchParams) => ({ ...now, ...part }),
          replace: true,
          resetScroll: false,
          state: (now) => ({ ...now, sheet: undefined, match: undefined }),
        }),
    );
  };
}

/** Sheets opened from a settings sheet, as `of` in the address. */
export const subSheets = { edit: 1, transfer: 2, ownerLeaving: 3, print: 4 } as const;

/**
 * The open sheet, kept in the address: Back closes it and a reload keeps it. One sheet at a time; opening
 * another one replaces it in the history.
 */
export function useSheet() {
  const { search } = useSearchParams();
  const navigate = useNavigate();
  const afterLayers = useAfterLayers();
  const close = useCloseAddressed();
  const isOpen = search.sheet !== undefined;
  return {
    name: search.sheet ?? null,
    of: search.of ?? null,
    open: (sheet: string, of?: number) =>
      // Above the entry of a layer that has opened a moment ago, never below it.
      afterLayers(
        Infinity,
        () =>
          void navigate({
            to: '.',
            search: (now: SearchParams) => ({ ...now, sheet, of }),
            replace: isOpen,
            resetScroll: false,
            state: isOpen ? (now) => now : sheetState,
          }),
      ),
    close: () => close({ sheet: undefined, of: undefined }),
  };
}
