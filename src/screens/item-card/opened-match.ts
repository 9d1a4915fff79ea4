import type { Item, Post } from '#contract/models.ts';
import { media } from '#theme/tokens.css.ts';

type Match = { readonly item: Item; readonly post: Post };

let last: (Match & { readonly member: number | null }) | null = null;

/** Keeps what a list knows of a match that is opened from it: the match's page begins with it. */
export function keepOpened(match: Match, member: number | null): void {
  last = { ...match, member };
}

/** What was known of this match when this member opened it. */
export const openedMatch = (id: number, member: number | null): Match | null =>
  last?.item.id === id && last.member === member ? last : null;

/** The name that a match's row and its scoreboard have in the transition from the one to the other. */
export const matchTransition = 'match';

let named: HTMLElement | null = null;
/** Gives a row the name in the next transition, and to no other one. False where nothing moves. */
export function nameRow(row: HTMLElement): boolean {
  if (matchMedia(media.calm).matches) return false;
  named?.style.removeProperty('view-transition-name');
  named = row;
  row.style.viewTransitionName = matchTransition;
  return true;
}

/** Lets a row become the scoreboard of the page or the pane that is opened next. False where nothing moves. */
export function becomeScoreboard(row: HTMLElement): boolean {
  // The match that was open makes room.
  const [before] = document.querySelectorAll<HTMLElement>('[data-scoreboard]');
  if (before) before.style.viewTransitionName = 'none';
  return nameRow(row);
}
