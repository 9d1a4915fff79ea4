import * as v from 'valibot';
import type { FieldProblem, FieldProblems } from '#contract/failures.ts';
import {
  incompleteMatch,
  nonEmptyGroups,
  isPlayable,
  optionIdsOf,
  type OptionGroup,
} from './option-groups.ts';
import { limits } from '#contract/limits.ts';
import type { GameInput } from '#contract/make-game-calls.ts';
import { ItemRule, ItemType, League, RuleValue } from '#contract/models.ts';
import {
  hasDuplicateOption,
  Face,
  toOptionInput,
  playsInPairs,
  singleIdsOf,
  SingleOption,
} from './option-pairs.ts';
import { rulesToSend, ruleProblem, defaultLegs } from './rule-values.ts';
import { Id } from '#contract/primitives.ts';

/** The wizard's slides, in order. */
export const slides = ['sections', 'types', 'settings', 'options', 'reorder'] as const;
export type Slide = (typeof slides)[number];

/**
 * Everything chosen in the wizard for a game that is not created yet.
 * The schema also parses stored drafts: one without a required key is dropped.
 */
export const GameDraft = v.object({
  league: v.nullable(League),
  /** The categories above the chosen type, from the root. */
  path: v.array(ItemType),
  type: v.nullable(ItemType),
  rules: v.array(ItemRule),
  values: v.record(v.string(), v.nullable(RuleValue)),
  // `options` has ids of options or, in leagues of pairs, of pairs (see `Face`).
  groups: v.array(
    v.object({
      id: Id,
      options: v.array(v.pipe(v.number(), v.safeInteger())),
      dates: v.array(v.nullable(v.string())),
    }),
  ),
  faces: v.record(v.string(), Face),
  /** In a league of pairs: the option whose partner is not chosen yet. */
  unpaired: v.optional(v.nullable(SingleOption), null),
  /** The slide that was open last. */
  slide: v.optional(v.picklist(slides), 'options'),
});
type Frozen<T> = { readonly [Key in keyof T]: T[Key] extends (infer One)[] ? readonly One[] : T[Key] };
export type GameDraft = Frozen<Omit<v.InferOutput<typeof GameDraft>, 'groups' | 'faces'>> & {
  readonly groups: readonly OptionGroup[];
  readonly faces: Readonly<Record<string, Face>>;
};

/** A draft with nothing chosen. */
export const emptyDraft: GameDraft = {
  league: null,
  path: [],
  type: null,
  rules: [],
  values: {},
  groups: [],
  faces: {},
  unpaired: null,
  slide: 'sections',
};

/** Picks the draft out of the wizard's context. */
export function draftOf(given: GameDraft): GameDraft {
  const { league, path, type, rules, values, groups, faces, unpaired, slide } = given;
  return { league, path, type, rules, values, groups, faces, unpaired, slide };
}

/** Whether a restart makes sense: a type or category was chosen. A league alone does not count. */
export const isBegun = ({ type, path }: Pick<GameDraft, 'type' | 'path'>): boolean =>
  type !== null || path.length > 0;

/** Whether the game consists of matches (home/away), not of a list of options. */
export const isMatchGame = ({ type }: Pick<GameDraft, 'type'>): boolean => type?.type === 'home/away';

/** Whether options come from the catalogue (teams of matches, members of pairs) instead of being typed. */
export const offersCatalogue = (draft: Pick<GameDraft, 'type' | 'league'>): boolean =>
  isMatchGame(draft) || playsInPairs(draft);

/** Whether the rules let the groups be arranged by hand. */
export const hasManualOrder = ({ values }: Pick<GameDraft, 'values'>): boolean =>
  values.ordering_type === 'custom';

const positiveIntegerOr = <T>(value: unknown, otherwise: T): number | T => {
  const number = Number(value ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise;
};

/** How many matches each pairing has, at most `limits.rounds`. */
export function legsOf({ values, league, type }: Pick<GameDraft, 'values' | 'league' | 'type'>): number {
  return Math.min(positiveIntegerOr(values.rounds, defaultLegs(type?.type ?? null, league)), limits.rounds);
}

/** How many options one item has, by the rule `players`; null for all. */
export const optionsPerItem = ({ values }: Pick<GameDraft, 'values'>): number | null =>
  positiveIntegerOr(values.players, null);

export const hasValidRules = ({ rules, values }: Pick<GameDraft, 'rules' | 'values'>): boolean =>
  rules.every((rule) => ruleProblem(rule, values[rule.key]) === null);

/** Whether the game can be created as it is. */
export const isComplete = (draft: GameDraft): boolean =>
  draft.unpaired === null &&
  isPlayable(draft.groups, legsOf(draft), singleIdsOf(draft.faces)) &&
  !draft.groups.some((group) => hasDuplicateOption(draft.faces, group.options));

/** Whether the last slide can be shown: the draft is complete, or its groups can be arranged by hand there. */
export const isArrangeable = (draft: GameDraft): boolean =>
  isComplete(draft) ||
  (!isMatchGame(draft) &&
    draft.unpaired === null &&
    hasManualOrder(draft) &&
    optionIdsOf(draft.groups).length > 1);

/** Why a slide cannot be left; `kind` is the key of a `wizardBlocked.*` message, `group` counts from 1. */
export type Blocker =
  | { readonly kind: 'noLeague' | 'noMatch' | 'tooFewOptions' | 'leftOver' }
  | { readonly kind: 'noOpponent' | 'noPartner'; readonly name: string }
  | { readonly kind: 'groupOfOne' | 'duplicate'; readonly group: number }
  | { readonly kind: 'tooMany'; readonly options: number; readonly items: number };

/** The first problem to solve before the slide can be left; null if there is none. */
export function blockerOf(draft: GameDraft, slide: Slide): Blocker | null {
  if (slide === 'sections') return draft.league ? null : { kind: 'noLeague' };
  if (slide === 'options' && !isArrangeable(draft)) return optionsBlocker(draft);
  if (slide === 'reorder' && !isComplete(draft)) return groupsBlocker(draft);
  return null;
}

function optionsBlocker(draft: GameDraft): Blocker {
  const { groups, faces, unpaired } = draft;
  if (unpaired) return { kind: 'noPartner', name: unpaired.name };
  const match = isMatchGame(draft);
  const waiting = match ? incompleteMatch(groups)?.options[0] : undefined;
  if (waiting !== undefined) return { kind: 'noOpponent', name: faces[waiting]?.name ?? '' };
  const options = optionIdsOf(groups).length;
  if (match && options === 0) return { kind: 'noMatch' };
  if (options < 2) return { kind: 'tooFewOptions' };
  return groupsBlocker(draft, 'leftOver');
}

function groupsBlocker(draft: GameDraft, groupOfOne: 'groupOfOne' | 'leftOver' = 'groupOfOne'): Blocker {
  const { groups, faces } = draft;
  const alone = groups.findIndex(({ options }) => options.length === 1);
  if (alone >= 0 && groupOfOne === 'leftOver') return { kind: 'leftOver' };
  if (alone >= 0) return { kind: 'groupOfOne', group: alone + 1 };
  const twice = groups.findIndex(({ options }) => hasDuplicateOption(faces, options));
  if (twice >= 0) return { kind: 'duplicate', group: twice + 1 };
  return { kind: 'tooMany', options: limits.gameOptions, items: limits.gameItems };
}

/** The slide to reopen: the stored one, or the first one whose choice is missing, if that is earlier. */
export function furthestSlide(draft: GameDraft): Slide {
  const leads = [
    draft.league !== null,
    draft.type !== null,
    hasValidRules(draft),
    isArrangeable(draft),
    false,
  ];
  return slides[Math.min(leads.indexOf(false), slides.indexOf(draft.slide))] ?? draft.slide;
}

/** The body of the call that creates the game. */
export function toGameInput(draft: GameDraft): GameInput {
  const legs = legsOf(draft);
  return {
    section: draft.league?.id ?? 0,
    itemType: draft.type?.id ?? 0,
    rules: rulesToSend(draft.rules, draft.values),
    groups: nonEmptyGroups(draft.groups).map(({ id, options, dates }) => ({
      id,
      options: options.map((option) => toOptionInput(draft.faces, option)),
      // Dates are sent for each leg, or not at all: then every item closes at the game's date.
      ...(dates.slice(0, legs).some((date) => date !== null) && { dates: dates.slice(0, legs) }),
    })),
  };
}

/** The data of the wizard's summary. */
export function summaryOf(draft: GameDraft): {
  league: string | null;
  type: string | null;
  pairs: boolean;
  items: number;
  options: Face[];
} {
  return {
    league: draft.league?.name ?? null,
    type: draft.type?.name ?? null,
    pairs: playsInPairs(draft),
    // Groups of one option, such as a match without an opponent, do not count yet.
    items: draft.groups.filter(({ options }) => options.length > 1).length * legsOf(draft),
    options: optionIdsOf(draft.groups).flatMap((id) => draft.faces[id] ?? []),
  };
}

/** The problem of each invalid rule, by key: the wizard's own check first, else the server's. */
export function ruleProblems(
  draft: Pick<GameDraft, 'rules' | 'values'> & { readonly serverProblems: FieldProblems },
): Record<string, FieldProblem> {
  return Object.fromEntries(
    draft.rules.flatMap((rule) => {
      const problem = ruleProblem(rule, draft.values[rule.key]) ?? draft.serverProblems[`rules.${rule.key}`];
      return problem ? [[rule.key, problem] as const] : [];
    }),
  );
}

/** The path of a group in the server's problems, by its index among the groups sent. */
export const groupPath = ({ groups }: Pick<GameDraft, 'groups'>, group: number): string =>
  `groups.${nonEmptyGroups(groups).findIndex(({ id }) => id === group)}`;

/** The server's problem with a group, or with its date of one leg. */
export function groupProblem(
  draft: Pick<GameDraft, 'groups'> & { readonly serverProblems: FieldProblems },
  group: number,
  leg?: number,
): FieldProblem | null {
  const at = groupPath(draft, group);
  if (leg !== undefined) return draft.serverProblems[`${at}.dates.${leg}`] ?? null;
  const path = Object.keys(draft.serverProblems).find(
    (name) => name === at || name.startsWith(`${at}.options`) || name.startsWith(`${at}.name`),
  );
  return path === undefined ? null : (draft.serverProblems[path] ?? null);
}
