import { expect } from 'vitest';
import type { ItemRule, ItemType } from '#contract/models.ts';
import { typeShelf } from '#machines/type-shelf.ts';
import { after, done, error, everyEdge } from '#tests/support/walks.ts';

const type = (id: number, subs: number, layout: ItemType['type']) =>
  ({ id, subs, type: layout, name: `type ${id}` }) as ItemType;
const football = type(1, 2, null);
const vote = type(3, 0, 'vote');
const basketball = type(2, 0, 'vote');
/** Staff have begun it and not said yet how it is bet on. */
const unfinished = type(4, 0, null);
const types = [football, basketball, vote, unfinished];
const rules = [{ id: 9, key: 'pts_correct' } as ItemRule];
const offline = { kind: 'offline' as const };

const asksRules = (chosen: ItemType) => ({
  to: 'shown.loadingRules',
  context: { chosen, types },
  calls: { loadRules: { itemType: chosen.id } },
});

everyEdge(typeShelf, {
  inputs: { roots: { parent: 0 }, 'of football': { parent: 1 } },
  fold: ({ parent, chosen }) => `of ${parent}, ${chosen?.id ?? 'none'} chosen`,
  events: {
    arrive: done('loadTypes', types),
    'no types': error('loadTypes', offline),
    'too long': after('patience', 20_000),
    retry: { type: 'shelf.retry' },
    football: { type: 'type.choose', id: 1 },
    basketball: { type: 'type.choose', id: 2 },
    vote: { type: 'type.choose', id: 3 },
    unfinished: { type: 'type.choose', id: 4 },
    'none of these': { type: 'type.choose', id: 99 },
    'rules come': done('loadRules', rules),
    'no rules': error('loadRules', offline),
  },
  becomes: {
    'start: roots': {
      to: 'loading',
      context: { parent: 0, types: [], chosen: null, rules: [], failure: null },
      calls: { loadTypes: { parent: 0 } },
    },
    'start: of football': { to: 'loading', calls: { loadTypes: { parent: 1 } } },
    'loading + arrive': { to: 'shown.choosing', context: { types } },
    'loading + no types': { to: 'failed', context: { failure: offline } },
    'loading + too long': { to: 'failed', context: { failure: offline } },
    'failed + retry': ({ parent }) => ({ to: 'loading', calls: { loadTypes: { parent } } }),

    'shown + football': { to: 'chosen', output: { type: football, rules: [] } },
    'shown + basketball': asksRules(basketball),
    'shown + vote': asksRules(vote),
    'shown.loadingRules + rules come': ({ chosen }) => ({ to: 'chosen', output: { type: chosen, rules } }),
    'shown.loadingRules + no rules': { to: 'shown.rulesFailed', context: { failure: offline, types } },
    'shown.loadingRules + too long': { to: 'shown.rulesFailed', context: { failure: offline } },
    'shown.rulesFailed + retry': ({ chosen }) => ({
      to: 'shown.loadingRules',
      calls: { loadRules: { itemType: chosen?.id } },
    }),
  },
  claims: {
    loading: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    shown: (snapshot) => expect(snapshot.hasTag('shown')).toBe(true),
    'shown.loadingRules': (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    'shown.rulesFailed': (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
  },
});
