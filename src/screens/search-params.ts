import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useAfterLayers } from './back-layer.tsx';
import { sheetState } from './history-entry.ts';

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

/** One value from the address's search parameters. The component renders again only when this value changes. */
export const useSearchParam = <Value extends string | number | boolean | null | undefined>(
  select: (search: SearchParams) => Value,
): Value => useSearch({ strict: false, select });

/** Gives a function that replaces some search parameters of the address, without a new history entry. */
export function useSetSearchParams(): (part: SearchParams) => void {
  const navigate = useNavigate();
  return (part) =>
    void navigate({
      to: '.',
      search: (now: SearchParams) => ({ ...now, ...part }),
      replace: true,
      resetScroll: false,
      state: (now) => now,
    });
}

/** Closes something that the address has opened: goes back to the entry before it, or replaces the address. */
export function useCloseAddressed(by: 'sheet' | 'match' = 'sheet'): (part: SearchParams) => void {
  const navigate = useNavigate();
  const router = useRouter();
  const afterLayers = useAfterLayers();
  return (part) => {
    const { [by]: layers, onLayer } = router.state.location.state;
    if (layers !== undefined) return afterLayers(layers, () => router.history.back());
    // What the page's first address opened is closed in that entry, never in an entry pushed by a layer of its own.
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

/** Gives a function that opens a sheet, replacing another that is open. */
export function useOpenSheet(): (sheet: string, of?: number) => void {
  const navigate = useNavigate();
  const router = useRouter();
  const afterLayers = useAfterLayers();
  return (sheet, of) =>
    // After the entry of a layer that was just opened, never before it.
    afterLayers(Infinity, () => {
      const { search }: { search: SearchParams } = router.state.location;
      const isOpen = search.sheet !== undefined;
      void navigate({
        to: '.',
        search: (now: SearchParams) => ({ ...now, sheet, of }),
        replace: isOpen,
        resetScroll: false,
        state: isOpen ? (now) => now : sheetState,
      });
    });
}

/** Gives a function that closes the open sheet. */
export function useCloseSheet(): () => void {
  const close = useCloseAddressed();
  return () => close({ sheet: undefined, of: undefined });
}

/**
 * Gives a function that goes from one screen to another and closes the open sheet: Back leads to what was before the screen.
 */
export function useReplaceScreen(): (to: string) => void {
  const navigate = useNavigate();
  const router = useRouter();
  const closeSheet = useCloseSheet();
  return (to) => {
    const replace = () => void navigate({ to, replace: true });
    const hasSheet = () => router.history.location.state.sheet !== undefined;
    if (!hasSheet()) return replace();
    const unsubscribe = router.history.subscribe(() => {
      if (hasSheet()) return;
      unsubscribe();
      replace();
    });
    closeSheet();
  };
}

/**
 * The open sheet, kept in the address: Back closes it and a reload keeps it. One sheet at a time; opening another one
 * replaces it in the history. The component renders again with every sheet: large components use `useOpenSheet` only.
 */
export const useSheet = () => ({
  name: useSearchParam(({ sheet = null }) => sheet),
  of: useSearchParam(({ of = null }) => of),
  open: useOpenSheet(),
  close: useCloseSheet(),
});
