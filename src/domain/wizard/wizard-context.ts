import {
  applyDraftEdit,
  fieldProblemsOf,
  withLeague,
  withType,
  type DraftEdit,
  type FieldProblems,
} from './draft-edits.ts';
import type { Failure } from '#contract/failures.ts';
import {
  emptyDraft,
  draftOf,
  isMatchGame,
  optionsPerItem,
  furthestSlide,
  type GameDraft,
  type Slide,
} from './game-draft.ts';
import { fitGroups } from './option-groups.ts';
import type { ItemRule, ItemType, League, Post } from '#contract/models.ts';

/** Whose draft it is, and the league that the wizard was opened in. */
export type DraftKey = { readonly member: number; readonly league: number | null };
/** `leagues`: those the caller may run. `staff` may add types and rules. */
export type Organizer = { readonly leagues: readonly League[]; readonly staff: boolean };

/** A game in the making: the draft, and what is known only while somebody is at it. */
export type WizardContext = GameDraft &
  Organizer & {
    readonly opened: DraftKey;
    readonly touched: readonly string[];
    readonly refused: FieldProblems;
    readonly failure: Failure | null;
    readonly post: Post | null;
  };

/** One thing that a person does to it. */
export type WizardEdit =
  | DraftEdit
  | { type: 'league.choose'; id: number }
  | { type: 'league.created'; league: League }
  | { type: 'rule.blur'; key: string };

const findLeague = (leagues: readonly League[], id: number | null | undefined) =>
  leagues.find((league) => league.id === id) ?? null;

export const startContext = ({
  leagues,
  staff,
  opened,
}: Organizer & Pick<WizardContext, 'opened'>): WizardContext => ({
  ...emptyDraft,
  opened,
  leagues,
  staff,
  league: findLeague(leagues, opened.league),
  touched: [],
  refused: {},
  failure: null,
  post: null,
});

/** A kept draft taken up again. A league that the caller no longer runs is none to make games in. */
export const restoreDraft = (making: WizardContext, draft: GameDraft | null): Partial<WizardContext> => ({
  ...(draft && draftOf(draft)),
  league: findLeague(making.leagues, draft?.league?.id) ?? making.league,
});

/** Not where it was begun in a league. */
export const canChooseLeague = ({ leagues, opened }: WizardContext): boolean =>
  findLeague(leagues, opened.league) === null;

/** The slide that it opens on: where it was left. Where the league was chosen by opening it there, that is not asked. */
export function openingSlide(making: WizardContext): Slide {
  const slide = furthestSlide(making);
  return slide === 'sections' && !canChooseLeague(making) ? 'types' : slide;
}

/** What an edit changes; null where it may not be. */
export function applyEdit(making: WizardContext, edit: WizardEdit): Partial<WizardContext> | null {
  switch (edit.type) {
    case 'league.choose': {
      const league = findLeague(making.leagues, edit.id);
      return league && withLeague(making, league);
    }
    case 'league.created':
      return { leagues: [...making.leagues, edit.league], ...withLeague(making, edit.league) };
    case 'rule.blur':
      return { touched: [...new Set([...making.touched, edit.key])] };
    case 'rule.made':
      return making.staff ? applyDraftEdit(making, edit) : null;
    default:
      return applyDraftEdit(making, edit);
  }
}

/** Other types stand on it, or will: it does not say how it is bet on. */
export const isCategory = ({ subs, type }: Pick<ItemType, 'subs' | 'type'>): boolean =>
  subs > 0 || type === null;

/** A type chosen: one step down the tree, or the leaf with its rules. What was refused of another is not this one's. */
export const chooseType = (
  making: WizardContext,
  { type, rules }: { readonly type: ItemType; readonly rules: readonly ItemRule[] },
): Partial<WizardContext> => {
  if (isCategory(type)) return { path: [...making.path, type] };
  const refused = making.type?.id === type.id ? making.refused : {};
  return { ...withType(making, type, rules), touched: [], refused };
};

/** Groups as the rules have them by now. */
export const fitToRules = (making: WizardContext): Partial<WizardContext> =>
  isMatchGame(making) ? {} : { groups: fitGroups(making.groups, optionsPerItem(making)) };

export const withFailure = (failure: Failure): Partial<WizardContext> => ({
  failure,
  refused: fieldProblemsOf(failure),
});
