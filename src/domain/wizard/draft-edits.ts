import type { Failure, FieldProblem } from '#contract/failures.ts';
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

/** What the server said, by the field's path, until that is changed. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;
type EditableDraft = GameDraft & { readonly refused: FieldProblems };

/** One change that a person makes to a game before it is made. */
export type DraftEdit =
  | { type: 'rule.change'; key: string; value: RuleValues[string] }
  /** The type asks for one more from now on. */
  | { type: 'rule.made'; rule: ItemRule }
  | { type: 'option.toggle'; option: Option }
  | { type: 'match.pick'; option: Option }
  | { type: 'option.made'; option: Option }
  /** It has a picture from now on. */
  | { type: 'option.pictured'; option: number; image: string }
  | { type: 'match.remove'; match: number }
  | { type: 'date.change'; match: number; leg: number; date: string | null }
  | ({ type: 'option.move' } & Move);

const withoutProblem = (refused: FieldProblems, path: string): FieldProblems =>
  Object.fromEntries(
    Object.entries(refused).filter(([name]) => name !== path && !name.startsWith(`${path}.`)),
  );

/** A place of the game taken or let go; null where it would play itself or be too many. */
function withFace(draft: EditableDraft, face: Face): Partial<EditableDraft> | null {
  const asMatches = isMatchGame(draft);
  if (asMatches && !canAddToMatch(draft.groups, face.id)) return null;
  const groups = asMatches
    ? addToMatch(draft.groups, face.id)
    : toggleOption(draft.groups, face.id, optionsPerItem(draft));
  const faces = { ...draft.faces, [face.id]: face };
  if (!isWithinLimits(groups, legsOf(draft), singleIdsOf(faces))) return null;
  return { groups, faces, refused: withoutProblem(draft.refused, 'groups') };
}

/** Of pairs a tap is half a place: the next one makes it whole. One that is in a list already takes its pair out. */
function withPairMember(draft: EditableDraft, one: SingleOption): Partial<EditableDraft> | null {
  const { half, faces, groups } = draft;
  if (half?.id === one.id) return { half: null };
  const holds = (place: number) => singleIdsOf(faces)(place).includes(one.id);
  if (isMatchGame(draft)) {
    // Nobody plays against themselves, whoever is at their side.
    if (incompleteMatch(groups)?.options.some(holds)) return null;
  } else {
    const taken = faces[optionIdsOf(groups).find(holds) ?? 0];
    if (taken) return withFace(draft, taken);
  }
  if (half === null) return { half: one };
  const whole = withFace(draft, makePair(faces, half, one));
  return whole && { ...whole, half: null };
}

/** An option tapped: the next side of a match, or in and out of a list. */
function withTappedOption(
  draft: EditableDraft,
  { id, name, image, is_staff }: Option,
): Partial<EditableDraft> | null {
  return (playsInPairs(draft) ? withPairMember : withFace)(draft, { id, name, image, is_staff });
}

/** What an edit changes, and which of the server's refusals it settles; null where it may not be. */
export function applyDraftEdit(draft: EditableDraft, edit: DraftEdit): Partial<EditableDraft> | null {
  const { groups, refused } = draft;
  switch (edit.type) {
    case 'rule.change': {
      const rule = draft.rules.find(({ key }) => key === edit.key);
      if (!rule || rule.readonly) return null;
      const values = { ...draft.values, [edit.key]: edit.value };
      return { values, refused: withoutProblem(refused, `rules.${edit.key}`) };
    }
    case 'rule.made': {
      // The type's own comes in the place of what every type asks under that key.
      const rules = [...draft.rules.filter(({ key }) => key !== edit.rule.key), edit.rule];
      return {
        rules,
        values: initialRuleValues(rules, draft.type?.type ?? null, draft.league, draft.values),
      };
    }
    case 'option.toggle':
      return isMatchGame(draft) ? null : withTappedOption(draft, edit.option);
    case 'match.pick':
      return isMatchGame(draft) ? withTappedOption(draft, edit.option) : null;
    case 'option.made':
      return withTappedOption(draft, edit.option);
    case 'option.pictured': {
      const half = draft.half?.id === edit.option ? { ...draft.half, image: edit.image } : draft.half;
      return { faces: withPicture(draft.faces, edit.option, edit.image), half };
    }
    case 'match.remove': {
      const left = groups.filter(({ id }) => id !== edit.match);
      if (!isMatchGame(draft) || left.length === groups.length) return null;
      return { groups: left, refused: withoutProblem(refused, 'groups') };
    }
    case 'date.change': {
      const { match, leg, date } = edit;
      if (!groups.some(({ id }) => id === match) || leg < 0 || leg >= legsOf(draft)) return null;
      return {
        groups: setGroupDate(groups, match, leg, date),
        refused: withoutProblem(refused, `${groupPath(draft, match)}.dates.${leg}`),
      };
    }
    case 'option.move': {
      const after = hasManualOrder(draft) ? moveOption(groups, edit, isMatchGame(draft)) : null;
      if (!after || after.some(({ options }) => hasDuplicateOption(draft.faces, options))) return null;
      return { groups: after, refused: withoutProblem(refused, 'groups') };
    }
  }
}

/** The draft in another league: what was picked by ones is nothing where pairs play. */
export function withLeague(draft: GameDraft, league: League): Partial<GameDraft> {
  if (playsInPairs(draft) === playsInPairs({ league })) return { league };
  return { league, groups: [], half: null };
}

/** The draft with a leaf chosen. What was typed and picked stays as far as it means the same there. */
export function withType(draft: GameDraft, type: ItemType, rules: readonly ItemRule[]): Partial<GameDraft> {
  const typed = draft.type?.id === type.id ? draft.values : {};
  const values = initialRuleValues(rules, type.type, draft.league, typed);
  if (isMatchGame(draft) === isMatchGame({ type })) return { type, rules, values };
  return { type, rules, values, groups: [], half: null };
}

/** What the server refused of a game, by the field's path. */
export const fieldProblemsOf = (failure: Failure): FieldProblems =>
  'fields' in failure ? (failure.fields ?? {}) : {};

/** The slide where that can be mended: the last one has the dates, and the button to try again. */
export function slideToFix(failure: Failure): Slide {
  const paths = Object.keys(fieldProblemsOf(failure));
  if (paths.some((path) => path.startsWith('rules.'))) return 'settings';
  return paths.some((path) => /^groups(?!.*\.dates)/.test(path)) ? 'options' : 'reorder';
}
