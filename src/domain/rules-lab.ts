import type { FieldProblem } from '#contract/failures.ts';
import { ruleBounds } from '#contract/rule-bounds.ts';
import { areLabRules, labRules, type LabRule, type LabRules } from '#contract/what-if.ts';

/** Rules as they are chosen: null is a number that was emptied. */
export type ChosenRules = { readonly [Key in LabRule]?: LabRules[Key] | null };
export type RuleChoice = Exclude<ChosenRules[LabRule], undefined>;

/** What is wrong with a rule as it is chosen, by the server's checks. */
export function ruleChoiceProblem(key: LabRule, value: RuleChoice | undefined): FieldProblem | null {
  if (value === null) return { code: 'required' };
  if (typeof value !== 'number' || key === 'decided_by' || key === 'joker') return null;
  const [min, max] = ruleBounds[key];
  if (value < min) return { code: 'too_small', limit: min };
  return value > max ? { code: 'too_big', limit: max } : null;
}

/** The rules to ask about; null while one of them is no rule. */
export const rulesToAsk = (chosen: ChosenRules): LabRules | null =>
  areLabRules(chosen) && labRules.every((key) => ruleChoiceProblem(key, chosen[key]) === null)
    ? chosen
    : null;

/** The choices with this one; what is the game's own again is no choice. */
export function withChoice(
  chosen: ChosenRules,
  own: LabRules,
  { key, value }: { key: LabRule; value: RuleChoice },
): ChosenRules {
  const { [key]: _, ...others } = chosen;
  return value === own[key] ? others : { ...others, [key]: value };
}
