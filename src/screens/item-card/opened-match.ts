import type { Item, Post } from '#contract/models.ts';
import { media } from '#theme/tokens.css.ts';

type Match = { readonly item: Item; readonly post: Post };

let last: (Match & { readonly member: number | null }) | null = null;

/** Stores what a list knows of the match that is being opened: the match's page shows it until its own data are loaded. */
export function keepOpened(match: Match, member: number | null): void {
  last = { ...match, member };
}

/** What was stored of this match, if this member opened it last; else null. */
export const openedMatch = (id: number, member: number | null): Match | null =>
  last?.item.id === id && last.member === member ? last : null;

/** `view-transition-name` of a match's row and of its scoreboard, so that one turns into the other. */
export const matchTransition = 'match';

let named: HTMLElement | null = null;
/** Names a row for the next view transition, and unnames the row before. False under reduced motion. */
export function nameRow(row: HTMLElement): boolean {
  if (matchMedia(media.calm).matches) return false;
  named?.style.removeProperty('view-transition-name');
  named = row;
  row.style.viewTransitionName = matchTransition;
  return true;
}

/** Makes a row turn into the scoreboard that is opened next. False under reduced motion. */
export function becomeScoreboard(row: HTMLElement): boolean {
  // The scoreboard that was open takes no part.
  const [before] = document.querySelectorAll<HTMLElement>('[data-scoreboard]');
  if (before) before.style.viewTransitionName = 'none';
  return nameRow(row);
}
