import { applyDraftEdit, withLeague, withType, type DraftEdit } from './draft-edits.ts';
import { fieldProblemsOf, type Failure, type FieldProblems } from '#contract/failures.ts';
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

/** Identifies a stored draft: its owner, and the league that the wizard was opened in. */
export type DraftKey = { readonly member: number; readonly league: number | null };
/** `leagues`: where the caller may create games. `staff`: whether they may add types and rules. */
export type Organizer = { readonly leagues: readonly League[]; readonly staff: boolean };

/** The wizard machine's context: the draft, and state that is not stored. */
export type WizardContext = GameDraft &
  Organizer & {
    readonly draftKey: DraftKey;
    readonly touched: readonly string[];
    readonly serverProblems: FieldProblems;
    readonly failure: Failure | null;
    readonly post: Post | null;
  };

/** One edit in the wizard. */
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
  draftKey,
}: Organizer & Pick<WizardContext, 'draftKey'>): WizardContext => ({
  ...emptyDraft,
  draftKey,
  leagues,
  staff,
  league: findLeague(leagues, draftKey.league),
  touched: [],
  serverProblems: {},
  failure: null,
  post: null,
});

/** Restores a stored draft; a league that the caller does not run is replaced by the context's. */
export const restoreDraft = (context: WizardContext, draft: GameDraft | null): Partial<WizardContext> => ({
  ...(draft && draftOf(draft)),
  league: findLeague(context.leagues, draft?.league?.id) ?? context.league,
});

/** Whether the league can be chosen: not if the wizard was opened in one of the caller's leagues. */
export const canChooseLeague = ({ leagues, draftKey }: WizardContext): boolean =>
  findLeague(leagues, draftKey.league) === null;

/** The slide that the wizard opens on: the draft's, but not the league's if that cannot be chosen. */
export function openingSlide(context: WizardContext): Slide {
  const slide = furthestSlide(context);
  return slide === 'sections' && !canChooseLeague(context) ? 'types' : slide;
}

/** The changes of one edit; null if it is not allowed. */
export function applyEdit(context: WizardContext, edit: WizardEdit): Partial<WizardContext> | null {
  switch (edit.type) {
    case 'league.choose': {
      const league = findLeague(context.leagues, edit.id);
      return league && withLeague(context, league);
    }
    case 'league.created':
      return { leagues: [...context.leagues, edit.league], ...withLeague(context, edit.league) };
    case 'rule.blur':
      return { touched: [...new Set([...context.touched, edit.key])] };
    case 'rule.created':
      return context.staff ? applyDraftEdit(context, edit) : null;
    default:
      return applyDraftEdit(context, edit);
  }
}

/** A game type that other types belong to: it has no layout of its own. */
export const isCategory = ({ subs, type }: Pick<ItemType, 'subs' | 'type'>): boolean =>
  subs > 0 || type === null;

/** The changes of choosing a type: a category opens its level, a leaf sets type and rules. Problems of another type are dropped. */
export const chooseType = (
  context: WizardContext,
  { type, rules }: { readonly type: ItemType; readonly rules: readonly ItemRule[] },
): Partial<WizardContext> => {
  if (isCategory(type)) return { path: [...context.path, type] };
  const serverProblems = context.type?.id === type.id ? context.serverProblems : {};
  return { ...withType(context, type, rules), touched: [], serverProblems };
};

/** The groups in the size that the current rules demand; matches are unchanged. */
export const fitToRules = (context: WizardContext): Partial<WizardContext> =>
  isMatchGame(context) ? {} : { groups: fitGroups(context.groups, optionsPerItem(context)) };

export const withFailure = (failure: Failure): Partial<WizardContext> => ({
  failure,
  serverProblems: fieldProblemsOf(failure),
});
