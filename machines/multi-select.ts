import { assign, emit, setup } from 'xstate';
import { setupTypes } from './port.ts';

/** What was picked: rows by id, and where that may be, something else in words. */
export type MultiSelectValue = { readonly ids: readonly number[]; readonly other: string | null };

type Context = MultiSelectValue & {
  /** Proceeding with nothing is no answer. */
  readonly required: boolean;
};
type Events =
  | ({ type: 'picker.open' } & MultiSelectValue)
  | { type: 'choices.change'; ids: readonly number[]; other: boolean }
  | { type: 'other.change'; text: string }
  | { type: 'picker.proceed' }
  | { type: 'picker.close' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { required: boolean };
    emitted: { type: 'picked' } & MultiSelectValue;
    tags: 'open';
  }>(),
  guards: {
    isAnswer: ({ context: { ids, other, required } }) =>
      other === null ? !required || ids.length > 0 : other.trim() !== '',
  },
  actions: {
    begin: assign((_, { ids, other }: MultiSelectValue) => ({ ids, other })),
    choose: assign(({ context }, { ids, other }: { ids: readonly number[]; other: boolean }) => ({
      ids,
      other: other ? (context.other ?? '') : null,
    })),
    write: assign((_, { text }: { text: string }) => ({ other: text })),
    tell: emit(({ context: { ids, other } }) => ({
      type: 'picked',
      ids,
      other: other === null ? null : other.trim(),
    })),
  },
});

const eventOf = <Event>({ event }: { event: Event }) => event;

/**
 * A list to pick from, in a sheet of its own. Nothing changes until `proceed`: closing it leaves what was picked
 * before.
 */
export const multiSelect = charts.createMachine({
  id: 'model-scroll',
  context: ({ input }) => ({ ...input, ids: [], other: null }),
  initial: 'closed',
  states: {
    closed: { on: { 'picker.open': { target: 'open', actions: { type: 'begin', params: eventOf } } } },
    open: {
      tags: 'open',
      on: {
        'choices.change': { actions: { type: 'choose', params: eventOf } },
        'other.change': { actions: { type: 'write', params: eventOf } },
        'picker.proceed': { guard: 'isAnswer', target: 'closed', actions: 'tell' },
        'picker.close': 'closed',
      },
    },
  },
});
