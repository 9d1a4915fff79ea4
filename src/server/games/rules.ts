import type { FieldProblem } from '#contract/failures.ts';
import { ruleDefaults, type Layout } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import type { Item, ItemRule } from '#contract/models.ts';
import type { RuleValue } from '#contract/scoring.ts';

export type ShownRule = Item['details']['rules'][number];

/** A rule as its game type has it. */
export type RuleSpec = Pick<
  ItemRule,
  'key' | 'value' | 'type' | 'maxlength' | 'details' | 'required' | 'readonly'
>;
export type GivenRules = Readonly<Record<string, RuleValue | null>>;
export type Judged = {
  readonly rules: Record<string, RuleValue>;
  readonly problems: Record<string, FieldProblem>;
};

const number = (key: string, value: number | null, min: number, max: number): RuleSpec => ({
  key,
  value,
  type: 'number',
  maxlength: null,
  details: { min, max },
  required: value !== null,
  readonly: false,
});
const other = (key: string, type: RuleSpec['type'], extra: Partial<RuleSpec> = {}): RuleSpec => ({
  key,
  value: null,
  type,
  maxlength: null,
  details: {},
  required: false,
  readonly: false,
  ...extra,
});
const choices = (...values: string[]) => ({ choices: values.map((value) => ({ value, title: value })) });

// What scoring reads stays in bounds that no type may widen: sums must fit, and nothing is divided by zero.
const bounds: Record<string, readonly [min: number, max: number]> = {
  pts_exact: [0, 1000],
  pts_difference: [0, 1000],
  pts_outcome: [0, 1000],
  pts_correct: [0, 1000],
  pts_close: [0, 1000],
  bets_allow: [1, limits.gameOptions],
  votesForPoint: [1, 1000],
  even_breakpoint: [0, 100],
  rounds: [1, limits.rounds],
  players: [2, limits.gameOptions],
};

/** The rules every game of a layout knows, whether or not its type shows them as fields. */
function builtIn(layout: Layout, rounds: number): RuleSpec[] {
  const scoring = Object.entries(ruleDefaults[layout] as Record<string, number | string>);
  return [
    other('description', 'textarea', { maxlength: limits.gameDescription }),
    other('due_date', 'datetime'),
    other('ordering_type', 'select', {
      value: 'as_chosen',
      details: choices('random', 'as_chosen', 'custom'),
    }),
    other('hide_options', 'boolean', { value: true }),
    number('players', null, 2, limits.gameOptions),
    number('rounds', rounds, 1, limits.rounds),
    ...scoring.map(([key, value]) =>
      typeof value === 'number'
        ? number(key, value, ...(bounds[key] ?? [0, 1000]))
        : other(key, 'select', { value, details: choices('result', 'crowd') }),
    ),
  ];
}

type Read = { value: RuleValue } | FieldProblem;
const invalid: FieldProblem = { code: 'invalid' };

function readNumber(spec: RuleSpec, given: RuleValue): Read {
  const text = typeof given === 'string' ? given.trim() : given;
  const value = typeof text === 'string' && /^-?\d{1,9}$/.test(text) ? Number(text) : text;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return invalid;
  const [least, most] = bounds[spec.key] ?? [-1_000_000_000, 1_000_000_000];
  const min = Math.max(least, spec.details.min ?? least);
  const max = Math.min(most, spec.details.max ?? most);
  if (value < min) return { code: 'too_small', limit: min };
  if (value > max) return { code: 'too_big', limit: max };
  return { value };
}

function readBoolean(given: RuleValue): Read {
  if (typeof given === 'boolean') return { value: given };
  const word = String(given).toLowerCase();
  return word === 'true' || word === 'false' ? { value: word === 'true' } : invalid;
}

function readText(spec: RuleSpec, given: RuleValue): Read {
  if (typeof given !== 'string') return invalid;
  const limit = spec.maxlength ?? limits.ruleText;
  return given.length > limit ? { code: 'too_long', limit } : { value: given };
}

function readMoment(given: RuleValue, now: Date): Read {
  if (typeof given !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(given)) return invalid;
  return readAhead(given, now);
}

/** A moment still ahead, in UTC, before the last day that a date picker offers has ended everywhere. */
export function readAhead(given: string, now: Date): { value: string } | FieldProblem {
  const at = Date.parse(given);
  if (Number.isNaN(at)) return invalid;
  if (at <= now.getTime()) return { code: 'past' };
  if (at >= Date.UTC(now.getUTCFullYear() + 2, 0, 1, 12)) return invalid;
  return { value: new Date(at).toISOString() };
}

function read(spec: RuleSpec, given: RuleValue, now: Date): Read {
  switch (spec.type) {
    case 'number':
      return readNumber(spec, given);
    case 'boolean':
      return readBoolean(given);
    case 'datetime':
      return readMoment(given, now);
    case 'select': {
      const choice = spec.details.choices?.find(({ value }) => String(value) === String(given));
      return choice ? { value: choice.value } : invalid;
    }
    case 'modelscroll':
      return typeof given === 'boolean' ? invalid : { value: given };
    default:
      return readText(spec, given);
  }
}

const isBlank = (value: RuleValue | null | undefined) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * A game's own rules, from what was given, what its type says and the defaults; numbers as numbers.
 * Left out, a rule has its default; given empty, a required one is refused. Problems are by `rules.<key>`.
 */
export function judgeRules(
  layout: Layout,
  ofType: readonly RuleSpec[],
  given: GivenRules,
  league: { readonly rounds: number },
  now: Date,
): Judged {
  const specs = new Map(builtIn(layout, layout === 'home/away' ? league.rounds : 1).map((s) => [s.key, s]));
  for (const spec of ofType) {
    const base = specs.get(spec.key);
    // A league's own number of rounds is its games' default, before the type's.
    const value = spec.key === 'rounds' ? (base?.value ?? spec.value) : (spec.value ?? base?.value ?? null);
    // What scoring reads keeps its kind, whatever kind of field the type shows it as.
    specs.set(spec.key, base ? { ...spec, type: base.type, value, details: detailsOf(spec, base) } : spec);
  }
  const rules: Record<string, RuleValue> = {};
  const problems: Record<string, FieldProblem> = {};
  for (const key of Object.keys(given)) {
    if (!specs.has(key)) problems[`rules.${key}`] = { code: 'unknown_field' };
  }
  for (const [key, spec] of specs) {
    const own = Object.hasOwn(given, key) ? given[key] : undefined;
    const fallback = isBlank(spec.value) ? undefined : spec.value;
    if (isBlank(own) && spec.required && (own !== undefined || fallback === undefined)) {
      problems[`rules.${key}`] = { code: 'required' };
      continue;
    }
    const value = isBlank(own) ? fallback : own;
    if (value === undefined || value === null) continue;
    const result = read(spec, value, now);
    if ('code' in result) problems[`rules.${key}`] = result;
    else if (spec.readonly && !isBlank(own) && fallback !== undefined && result.value !== fallback) {
      problems[`rules.${key}`] = invalid;
    } else rules[key] = result.value;
  }
  return { rules, problems };
}

/** The rules that neither scoring nor the making of a game knows, as people read them. */
export function shownRules(
  layout: Layout,
  ofType: readonly (RuleSpec & Pick<ItemRule, 'name'>)[],
  rules: Judged['rules'],
): ShownRule[] {
  const known = new Set(builtIn(layout, 1).map(({ key }) => key));
  return ofType.flatMap(({ key, name, type, details }) => {
    const value = rules[key];
    if (value === undefined || known.has(key)) return [];
    return [{ name, type, value: details.choices?.find((choice) => choice.value === value)?.title ?? value }];
  });
}

function detailsOf(spec: RuleSpec, base: RuleSpec): RuleSpec['details'] {
  // A type may offer fewer of the choices that the making of a game knows, never others.
  const known = base.details.choices?.map(({ value }) => value);
  if (!known) return spec.details;
  const offered = spec.details.choices?.filter(({ value }) => known.includes(value)) ?? [];
  return { ...base.details, ...spec.details, choices: offered.length > 0 ? offered : base.details.choices };
}
