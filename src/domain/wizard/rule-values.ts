import type * as v from 'valibot';
import type { FieldProblem } from '#contract/failures.ts';
import { isEmpty } from '#contract/form-fields.ts';
import { optionalRuleDefaults, ruleDefaults, type Layout } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import type { ItemRule, League, RuleValue } from '#contract/models.ts';
import { visibleText } from '#contract/text.ts';

/** The value of each rule by its key; null and empty text are no value. */
export type RuleValues = Readonly<Record<string, v.InferOutput<typeof RuleValue> | null>>;

/** The rules' first values, as the server would choose them (decisions §6); typed ones stay. */
export function initialRuleValues(
  rules: readonly ItemRule[],
  layout: Layout | null,
  league: Pick<League, 'rounds'> | null,
  typed: RuleValues,
): RuleValues {
  const defaults: RuleValues = {
    ...(layout && ruleDefaults[layout]),
    rounds: defaultLegs(layout, league),
  };
  return Object.fromEntries(
    rules.map(({ key, value }) => {
      if (Object.hasOwn(typed, key)) return [key, typed[key] ?? null];
      // A league's own number of rounds comes before the type's.
      return [key, (key === 'rounds' ? null : value) ?? defaults[key] ?? null];
    }),
  );
}

/** Whether a game can do without an answer to the rule: it has a value of its own, or empty has a meaning of its own. */
export const hasDefault = (rule: ItemRule, layout: Layout | null): boolean =>
  rule.key === 'players' ||
  Object.hasOwn(optionalRuleDefaults, rule.key) ||
  !isEmpty(initialRuleValues([rule], layout, null, {})[rule.key]);

/** Matches per pairing if no rule says: the league's rounds for home/away, else 1. */
export const defaultLegs = (layout: Layout | null, league: Pick<League, 'rounds'> | null): number =>
  layout === 'home/away' ? (league?.rounds ?? 1) : 1;

/** The problem of a rule's value, by the server's checks. */
export function ruleProblem(rule: ItemRule, value: RuleValues[string] | undefined): FieldProblem | null {
  if (isEmpty(value)) return rule.required ? { code: 'required' } : null;
  const { min, max, choices } = rule.details;
  switch (rule.type) {
    case 'number': {
      const number = Number(value);
      if (!Number.isSafeInteger(number)) return { code: 'invalid' };
      if (min !== undefined && number < min) return { code: 'too_small', limit: min };
      return max !== undefined && number > max ? { code: 'too_big', limit: max } : null;
    }
    case 'select':
      return choices?.some((choice) => String(choice.value) === String(value)) ? null : { code: 'invalid' };
    case 'datetime':
      return Number.isNaN(Date.parse(String(value))) ? { code: 'invalid' } : null;
    case 'text':
    case 'textarea': {
      const limit = rule.maxlength ?? limits.ruleText;
      return String(value).trim().length > limit ? { code: 'too_long', limit } : null;
    }
    default:
      return null;
  }
}

/** The rules as they are sent: text trimmed, no value as null, read-only ones left out. */
export function rulesToSend(
  rules: readonly ItemRule[],
  values: RuleValues,
): Record<string, RuleValues[string]> {
  return Object.fromEntries(
    rules
      .filter(({ readonly }) => !readonly)
      .map(({ key, type }) => {
        const value = values[key] ?? null;
        if (isEmpty(value)) return [key, null];
        if (type === 'number') return [key, Number(value)];
        return [key, typeof value === 'string' ? visibleText(value) : value];
      }),
  );
}
