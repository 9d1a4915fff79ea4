import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { LabRule, LabRules, RulesPreview } from '#contract/what-if.ts';
import { rulesToAsk, withChoice, type ChosenRules, type RuleChoice } from '#domain/rules-lab.ts';
import { eventOf, nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  readonly post: number;
  /** The game's own rules, and its table by the rules requested last. */
  readonly preview: RulesPreview | null;
  /** The chosen rules that differ from the game's own. */
  readonly chosen: ChosenRules;
  readonly failure: Failure | null;
};
type Change = { type: 'rule.change'; key: LabRule; value: RuleChoice };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Change | { type: 'rules.reset' } | { type: 'preview.refresh' } | { type: 'lab.retry' };
    input: { post: number };
    tags: 'busy' | 'failed' | 'shown' | 'incomplete';
  }>(),
  actors: {
    /** Resolves with the game's table by other rules; rules left out are the game's own. */
    previewRules: port<RulesPreview, { post: number; rules: LabRules }>('previewRules'),
  },
  delays: { debounce: 300 },
  guards: { isComplete: ({ context: { chosen } }) => rulesToAsk(chosen) !== null },
  actions: {
    storeChoice: assign(({ context: { chosen, preview } }, change: Change) => ({
      chosen: withChoice(chosen, nonNull(preview).rules, change),
    })),
    clearChoices: assign({ chosen: {} }),
    storePreview: assign((_, preview: RulesPreview) => ({ preview, failure: null })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
  },
});

const ask = {
  id: 'previewRules',
  src: 'previewRules',
  input: ({ context: { post, chosen } }: { context: Context }) => ({
    post,
    rules: nonNull(rulesToAsk(chosen)),
  }),
} as const;
const storePreview = { type: 'storePreview', params: outputOf } as const;

/**
 * Shows the table that an ended game would have by other rules. Answers to older choices are dropped, and no request is
 * sent while a chosen rule is invalid.
 */
export const rulesLab = charts.createMachine({
  id: 'rules-lab',
  context: ({ input: { post } }) => ({ post, preview: null, chosen: {}, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        ...ask,
        onDone: { target: 'ready', actions: storePreview },
        onError: { target: 'failed', actions: storeFailure },
      },
    },
    failed: { tags: 'failed', on: { 'lab.retry': 'loading' } },
    ready: {
      tags: 'shown',
      initial: 'settled',
      on: {
        'rule.change': { target: '.changed', actions: { type: 'storeChoice', params: eventOf } },
        'rules.reset': { target: '.asking', actions: 'clearChoices' },
      },
      states: {
        settled: { on: { 'preview.refresh': 'asking' } },
        changed: {
          always: [{ guard: 'isComplete', target: 'debouncing' }, { target: 'incomplete' }],
        },
        debouncing: { tags: 'busy', after: { debounce: 'asking' } },
        /** A chosen rule is invalid: the table shown is by the previous rules. */
        incomplete: { tags: 'incomplete' },
        asking: {
          tags: 'busy',
          invoke: {
            ...ask,
            onDone: { target: 'settled', actions: storePreview },
            onError: { target: 'stale', actions: storeFailure },
          },
          on: { 'preview.refresh': { target: 'asking', reenter: true } },
        },
        stale: { tags: 'failed', on: { 'lab.retry': 'asking', 'preview.refresh': 'asking' } },
      },
    },
  },
});
