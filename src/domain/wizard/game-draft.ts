import * as v from 'valibot';
import type { FieldProblem } from '#contract/failures.ts';
import { nonEmptyGroups, isPlayable, optionIdsOf, type OptionGroup } from './option-groups.ts';
import { limits } from '#contract/limits.ts';
import { ItemRule, ItemType, League, RuleValue, type GameInput } from '#contract/models.ts';
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

/** Everything chosen for a game that is not made yet; what a device keeps is read with this. */
export const GameDraft = v.object({
  league: v.nullable(League),
  /** The types gone through, from the roots. */
  path: v.array(ItemType),
  /** The leaf. */
  type: v.nullable(ItemType),
  rules: v.array(ItemRule),
  values: v.record(v.string(), v.nullable(RuleValue)),
  // Of pairs, the pairs' own ids: see `Face`.
  groups: v.array(
    v.object({
      id: Id,
      options: v.array(v.pipe(v.number(), v.safeInteger())),
      dates: v.array(v.nullable(v.string())),
    }),
  ),
  faces: v.record(v.string(), Face),
  /** Chosen, and waiting for somebody to be a pair with. */
  half: v.optional(v.nullable(SingleOption), null),
  /** Where it was left. */
  slide: v.optional(v.picklist(slides), 'options'),
});
type Frozen<T> = { readonly [Key in keyof T]: T[Key] extends (infer One)[] ? readonly One[] : T[Key] };
export type GameDraft = Frozen<Omit<v.InferOutput<typeof GameDraft>, 'groups' | 'faces'>> & {
  readonly groups: readonly OptionGroup[];
  readonly faces: Readonly<Record<string, Face>>;
};

/** Nothing chosen yet. */
export const emptyDraft: GameDraft = {
  league: null,
  path: [],
  type: null,
  rules: [],
  values: {},
  groups: [],
  faces: {},
  half: null,
  slide: 'sections',
};

/** The draft alone, of what else is held beside it. */
export function draftOf(given: GameDraft): GameDraft {
  const { league, path, type, rules, values, groups, faces, half, slide } = given;
  return { league, path, type, rules, values, groups, faces, half, slide };
}

/** A home/away game is a list of matches; any other is a list of options. */
export const isMatchGame = ({ type }: Pick<GameDraft, 'type'>): boolean => type?.type === 'home/away';

/** May the groups be arranged by hand? */
export const hasManualOrder = ({ values }: Pick<GameDraft, 'values'>): boolean =>
  values.ordering_type === 'custom';

const positiveIntegerOr = <T>(value: unknown, otherwise: T): number | T => {
  const number = Number(value ?? Number.NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise;
};

/** How often each pairing is played. */
export function legsOf({ values, league, type }: Pick<GameDraft, 'values' | 'league' | 'type'>): number {
  return Math.min(positiveIntegerOr(values.rounds, defaultLegs(type?.type ?? null, league)), limits.rounds);
}

/** How many options one item holds; null is all of them. */
export const optionsPerItem = ({ values }: Pick<GameDraft, 'values'>): number | null =>
  positiveIntegerOr(values.players, null);

export const hasValidRules = ({ rules, values }: Pick<GameDraft, 'rules' | 'values'>): boolean =>
  rules.every((rule) => ruleProblem(rule, values[rule.key]) === null);

/** Can it be sent as it is? */
export const isComplete = (draft: GameDraft): boolean =>
  draft.half === null &&
  isPlayable(draft.groups, legsOf(draft), singleIdsOf(draft.faces)) &&
  !draft.groups.some((group) => hasDuplicateOption(draft.faces, group.options));

/** Can it be looked at in groups? Where those may be arranged by hand, they need not be whole yet. */
export const isArrangeable = (draft: GameDraft): boolean =>
  isComplete(draft) ||
  (!isMatchGame(draft) &&
    draft.half === null &&
    hasManualOrder(draft) &&
    optionIdsOf(draft.groups).length > 1);

/** The slide where it is taken up again: the one it was left on, as far as what was chosen leads there. */
export function furthestSlide(draft: GameDraft): Slide {
  const leads = [
    draft.league !== null,
    draft.type !== null,
    hasValidRules(draft),
    isArrangeable(draft),
    false,
  ];
  return slides[Math.min(leads.indexOf(false), slides.indexOf(draft.slide))] as Slide;
}

/** The call that makes the game. */
export function toGameInput(draft: GameDraft): GameInput {
  const legs = legsOf(draft);
  return {
    section: draft.league?.id ?? 0,
    itemType: draft.type?.id ?? 0,
    rules: rulesToSend(draft.rules, draft.values),
    groups: nonEmptyGroups(draft.groups).map(({ id, options, dates }) => ({
      id,
      options: options.map((option) => toOptionInput(draft.faces, option)),
      // A date for each leg, or none at all: then all close by the game's own.
      ...(dates.slice(0, legs).some((date) => date !== null) && { dates: dates.slice(0, legs) }),
    })),
  };
}

/** What will be made, in a few words. */
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
    // A match that still wants an opponent is none yet.
    items: draft.groups.filter(({ options }) => options.length > 1).length * legsOf(draft),
    options: optionIdsOf(draft.groups).flatMap((id) => draft.faces[id] ?? []),
  };
}

type FieldProblems = Readonly<Record<string, FieldProblem>>;

/** What is wrong with each rule as it stands: the wizard's own checks, then what the server said. */
export function ruleProblems(
  draft: Pick<GameDraft, 'rules' | 'values'> & { readonly refused: FieldProblems },
): Record<string, FieldProblem> {
  return Object.fromEntries(
    draft.rules.flatMap((rule) => {
      const problem = ruleProblem(rule, draft.values[rule.key]) ?? draft.refused[`rules.${rule.key}`];
      return problem ? [[rule.key, problem] as const] : [];
    }),
  );
}

/** The server knows the groups by their place among those sent. */
export const groupPath = ({ groups }: Pick<GameDraft, 'groups'>, group: number): string =>
  `groups.${nonEmptyGroups(groups).findIndex(({ id }) => id === group)}`;

/** What the server said of a group, or of its date of one leg. */
export function groupProblem(
  draft: Pick<GameDraft, 'groups'> & { readonly refused: FieldProblems },
  group: number,
  leg?: number,
): FieldProblem | null {
  const at = groupPath(draft, group);
  if (leg !== undefined) return draft.refused[`${at}.dates.${leg}`] ?? null;
  const path = Object.keys(draft.refused).find(
    (name) => name === at || name.startsWith(`${at}.options`) || name.startsWith(`${at}.name`),
  );
  return path === undefined ? null : (draft.refused[path] ?? null);
}
