import { assign, emit, setup } from 'xstate';
import { visibleText } from '#contract/text.ts';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

/** `ids`: the selected rows. `other`: a written answer, where allowed; null for none. */
export type MultiSelectValue = { readonly ids: readonly number[]; readonly other: string | null };

type Context = MultiSelectValue & {
  /** Whether an empty selection cannot be confirmed. */
  readonly required: boolean;
};
type Events =
  | ({ type: 'select.open' } & MultiSelectValue)
  | { type: 'selection.change'; ids: readonly number[]; other: boolean }
  | { type: 'other.change'; text: string }
  | { type: 'select.confirm' }
  | { type: 'select.close' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { required: boolean };
    emitted: { type: 'selected' } & MultiSelectValue;
    tags: 'open';
  }>(),
  guards: {
    isComplete: ({ context: { ids, other, required } }) =>
      other === null ? !required || ids.length > 0 : visibleText(other) !== '',
  },
  actions: {
    setSelection: assign((_, { ids, other }: MultiSelectValue) => ({ ids, other })),
    changeSelection: assign(({ context }, { ids, other }: { ids: readonly number[]; other: boolean }) => ({
      ids,
      other: other ? (context.other ?? '') : null,
    })),
    setOther: assign((_, other: string) => ({ other })),
    reportSelected: emit(({ context: { ids, other } }) => ({
      type: 'selected',
      ids,
      other: other === null ? null : visibleText(other),
    })),
  },
});

/**
 * Selects rows of a list in a sheet, or a written answer where allowed.
 * The selection changes only on confirm; closing keeps the previous one.
 */
export const multiSelect = charts.createMachine({
  id: 'multi-select',
  context: ({ input }) => ({ ...input, ids: [], other: null }),
  initial: 'closed',
  states: {
    closed: { on: { 'select.open': { target: 'open', actions: { type: 'setSelection', params: eventOf } } } },
    open: {
      tags: 'open',
      on: {
        'selection.change': { actions: { type: 'changeSelection', params: eventOf } },
        'other.change': { actions: { type: 'setOther', params: ({ event }) => event.text } },
        'select.confirm': { guard: 'isComplete', target: 'closed', actions: 'reportSelected' },
        'select.close': 'closed',
      },
    },
  },
});
