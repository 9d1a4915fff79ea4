import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

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

/** Sheets opened from a settings sheet, as `of` in the address. */
export const subSheets = { edit: 1, transfer: 2, ownerLeaving: 3 } as const;

/**
 * The open sheet, kept in the address: Back closes it and a reload keeps it. One sheet at a time; opening
 * another one replaces it in the history.
 */
export function useSheet() {
  const { search } = useSearchParams();
  const navigate = useNavigate();
  const router = useRouter();
  const navigateTo = (part: SearchParams, replace: boolean) =>
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
    open: (sheet: string, of?: number) => navigateTo({ sheet, of }, search.sheet !== undefined),
    close: () => {
      if (router.state.location.state.sheet) router.history.back();
      else navigateTo({ sheet: undefined, of: undefined }, true);
    },
  };
}
