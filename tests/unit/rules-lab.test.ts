import { expect, test } from 'vitest';
import { ruleChoiceProblem, rulesToAsk, withChoice, type RuleChoice } from '#domain/rules-lab.ts';
import type { LabRule } from '#contract/what-if.ts';

test.each<[LabRule, number, number]>([
  ['pts_exact', 0, 1000],
  ['pts_difference', 0, 1000],
  ['pts_outcome', 0, 1000],
  ['pts_correct', 0, 1000],
  ['pts_close', 0, 1000],
  ['even_breakpoint', 0, 100],
  ['multiplier', 1, 10],
  ['underdog', 0, 1000],
])('%s accepts values from %i to %i', (key, least, most) => {
  const problems = [least - 1, least, most, most + 1, null, undefined].map((value) =>
    ruleChoiceProblem(key, value),
  );
  expect(problems).toEqual([
    { code: 'too_small', limit: least },
    null,
    null,
    { code: 'too_big', limit: most },
    { code: 'required' },
    null,
  ]);
  expect([rulesToAsk({ [key]: most }), rulesToAsk({ [key]: most + 1 })]).toEqual([{ [key]: most }, null]);
});

test.each<[LabRule, RuleChoice]>([
  ['decided_by', 'crowd'],
  ['joker', false],
])('%s accepts its own values', (key, value) => {
  expect(ruleChoiceProblem(key, value)).toBeNull();
  expect(rulesToAsk({ [key]: value })).toEqual({ [key]: value });
});

test('one wrong rule keeps all of them from being sent', () =>
  expect(rulesToAsk({ pts_exact: 5, multiplier: 11, joker: true })).toBeNull());

test('the choice of the game’s own value is removed, and the others are kept', () => {
  const own = { pts_exact: 4, joker: true };
  const chosen = withChoice({ joker: false }, own, { key: 'pts_exact', value: 6 });
  expect(chosen).toEqual({ joker: false, pts_exact: 6 });
  expect(withChoice(chosen, own, { key: 'pts_exact', value: null })).toEqual({
    joker: false,
    pts_exact: null,
  });
  expect(withChoice(chosen, own, { key: 'pts_exact', value: 4 })).toEqual({ joker: false });
});
