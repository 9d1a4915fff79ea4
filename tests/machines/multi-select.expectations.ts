import type { ContextFrom } from 'xstate';
import type { multiSelect } from '#machines/multi-select.ts';
import { hasExactTags, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof multiSelect>;

const opensWith = (ids: number[], other: string | null) => (before: Before) => ({
  to: 'open',
  context: { required: before.required, ids, other },
});
const changesSelection = (change: Partial<Before>) => (before: Before) => ({
  to: 'same',
  context: { ...before, ...change },
});

/** Expectations of multi-select, for its test and for its screen's walk. */
export const multiSelectExpectations: MachineExpectations<typeof multiSelect> = {
  inputs: { required: { required: true }, optional: { required: false } },
  fold: ({ required, ids, other }) => `${required ? 'required' : 'optional'}: ${ids.join()}; ${other ?? '-'}`,
  events: {
    'open with none': { type: 'select.open', ids: [], other: null },
    'open with 3': { type: 'select.open', ids: [3], other: null },
    'open with text': { type: 'select.open', ids: [], other: 'הסבתא' },
    'select 4': { type: 'selection.change', ids: [4], other: false },
    'select 4 and 5': { type: 'selection.change', ids: [4, 5], other: false },
    'select none': { type: 'selection.change', ids: [], other: false },
    'select other': { type: 'selection.change', ids: [], other: true },
    write: { type: 'other.change', text: ' הסבתא ' },
    'write nothing': { type: 'other.change', text: '  ' },
    confirm: { type: 'select.confirm' },
    close: { type: 'select.close' },
  },
  becomes: {
    'start: required': { to: 'closed', context: { required: true, ids: [], other: null } },
    'start: optional': { to: 'closed', context: { required: false, ids: [], other: null } },

    'closed + open with none': opensWith([], null),
    'closed + open with 3': opensWith([3], null),
    'closed + open with text': opensWith([], 'הסבתא'),

    'open + select 4': changesSelection({ ids: [4], other: null }),
    'open + select 4 and 5': changesSelection({ ids: [4, 5], other: null }),
    'open + select none': changesSelection({ ids: [], other: null }),
    // The text that was written before stays.
    'open + select other': (before) => changesSelection({ ids: [], other: before.other ?? '' })(before),
    'open + write': changesSelection({ other: ' הסבתא ' }),
    'open + write nothing': changesSelection({ other: '  ' }),
    'open + confirm': ({ required, ids, other }) =>
      (other === null ? required && ids.length === 0 : other.trim() === '')
        ? 'ignored'
        : { to: 'closed', sends: [{ type: 'selected', ids, other: other === null ? null : 'הסבתא' }] },
    'open + close': 'closed',
  },
  claims: { closed: hasExactTags(), open: hasExactTags('open') },
};
