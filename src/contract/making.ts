import { edited, refusedOf, withLeague, withType, type DraftEdit, type Refused } from './draft-edits.ts';
import type { Failure } from './failures.ts';
import {
  blankDraft,
  draftOf,
  isMatches,
  playersOf,
  slideToOpen,
  type GameDraft,
  type Slide,
} from './game-draft.ts';
import { fitted } from './grouping.ts';
import type { ItemRule, ItemType, League, Post } from './models.ts';

/** Whose draft it is, and the league that the wizard was opened in. */
export type DraftKey = { readonly member: number; readonly league: number | null };
/** `leagues`: those the caller may run. `staff` may add types and rules. */
export type Maker = { readonly leagues: readonly League[]; readonly staff: boolean };

/** A game in the making: the draft, and what is known only while somebody is at it. */
export type Making = GameDraft &
  Maker & {
    readonly opened: DraftKey;
    readonly touched: readonly string[];
    readonly refused: Refused;
    readonly failure: Failure | null;
    readonly post: Post | null;
  };

/** One thing that a person does to it. */
export type MakingEdit =
  | DraftEdit
  | { type: 'league.choose'; id: number }
  | { type: 'league.made'; league: League }
  | { type: 'rule.blur'; key: string };

const leagueBy = (leagues: readonly League[], id: number | null | undefined) =>
  leagues.find((league) => league.id === id) ?? null;

export const begun = ({ leagues, staff, opened }: Maker & Pick<Making, 'opened'>): Making => ({
  ...blankDraft,
  opened,
  leagues,
  staff,
  league: leagueBy(leagues, opened.league),
  touched: [],
  refused: {},
  failure: null,
  post: null,
});

/** A kept draft taken up again. A league that the caller no longer runs is none to make games in. */
export const resumed = (making: Making, draft: GameDraft | null): Partial<Making> => ({
  ...(draft && draftOf(draft)),
  league: leagueBy(making.leagues, draft?.league?.id) ?? making.league,
});

/** Not where it was begun in a league. */
export const mayChooseLeague = ({ leagues, opened }: Making): boolean =>
  leagueBy(leagues, opened.league) === null;

/** The slide that it opens on: where it was left. Where the league was chosen by opening it there, that is not asked. */
export function opensOn(making: Making): Slide {
  const slide = slideToOpen(making);
  return slide === 'sections' && !mayChooseLeague(making) ? 'types' : slide;
}

/** What an edit changes; null where it may not be. */
export function changed(making: Making, edit: MakingEdit): Partial<Making> | null {
  switch (edit.type) {
    case 'league.choose': {
      const league = leagueBy(making.leagues, edit.id);
      return league && withLeague(making, league);
    }
    case 'league.made':
      return { leagues: [...making.leagues, edit.league], ...withLeague(making, edit.league) };
    case 'rule.blur':
      return { touched: [...new Set([...making.touched, edit.key])] };
    case 'rule.made':
      return making.staff ? edited(making, edit) : null;
    default:
      return edited(making, edit);
  }
}

/** Other types stand on it, or will: it does not say how it is bet on. */
export const isShelf = ({ subs, type }: Pick<ItemType, 'subs' | 'type'>): boolean =>
  subs > 0 || type === null;

/** A type chosen: one step down the tree, or the leaf with its rules. What was refused of another is not this one's. */
export const chosen = (
  making: Making,
  { type, rules }: { readonly type: ItemType; readonly rules: readonly ItemRule[] },
): Partial<Making> => {
  if (isShelf(type)) return { path: [...making.path, type] };
  const refused = making.type?.id === type.id ? making.refused : {};
  return { ...withType(making, type, rules), touched: [], refused };
};

/** Groups as the rules have them by now. */
export const fit = (making: Making): Partial<Making> =>
  isMatches(making) ? {} : { groups: fitted(making.groups, playersOf(making)) };

export const refusedBy = (failure: Failure): Partial<Making> => ({ failure, refused: refusedOf(failure) });
