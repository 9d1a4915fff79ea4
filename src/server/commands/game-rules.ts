import type { FieldProblem } from '#contract/failures.ts';
import { hasUnderdogs, ruleDefaults, type Layout } from '#contract/layouts.ts';
import { dateMax, daysLater } from '#contract/israel-time.ts';
import { limits } from '#contract/limits.ts';
import type { Item, ItemRule } from '#contract/models.ts';
import { ruleBounds as scoringBounds } from '#contract/rule-bounds.ts';
import { parseTimestamp } from '#contract/timestamp-input.ts';
import { hasMedians, type RuleValue, type Rules } from '#contract/scoring.ts';

export type DisplayRule = Item['details']['rules'][number];

/** A rule of a game type. */
export type RuleSpec = Pick<
  ItemRule,
  'key' | 'value' | 'type' | 'maxlength' | 'details' | 'required' | 'readonly'
>;
type GivenRules = Readonly<Record<string, RuleValue | null>>;
type ValidatedRules = {
  readonly rules: Record<string, RuleValue>;
  readonly problems: Record<string, FieldProblem>;
};

const ruleSpec = (key: string, type: RuleSpec['type'], extra: Partial<RuleSpec> = {}): RuleSpec => ({
  key,
  value: null,
  type,
  maxlength: null,
  details: {},
  required: false,
  readonly: false,
  ...extra,
});
/** The spec of a numeric rule; its bounds are those of its key in `ruleBounds`. */
const numberSpec = (key: string, value: number | null = null): RuleSpec =>
  ruleSpec(key, 'number', { value, required: value !== null });
const choiceDetails = (...values: string[]) => ({
  choices: values.map((value) => ({ value, title: value })),
});

// Bounds of scoring rules, and of rules for creating bets and items.
const ruleBounds: Record<string, readonly [min: number, max: number]> = {
  ...scoringBounds,
  bets_allow: [1, limits.gameOptions],
  votesForPoint: [1, 1000],
  rounds: [1, limits.rounds],
  players: [2, limits.gameOptions],
};

/** Rules that every game of a layout has, even if its type does not show them as fields. */
function builtInRules(layout: Layout, rounds: number): RuleSpec[] {
  const scoring = Object.entries<number | string>(ruleDefaults[layout]);
  return [
    ruleSpec('description', 'textarea', { maxlength: limits.gameDescription }),
    ruleSpec('due_date', 'datetime'),
    ruleSpec('ordering_type', 'select', {
      value: 'as_chosen',
      details: choiceDetails('random', 'as_chosen', 'custom'),
    }),
    ruleSpec('hide_options', 'boolean', { value: true }),
    numberSpec('players'),
    numberSpec('rounds', rounds),
    numberSpec('multiplier'),
    ruleSpec('joker', 'boolean'),
    ...(hasUnderdogs(layout) ? [numberSpec('underdog')] : []),
    ...scoring.map(([key, value]) =>
      typeof value === 'number'
        ? numberSpec(key, value)
        : ruleSpec(key, 'select', { value, details: choiceDetails('result', 'crowd') }),
    ),
  ];
}

type ParsedValue = { value: RuleValue } | FieldProblem;
const invalid: FieldProblem = { code: 'invalid' };

function parseNumber(spec: RuleSpec, given: RuleValue): ParsedValue {
  const text = typeof given === 'string' ? given.trim() : given;
  const value = typeof text === 'string' && /^-?\d{1,9}$/.test(text) ? Number(text) : text;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return invalid;
  const [floor, ceiling] = ruleBounds[spec.key] ?? [-1_000_000_000, 1_000_000_000];
  const min = Math.max(floor, spec.details.min ?? floor);
  const max = Math.min(ceiling, spec.details.max ?? ceiling);
  if (value < min) return { code: 'too_small', limit: min };
  if (value > max) return { code: 'too_big', limit: max };
  return { value };
}

function parseBoolean(given: RuleValue): ParsedValue {
  if (typeof given === 'boolean') return { value: given };
  const word = String(given).toLowerCase();
  return word === 'true' || word === 'false' ? { value: word === 'true' } : invalid;
}

function parseText(spec: RuleSpec, given: RuleValue): ParsedValue {
  if (typeof given !== 'string') return invalid;
  const limit = spec.maxlength ?? limits.ruleText;
  return given.length > limit ? { code: 'too_long', limit } : { value: given };
}

const parseDateTime = (given: RuleValue, now: Date): ParsedValue =>
  typeof given === 'string' ? parseFutureDate(given, now) : invalid;

/** Parses a future time into UTC; latest the end of next year in Israel, plus half a day for time zones. */
export function parseFutureDate(given: string, now: Date): { value: string } | FieldProblem {
  const value = parseTimestamp(given);
  if (value === null) return invalid;
  if (value <= now.toISOString()) return { code: 'past' };
  if (value >= `${daysLater(dateMax(now), 1)}T12:00`) return invalid;
  return { value };
}

function parseValue(spec: RuleSpec, given: RuleValue, now: Date): ParsedValue {
  switch (spec.type) {
    case 'number':
      return parseNumber(spec, given);
    case 'boolean':
      return parseBoolean(given);
    case 'datetime':
      return parseDateTime(given, now);
    case 'select': {
      const choice = spec.details.choices?.find(({ value }) => String(value) === String(given));
      return choice ? { value: choice.value } : invalid;
    }
    case 'modelscroll':
      return typeof given === 'boolean' ? invalid : { value: given };
    default:
      return parseText(spec, given);
  }
}

const isSameValue = (one: ParsedValue, other: ParsedValue): boolean =>
  'value' in one && 'value' in other && one.value === other.value;

/** Problems of a rule's default and bounds, by its fields. */
export function brokenRuleFields(spec: RuleSpec, now: Date): Record<string, FieldProblem> {
  const { min, max } = spec.details;
  if (min !== undefined && max !== undefined && min > max)
    return { 'details.max': { code: 'too_small', limit: min } };
  if (spec.value === null || isBlank(spec.value)) return {};
  const parsed = parseValue(spec, spec.value, now);
  return 'code' in parsed ? { value: parsed } : {};
}

const isBlank = (value: RuleValue | null | undefined) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * A game's rules from the request, its type's rules and the defaults. A rule left out gets its default; a required rule
 * given empty is a problem. Problems are keyed by `rules.<key>`.
 */
export function validateRules(
  layout: Layout,
  typeRules: readonly RuleSpec[],
  given: GivenRules,
  league: { readonly rounds: number },
  now: Date,
): ValidatedRules {
  const specs = new Map(
    builtInRules(layout, layout === 'home/away' ? league.rounds : 1).map((s) => [s.key, s]),
  );
  for (const spec of typeRules) {
    const base = specs.get(spec.key);
    // The league's number of rounds overrides the type's default.
    const value = spec.key === 'rounds' ? (base?.value ?? spec.value) : (spec.value ?? base?.value ?? null);
    // Built-in rules keep their type, even if the game type declares another.
    specs.set(spec.key, base ? { ...spec, type: base.type, value, details: mergeDetails(spec, base) } : spec);
  }
  const rules: Record<string, RuleValue> = {};
  const problems: Record<string, FieldProblem> = {};
  for (const key of Object.keys(given)) {
    if (!specs.has(key)) problems[`rules.${key}`] = { code: 'unknown_field' };
  }
  for (const [key, spec] of specs) {
    const givenValue = Object.hasOwn(given, key) ? given[key] : undefined;
    const fallback = spec.value === null || isBlank(spec.value) ? undefined : spec.value;
    if (isBlank(givenValue) && spec.required && (givenValue !== undefined || fallback === undefined)) {
      problems[`rules.${key}`] = { code: 'required' };
      continue;
    }
    const value = isBlank(givenValue) ? fallback : givenValue;
    if (value === undefined || value === null) continue;
    const result = parseValue(spec, value, now);
    if ('code' in result) problems[`rules.${key}`] = result;
    else if (spec.readonly && fallback !== undefined && !isSameValue(result, parseValue(spec, fallback, now)))
      problems[`rules.${key}`] = invalid;
    else rules[key] = result.value;
  }
  return { rules, problems };
}

/** A game's rules with the league's choice for late joiners, which neither the type nor the request can set. */
export function withLeagueRules(
  { late_joiner: _, ...rules }: ValidatedRules['rules'],
  league: Rules,
): ValidatedRules['rules'] {
  return hasMedians(league) ? { ...rules, late_joiner: 'median' } : rules;
}

/** Custom rules of a type, for display only. */
export function displayRules(
  layout: Layout,
  typeRules: readonly (RuleSpec & Pick<ItemRule, 'name'>)[],
  rules: ValidatedRules['rules'],
): DisplayRule[] {
  const known = new Set(builtInRules(layout, 1).map(({ key }) => key));
  return typeRules.flatMap(({ key, name, type, details }) => {
    const value = rules[key];
    if (value === undefined || known.has(key)) return [];
    return [{ name, type, value: details.choices?.find((choice) => choice.value === value)?.title ?? value }];
  });
}

function mergeDetails(spec: RuleSpec, base: RuleSpec): RuleSpec['details'] {
  // A type may offer only a subset of the built-in choices.
  const known = base.details.choices?.map(({ value }) => value);
  if (!known) return spec.details;
  const offered = spec.details.choices?.filter(({ value }) => known.includes(value)) ?? [];
  return { ...base.details, ...spec.details, choices: offered.length > 0 ? offered : base.details.choices };
}
