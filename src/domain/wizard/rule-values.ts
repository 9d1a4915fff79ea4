import type * as v from 'valibot';
import type { FieldProblem } from '#contract/failures.ts';
import { isEmpty } from '#contract/form-fields.ts';
import { optionalRuleDefaults, ruleDefaults, type Layout } from '#contract/layouts.ts';
import { limits } from '#contract/limits.ts';
import type { ItemRule, League, RuleValue } from '#contract/models.ts';
import { visibleText } from '#contract/text.ts';

/** Rule values by key; null and empty text count as no value. */
export type RuleValues = Readonly<Record<string, v.InferOutput<typeof RuleValue> | null>>;

/** The rules' initial values, equal to the server's defaults (decisions §6); values in `typed` are kept. */
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
      // The league's number of rounds takes precedence over the type's.
      return [key, (key === 'rounds' ? null : value) ?? defaults[key] ?? null];
    }),
  );
}

/** Whether the rule may be left empty: it has a default, or empty has a meaning. */
export const hasDefault = (rule: ItemRule, layout: Layout | null): boolean =>
  rule.key === 'players' ||
  Object.hasOwn(optionalRuleDefaults, rule.key) ||
  !isEmpty(initialRuleValues([rule], layout, null, {})[rule.key]);

/** Default matches per pairing: the league's rounds for home/away, else 1. */
export const defaultLegs = (layout: Layout | null, league: Pick<League, 'rounds'> | null): number =>
  layout === 'home/away' ? (league?.rounds ?? 1) : 1;

/** The problem of a rule's value, by the same checks as the server's; null if it is valid. */
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

/** The rule values to send: text trimmed, empty values as null, read-only rules left out. */
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
