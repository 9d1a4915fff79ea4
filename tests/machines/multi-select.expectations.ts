import type { ContextFrom } from 'xstate';
import type { multiSelect } from '#machines/multi-select.ts';
import { hasExactTags, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof multiSelect>;

const opens = (ids: number[], other: string | null) => (before: Before) => ({
  to: 'open',
  context: { required: before.required, ids, other },
});
const becomes = (change: Partial<Before>) => (before: Before) => ({
  to: 'same',
  context: { ...before, ...change },
});

/** What is written of model-scroll: its test walks it headless, its screen's in a browser. */
export const multiSelectExpectations: MachineExpectations<typeof multiSelect> = {
  inputs: { required: { required: true }, optional: { required: false } },
  fold: ({ required, ids, other }) => `${required ? 'required' : 'optional'}: ${ids.join()}; ${other ?? '-'}`,
  events: {
    'open with none': { type: 'picker.open', ids: [], other: null },
    'open with 3': { type: 'picker.open', ids: [3], other: null },
    'open with words': { type: 'picker.open', ids: [], other: 'הסבתא' },
    'choose 4': { type: 'choices.change', ids: [4], other: false },
    'choose 4 and 5': { type: 'choices.change', ids: [4, 5], other: false },
    'choose none': { type: 'choices.change', ids: [], other: false },
    'choose other': { type: 'choices.change', ids: [], other: true },
    write: { type: 'other.change', text: ' הסבתא ' },
    'write nothing': { type: 'other.change', text: '  ' },
    proceed: { type: 'picker.proceed' },
    close: { type: 'picker.close' },
  },
  becomes: {
    'start: required': { to: 'closed', context: { required: true, ids: [], other: null } },
    'start: optional': { to: 'closed', context: { required: false, ids: [], other: null } },

    'closed + open with none': opens([], null),
    'closed + open with 3': opens([3], null),
    'closed + open with words': opens([], 'הסבתא'),

    'open + choose 4': becomes({ ids: [4], other: null }),
    'open + choose 4 and 5': becomes({ ids: [4, 5], other: null }),
    'open + choose none': becomes({ ids: [], other: null }),
    // What was written already stays.
    'open + choose other': (before) => becomes({ ids: [], other: before.other ?? '' })(before),
    'open + write': becomes({ other: ' הסבתא ' }),
    'open + write nothing': becomes({ other: '  ' }),
    'open + proceed': ({ required, ids, other }) =>
      (other === null ? required && ids.length === 0 : other.trim() === '')
        ? 'ignored'
        : { to: 'closed', sends: [{ type: 'picked', ids, other: other === null ? null : 'הסבתא' }] },
    'open + close': 'closed',
  },
  claims: { closed: hasExactTags(), open: hasExactTags('open') },
};
