import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { ItemType } from '#contract/models.ts';
import type { gameTypePicker } from '#machines/game-type-picker.ts';
import { buildRule, buildItemType } from '#tests/support/builders.ts';
import {
  done,
  error,
  hasExactTags,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const itemType = (id: number, subs: number, layout: ItemType['type']) =>
  buildItemType(id, `type ${id}`, subs, layout);
type Before = ContextFrom<typeof gameTypePicker>;
const footballType = itemType(1, 2, null);
const voteType = itemType(3, 0, 'vote');
const basketballType = itemType(2, 0, 'vote');
/** A category without types yet, or a type without its layout. */
const unfinished = itemType(4, 0, null);
const loadedTypes = [footballType, basketballType, voteType, unfinished];
/** Only staff see an empty category: they can add types to it. */
const visibleTypes = (staff: boolean) => (staff ? loadedTypes : [footballType, basketballType, voteType]);
const createdType = itemType(7, 0, 'bets');
const rules = [buildRule(9, 'pts_correct')];
const offline = { kind: 'offline' as const };

const nothingLoaded = { types: [], chosen: null, rules: [], failure: null };
/** A type without rules to fill in is chosen at once. */
const choosesType = (chosen: ItemType) => ({
  to: 'chosen',
  context: { chosen },
  output: { type: chosen, rules: [] },
});
const loadsRules = (chosen: ItemType) => ({
  to: 'shown.loadingRules',
  context: { chosen },
  calls: { loadRules: { itemType: chosen.id } },
});

/** Expectations of game-type-picker, for its test and for its screen's walk. */
export const gameTypePickerExpectations: MachineExpectations<typeof gameTypePicker> = {
  inputs: {
    roots: { parent: 0, staff: false },
    'of football': { parent: 1, staff: false },
    'for staff': { parent: 0, staff: true },
  },
  fold: ({ parent, chosen, staff, types }) =>
    `of ${parent}${staff ? ' for staff' : ''}, ${types.length} types, ${chosen?.id ?? 'none'} chosen`,
  events: {
    'types loaded': done('loadTypes', loadedTypes),
    'types failed': error('loadTypes', offline),
    retry: { type: 'types.retry' },
    football: { type: 'type.choose', id: 1 },
    basketball: { type: 'type.choose', id: 2 },
    vote: { type: 'type.choose', id: 3 },
    unfinished: { type: 'type.choose', id: 4 },
    'an unknown type': { type: 'type.choose', id: 99 },
    'type created': when(
      ({ context }: AnyMachineSnapshot) => !(context as Before).types.includes(createdType),
      {
        type: 'type.created',
        created: createdType,
      },
    ),
    'the created type': { type: 'type.choose', id: 7 },
    'rules loaded': done('loadRules', rules),
    'rules failed': error('loadRules', offline),
  },
  becomes: {
    'start: roots': {
      to: 'loading',
      context: { parent: 0, staff: false, ...nothingLoaded },
      calls: { loadTypes: { parent: 0 } },
    },
    'start: of football': {
      to: 'loading',
      context: { parent: 1, staff: false, ...nothingLoaded },
      calls: { loadTypes: { parent: 1 } },
    },
    'start: for staff': {
      to: 'loading',
      context: { parent: 0, staff: true, ...nothingLoaded },
      calls: { loadTypes: { parent: 0 } },
    },
    'loading + types loaded': ({ staff }) => ({ to: 'shown.idle', context: { types: visibleTypes(staff) } }),
    'loading + types failed': { to: 'failed', context: { failure: offline } },
    'failed + retry': ({ parent }) => ({ to: 'loading', calls: { loadTypes: { parent } } }),

    'shown + football': choosesType(footballType),
    'shown + basketball': loadsRules(basketballType),
    'shown + vote': loadsRules(voteType),
    'shown + unfinished': ({ staff }) => (staff ? choosesType(unfinished) : 'ignored'),
    'shown + type created': ({ staff, types }) =>
      staff ? { to: 'same', context: { types: [...types, createdType] } } : 'ignored',
    'shown + the created type': ({ types }) =>
      types.includes(createdType) ? loadsRules(createdType) : 'ignored',
    'shown.loadingRules + rules loaded': ({ chosen }) => ({
      to: 'chosen',
      context: { rules },
      output: { type: chosen, rules },
    }),
    'shown.loadingRules + rules failed': { to: 'shown.rulesFailed', context: { failure: offline } },
    'shown.rulesFailed + retry': ({ chosen }) => ({
      to: 'shown.loadingRules',
      calls: { loadRules: { itemType: chosen?.id } },
    }),
  },
  claims: {
    loading: hasExactTags('busy'),
    failed: hasExactTags('failed'),
    'shown.idle': hasExactTags('shown'),
    'shown.loadingRules': hasExactTags('shown', 'busy'),
    'shown.rulesFailed': hasExactTags('shown', 'failed'),
  },
  unpaired: 1,
};
