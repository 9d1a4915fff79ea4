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

/** Lets a row become the scoreboard of the page that is opened next. False where the row stays, or nothing moves. */
export function becomeScoreboard(row: HTMLElement): boolean {
  const stays = matchMedia(media.desk).matches || matchMedia(media.calm).matches;
  if (!stays) row.style.viewTransitionName = matchTransition;
  return !stays;
}
