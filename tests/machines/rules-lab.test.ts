import type { LabRules, RulesPreview } from '#contract/what-if.ts';
import type { ChosenRules } from '#domain/rules-lab.ts';
import { rulesLab } from '#machines/rules-lab.ts';
import { after, done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const offline = { kind: 'offline' };
const rules: LabRules = {
  pts_exact: 4,
  pts_difference: 3,
  pts_outcome: 2,
  underdog: 0,
  multiplier: 1,
  joker: true,
};
const previewOf = (rank: number): RulesPreview => ({
  results: [
    { rank, member: { id: 7, name: 'דנה', image: null }, points: 9, exact: 2, real: { rank: 1, points: 9 } },
  ],
  count: 1,
  me: null,
  layout: 'home/away',
  rules,
  jokers: true,
});

const debounceWait = [{ event: { type: 'xstate.after.debounce.rules-lab.ready.debouncing' }, ms: 300 }];
const fetchesPreview = (chosen: object) => ({
  calls: { previewRules: { post: 5, rules: chosen } },
  waits: [],
});
type Before = { chosen: ChosenRules };
/** The choices after a change of `key`; with an invalid number nothing is fetched. */
const changesRule = (key: keyof ChosenRules, value: number | boolean | null) => (before: Before) => {
  const { [key]: _, ...others } = before.chosen;
  const chosen: ChosenRules = value === rules[key] ? others : { ...others, [key]: value };
  const isWhole = chosen.pts_exact !== null && chosen.pts_exact !== 1001;
  return {
    to: isWhole ? 'ready.debouncing' : 'ready.incomplete',
    context: { chosen },
    waits: isWhole ? debounceWait : [],
    calls: {},
  };
};
const showsPreview = (rank: number) => ({
  to: 'ready.settled',
  context: { preview: previewOf(rank), failure: null },
});
const refetchesPreview = ({ chosen }: Before) => ({ to: 'ready.asking', ...fetchesPreview(chosen) });

testMachine(rulesLab, {
  inputs: { game: { post: 5 } },
  fold: ({ chosen, preview, failure }) =>
    [JSON.stringify(chosen), preview?.results[0]?.rank, failure?.kind].join(' '),
  events: {
    'more for an exact score': { type: 'rule.change', key: 'pts_exact', value: 6 },
    'no number': { type: 'rule.change', key: 'pts_exact', value: null },
    'too big a number': { type: 'rule.change', key: 'pts_exact', value: 1001 },
    'the number of the league': { type: 'rule.change', key: 'pts_exact', value: 4 },
    'no jokers': { type: 'rule.change', key: 'joker', value: false },
    reset: { type: 'rules.reset' },
    'a correction': { type: 'preview.refresh' },
    retry: { type: 'lab.retry' },
    'debounce ends': after('debounce', 300),
    'a first place': done('previewRules', previewOf(1)),
    'a second place': done('previewRules', previewOf(2)),
    'not loaded': error('previewRules', offline),
  },
  becomes: {
    'start: game': {
      to: 'loading',
      context: { post: 5, preview: null, chosen: {}, failure: null },
      calls: { previewRules: { post: 5, rules: {} } },
    },
    'loading + a first place': showsPreview(1),
    'loading + a second place': showsPreview(2),
    'loading + not loaded': { to: 'failed', context: { failure: offline } },
    'failed + retry': { to: 'loading', calls: { previewRules: { post: 5, rules: {} } } },
    'ready + more for an exact score': changesRule('pts_exact', 6),
    'ready + no number': changesRule('pts_exact', null),
    'ready + too big a number': changesRule('pts_exact', 1001),
    'ready + the number of the league': changesRule('pts_exact', 4),
    'ready + no jokers': changesRule('joker', false),
    'ready + reset': { to: 'ready.asking', context: { chosen: {} }, ...fetchesPreview({}) },
    'ready.settled + a correction': refetchesPreview,
    'ready.debouncing + debounce ends': refetchesPreview,
    'ready.asking + a correction': refetchesPreview,
    'ready.asking + a first place': showsPreview(1),
    'ready.asking + a second place': showsPreview(2),
    'ready.asking + not loaded': { to: 'ready.stale', context: { failure: offline } },
    'ready.stale + retry': refetchesPreview,
    'ready.stale + a correction': refetchesPreview,
  },
  claims: {
    loading: hasExactTags('busy'),
    failed: hasExactTags('failed'),
    'ready.settled': hasExactTags('shown'),
    'ready.debouncing': hasExactTags('shown', 'busy'),
    'ready.incomplete': hasExactTags('shown', 'incomplete'),
    'ready.asking': hasExactTags('shown', 'busy'),
    'ready.stale': hasExactTags('shown', 'failed'),
  },
});
