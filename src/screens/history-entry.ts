import type { HistoryState as EntryState } from '@tanstack/react-router';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Set on an entry pushed by opening a sheet, which Back closes: the number of layers that were below it. */
    sheet?: number | undefined;
    /** The same for an entry pushed by opening a match or a game beside the screen. */
    match?: number | undefined;
    /** `beside`: key of the screen beside which the entry's match or game is open. `league`: the league that was visited last. */
    beside?: string;
    league?: number;
    /** Layers at and below this entry, and whether the entry is a layer's own (machines/back-stack.ts). */
    layers?: number;
    onLayer?: boolean;
    /** Set on an entry of something opened over a screen: key of the screen's entry, whose scroll position it shares. */
    below?: string | undefined;
    /** The sign-in screen was opened because the session expired, not by the member. */
    expired?: boolean;
  }
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
