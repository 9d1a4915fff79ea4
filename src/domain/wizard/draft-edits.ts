import { fieldProblemsOf, type Failure, type FieldProblems } from '#contract/failures.ts';
import {
  groupPath,
  hasManualOrder,
  isMatchGame,
  legsOf,
  optionsPerItem,
  type GameDraft,
  type Slide,
} from './game-draft.ts';
import {
  setGroupDate,
  isWithinLimits,
  canAddToMatch,
  moveOption,
  optionIdsOf,
  addToMatch,
  toggleOption,
  incompleteMatch,
  type Move,
} from './option-groups.ts';
import type { ItemRule, ItemType, League, Option } from '#contract/models.ts';
import {
  hasDuplicateOption,
  playsInPairs,
  singleIdsOf,
  makePair,
  withPicture,
  type Face,
  type SingleOption,
} from './option-pairs.ts';
import { initialRuleValues, type RuleValues } from './rule-values.ts';

/** `serverProblems`: problems by field path, each until that field is changed. */
type EditableDraft = GameDraft & { readonly serverProblems: FieldProblems };

/** One change to a draft. */
export type DraftEdit =
  | { type: 'rule.change'; key: string; value: RuleValues[string] }
  /** Staff added a rule to the game's type. */
  | { type: 'rule.created'; rule: ItemRule }
  | { type: 'option.toggle'; option: Option }
  /** An option as the next side of a match. */
  | { type: 'side.select'; option: Option }
  /** By its name: one that is in a list already stays in it. */
  | { type: 'option.entered'; option: Option }
  | { type: 'option.pictureChanged'; option: number; image: string }
  | { type: 'match.remove'; match: number }
  | { type: 'date.change'; match: number; leg: number; date: string | null }
  | ({ type: 'option.move' } & Move);

const withoutProblem = (serverProblems: FieldProblems, path: string): FieldProblems =>
  Object.fromEntries(
    Object.entries(serverProblems).filter(([name]) => name !== path && !name.startsWith(`${path}.`)),
  );

/** Adds an option (or pair) to the groups, or removes it; null if it would play against itself or exceed the limits. */
function withFace(draft: EditableDraft, face: Face): Partial<EditableDraft> | null {
  const asMatches = isMatchGame(draft);
  if (asMatches && !canAddToMatch(draft.groups, face.id)) return null;
  const groups = asMatches
    ? addToMatch(draft.groups, face.id)
    : toggleOption(draft.groups, face.id, optionsPerItem(draft));
  const faces = { ...draft.faces, [face.id]: face };
  if (!isWithinLimits(groups, legsOf(draft), singleIdsOf(faces))) return null;
  return { groups, faces, serverProblems: withoutProblem(draft.serverProblems, 'groups') };
}

/**
 * In a league of pairs the first tap stores an unpaired option, and the second makes the pair.
 * Tapping an option whose pair is in the list removes the pair.
 */
function withPairMember(draft: EditableDraft, one: SingleOption): Partial<EditableDraft> | null {
  const { unpaired, faces, groups } = draft;
  if (unpaired?.id === one.id) return { unpaired: null };
  const holdsOption = (place: number) => singleIdsOf(faces)(place).includes(one.id);
  if (isMatchGame(draft)) {
    // An option cannot play against itself, even with another partner.
    if (incompleteMatch(groups)?.options.some(holdsOption)) return null;
  } else {
    const chosenPair = faces[optionIdsOf(groups).find(holdsOption) ?? 0];
    if (chosenPair) return withFace(draft, chosenPair);
  }
  if (unpaired === null) return { unpaired: one };
  const withPair = withFace(draft, makePair(faces, unpaired, one));
  return withPair && { ...withPair, unpaired: null };
}

/** The changes of tapping an option: it becomes the next side of a match, or is added to or removed from the list. */
function withTappedOption(
  draft: EditableDraft,
  { id, name, image, is_staff }: Option,
): Partial<EditableDraft> | null {
  return (playsInPairs(draft) ? withPairMember : withFace)(draft, { id, name, image, is_staff });
}

/** Whether a tap would remove the option: it is in the list, or unpaired. */
const isInList = (draft: GameDraft, { id }: Option): boolean =>
  draft.unpaired?.id === id ||
  (!isMatchGame(draft) &&
    optionIdsOf(draft.groups).some((place) => singleIdsOf(draft.faces)(place).includes(id)));

/** The changes of one edit, with the server problems it resolves removed; null if the edit is not allowed. */
export function applyDraftEdit(draft: EditableDraft, edit: DraftEdit): Partial<EditableDraft> | null {
  const { groups, serverProblems } = draft;
  switch (edit.type) {
    case 'rule.change': {
      const rule = draft.rules.find(({ key }) => key === edit.key);
      if (!rule || rule.readonly) return null;
      const values = { ...draft.values, [edit.key]: edit.value };
      return { values, serverProblems: withoutProblem(serverProblems, `rules.${edit.key}`) };
    }
    case 'rule.created': {
      // A type's own rule replaces the general rule with the same key.
      const rules = [...draft.rules.filter(({ key }) => key !== edit.rule.key), edit.rule];
      return {
        rules,
        values: initialRuleValues(rules, draft.type?.type ?? null, draft.league, draft.values),
      };
    }
    case 'option.toggle':
      return isMatchGame(draft) ? null : withTappedOption(draft, edit.option);
    case 'side.select':
      return isMatchGame(draft) ? withTappedOption(draft, edit.option) : null;
    case 'option.entered':
      return isInList(draft, edit.option) ? null : withTappedOption(draft, edit.option);
    case 'option.pictureChanged': {
      const unpaired =
        draft.unpaired?.id === edit.option ? { ...draft.unpaired, image: edit.image } : draft.unpaired;
      return { faces: withPicture(draft.faces, edit.option, edit.image), unpaired };
    }
    case 'match.remove': {
      const left = groups.filter(({ id }) => id !== edit.match);
      if (!isMatchGame(draft) || left.length === groups.length) return null;
      return { groups: left, serverProblems: withoutProblem(serverProblems, 'groups') };
    }
    case 'date.change': {
      const { match, leg, date } = edit;
      if (!groups.some(({ id }) => id === match) || leg < 0 || leg >= legsOf(draft)) return null;
      return {
        groups: setGroupDate(groups, match, leg, date),
        serverProblems: withoutProblem(serverProblems, `${groupPath(draft, match)}.dates.${leg}`),
      };
    }
    case 'option.move': {
      const after = hasManualOrder(draft) ? moveOption(groups, edit, isMatchGame(draft)) : null;
      if (!after || after.some(({ options }) => hasDuplicateOption(draft.faces, options))) return null;
      return { groups: after, serverProblems: withoutProblem(serverProblems, 'groups') };
    }
  }
}

/** The draft with another league. The groups are dropped if only one of both leagues plays in pairs. */
export function withLeague(draft: GameDraft, league: League): Partial<GameDraft> {
  if (playsInPairs(draft) === playsInPairs({ league })) return { league };
  return { league, groups: [], unpaired: null };
}

/** The draft with another type. Rule values are kept for the same type, groups if both or neither are match games. */
export function withType(draft: GameDraft, type: ItemType, rules: readonly ItemRule[]): Partial<GameDraft> {
  const typed = draft.type?.id === type.id ? draft.values : {};
  const values = initialRuleValues(rules, type.type, draft.league, typed);
  if (isMatchGame(draft) === isMatchGame({ type })) return { type, rules, values };
  return { type, rules, values, groups: [], unpaired: null };
}

/** The slide on which the refused fields can be corrected; the last slide for dates and for other failures. */
export function slideToFix(failure: Failure): Slide {
  const paths = Object.keys(fieldProblemsOf(failure));
  if (paths.some((path) => path.startsWith('rules.'))) return 'settings';
  return paths.some((path) => /^groups(?!.*\.dates)/.test(path)) ? 'options' : 'reorder';
}
