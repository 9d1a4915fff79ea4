import type { FieldProblem } from '#contract/failures.ts';
import { ruleBounds } from '#contract/rule-bounds.ts';
import { areLabRules, labRules, type LabRule, type LabRules } from '#contract/what-if.ts';

/** Rules as chosen; null is an emptied number. */
export type ChosenRules = { readonly [Key in LabRule]?: LabRules[Key] | null };
export type RuleChoice = Exclude<ChosenRules[LabRule], undefined>;

/** The problem of a chosen rule, by the same checks as the server's; null if it is valid. */
export function ruleChoiceProblem(key: LabRule, value: RuleChoice | undefined): FieldProblem | null {
  if (value === null) return { code: 'required' };
  if (typeof value !== 'number' || key === 'decided_by' || key === 'joker') return null;
  const [min, max] = ruleBounds[key];
  if (value < min) return { code: 'too_small', limit: min };
  return value > max ? { code: 'too_big', limit: max } : null;
}

/** The chosen rules as a request; null while one is invalid. */
export const rulesToAsk = (chosen: ChosenRules): LabRules | null =>
  areLabRules(chosen) && labRules.every((key) => ruleChoiceProblem(key, chosen[key]) === null)
    ? chosen
    : null;

/** The choices with one more; a value equal to the game's own rule is removed. */
export function withChoice(
  chosen: ChosenRules,
  own: LabRules,
  { key, value }: { key: LabRule; value: RuleChoice },
): ChosenRules {
  const { [key]: _, ...others } = chosen;
  return value === own[key] ? others : { ...others, [key]: value };
}
