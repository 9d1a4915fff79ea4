import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { ItemType } from '#contract/models.ts';
import type { gameTypePicker } from '#machines/game-type-picker.ts';
import { buildRule, buildItemType } from '#tests/support/builders.ts';
import {
  after,
  done,
  error,
  hasExactTags,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const type = (id: number, subs: number, layout: ItemType['type']) =>
  buildItemType(id, `type ${id}`, subs, layout);
type Before = ContextFrom<typeof gameTypePicker>;
const football = type(1, 2, null);
const vote = type(3, 0, 'vote');
const basketball = type(2, 0, 'vote');
/** Staff have begun it and not said yet how it is bet on. */
const unfinished = type(4, 0, null);
const arrived = [football, basketball, vote, unfinished];
/** Nobody but staff has anything to do with a shelf that is empty. */
const shown = (staff: boolean) => (staff ? arrived : [football, basketball, vote]);
const made = type(7, 0, 'bets');
const rules = [buildRule(9, 'pts_correct')];
const offline = { kind: 'offline' as const };

const asksRules = (chosen: ItemType) => (before: Before) => ({
  to: 'shown.loadingRules',
  context: { chosen, types: before.types },
  calls: { loadRules: { itemType: chosen.id } },
});

/** What is written of type-shelf: its test walks it headless, its screen's in a browser. */
export const gameTypePickerExpectations: MachineExpectations<typeof gameTypePicker> = {
  inputs: {
    roots: { parent: 0, staff: false },
    'of football': { parent: 1, staff: false },
    'for staff': { parent: 0, staff: true },
  },
  fold: ({ parent, chosen, staff, types }) =>
    `of ${parent}${staff ? ' for staff' : ''}, ${types.length} types, ${chosen?.id ?? 'none'} chosen`,
  events: {
    arrive: done('loadTypes', arrived),
    'no types': error('loadTypes', offline),
    'too long': after('patience', 20_000),
    retry: { type: 'shelf.retry' },
    football: { type: 'type.choose', id: 1 },
    basketball: { type: 'type.choose', id: 2 },
    vote: { type: 'type.choose', id: 3 },
    unfinished: { type: 'type.choose', id: 4 },
    'none of these': { type: 'type.choose', id: 99 },
    'one is made': when(({ context }: AnyMachineSnapshot) => !(context as Before).types.includes(made), {
      type: 'type.made',
      made,
    }),
    'the made one': { type: 'type.choose', id: 7 },
    'rules come': done('loadRules', rules),
    'no rules': error('loadRules', offline),
  },
  becomes: {
    'start: roots': {
      to: 'loading',
      context: { parent: 0, staff: false, types: [], chosen: null, rules: [], failure: null },
      calls: { loadTypes: { parent: 0 } },
    },
    'start: of football': { to: 'loading', calls: { loadTypes: { parent: 1 } } },
    'start: for staff': { to: 'loading', calls: { loadTypes: { parent: 0 } } },
    'loading + arrive': ({ staff }) => ({ to: 'shown.choosing', context: { types: shown(staff) } }),
    'loading + no types': { to: 'failed', context: { failure: offline } },
    'loading + too long': { to: 'failed', context: { failure: offline } },
    'failed + retry': ({ parent }) => ({ to: 'loading', calls: { loadTypes: { parent } } }),

    'shown + football': { to: 'chosen', output: { type: football, rules: [] } },
    'shown + basketball': asksRules(basketball),
    'shown + vote': asksRules(vote),
    'shown + unfinished': ({ staff }) =>
      staff ? { to: 'chosen', output: { type: unfinished, rules: [] } } : 'ignored',
    'shown + one is made': ({ staff, types }) =>
      staff ? { to: 'same', context: { types: [...types, made] } } : 'ignored',
    'shown + the made one': (before) => (before.types.includes(made) ? asksRules(made)(before) : 'ignored'),
    'shown.loadingRules + rules come': ({ chosen }) => ({ to: 'chosen', output: { type: chosen, rules } }),
    'shown.loadingRules + no rules': ({ types }) => ({
      to: 'shown.rulesFailed',
      context: { failure: offline, types },
    }),
    'shown.loadingRules + too long': { to: 'shown.rulesFailed', context: { failure: offline } },
    'shown.rulesFailed + retry': ({ chosen }) => ({
      to: 'shown.loadingRules',
      calls: { loadRules: { itemType: chosen?.id } },
    }),
  },
  claims: {
    loading: hasExactTags('busy'),
    failed: hasExactTags('failed'),
    'shown.choosing': hasExactTags('shown'),
    'shown.loadingRules': hasExactTags('shown', 'busy'),
    'shown.rulesFailed': hasExactTags('shown', 'failed'),
  },
  unpaired: 1,
};
