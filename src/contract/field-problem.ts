import type * as v from 'valibot';
import { FieldProblem } from './failures.ts';

const fieldCodes = FieldProblem.entries.code.options;

/** The field problem for a valibot issue. */
export function fieldProblemOf(issue: v.BaseIssue<unknown>): FieldProblem {
  const requirement = 'requirement' in issue ? issue.requirement : undefined;
  const limit = typeof requirement === 'number' ? requirement : undefined;
  const withLimit = (code: FieldProblem['code']): FieldProblem =>
    limit === undefined ? { code } : { code, limit };
  // A schema's own message is a field code.
  const ownCode = fieldCodes.find((code) => code === issue.message);
  if (ownCode) return withLimit(ownCode);
  if (issue.type === 'strict_object' && issue.expected === 'never') return { code: 'unknown_field' };
  if (issue.received === 'undefined' || (issue.received === 'null' && issue.kind === 'schema')) {
    return { code: 'required' };
  }
  switch (issue.type) {
    case 'max_length':
      return withLimit('too_long');
    case 'min_length':
    case 'non_empty':
      return limit === 1 || limit === undefined ? { code: 'required' } : withLimit('too_short');
    case 'min_value':
      return withLimit('too_small');
    case 'max_value':
      return withLimit('too_big');
    default:
      return { code: 'invalid' };
  }
}
