import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { backStack, type HistoryMoved } from '#machines/back-stack.ts';
import {
  after,
  childSends,
  error,
  hasExactTags,
  testMachine,
  when,
} from '#tests/support/statecharts/test-machine.ts';

type Context = { layers: readonly string[]; entries: number; onLayer: boolean };

const backEvents = (...layers: readonly string[]) => layers.map((layer) => ({ type: 'layer.back', layer }));
const settleWait = [{ event: { type: 'xstate.after.settleTime.back-stack.debouncing' }, ms: 50 }];
const moveWait = [{ event: { type: 'xstate.after.moveTimeout.back-stack.removing' }, ms: 3000 }];

/** The history entries are settled 50 ms after the last layer has opened or closed. */
const opensLayer = (layer: string) => ({
  to: 'debouncing',
  context: ({ layers }: Context) => ({ layers: [...layers, layer] }),
  waits: settleWait,
});
const closesLayer = (layer: string) => ({
  to: 'debouncing',
  context: ({ layers }: Context) => ({ layers: layers.filter((other) => other !== layer) }),
  waits: settleWait,
});
const opensIfClosed = (layer: string) => (before: Context) =>
  before.layers.includes(layer) ? 'ignored' : opensLayer(layer);
const closesIfOpen = (layer: string) => (before: Context) =>
  before.layers.includes(layer) ? closesLayer(layer) : 'ignored';

/** Going back from an entry closes the layers above the one it leads to. */
const goesBackTo =
  (entries: number, onLayer = entries > 0) =>
  (before: Context) => {
    const closed: Readonly<Record<string, readonly string[]>> = {
      'pad: 1 to 0': ['pad'],
      'sheet: 1 to 0': ['sheet'],
      'pad, sheet: 1 to 0': ['sheet'],
      'pad, sheet: 2 to 1': ['sheet'],
      'pad, sheet: 2 to 0': ['sheet', 'pad'],
      'pad: 2 to 0': ['pad'],
      'sheet: 2 to 0': ['sheet'],
    };
    return {
      to: 'debouncing',
      context: { entries, onLayer },
      sends: backEvents(...(closed[`${before.layers.join(', ')}: ${before.entries} to ${entries}`] ?? [])),
      waits: settleWait,
    };
  };
/** Any other move closes no layer; an entry whose layer is closed is removed. */
const movesTo =
  (entries: number, onLayer = entries > 0) =>
  ({ layers }: Context) =>
    onLayer && entries > layers.length
      ? { to: 'debouncing', context: { entries, onLayer }, waits: settleWait }
      : { to: 'settled', context: { entries, onLayer }, waits: [] };

const movesIn = (state: string) => ({
  [`${state} + pad opens`]: opensIfClosed('pad'),
  [`${state} + sheet opens`]: opensIfClosed('sheet'),
  [`${state} + pad closes`]: closesIfOpen('pad'),
  [`${state} + sheet closes`]: closesIfOpen('sheet'),
  [`${state} + back to none`]: goesBackTo(0),
  [`${state} + back to the first`]: goesBackTo(1),
  [`${state} + back to a sheet over the first`]: goesBackTo(1, false),
  [`${state} + another screen`]: movesTo(0),
  [`${state} + a sheet over the first`]: movesTo(1, false),
  [`${state} + forward to the first`]: movesTo(1),
  [`${state} + forward to the second`]: movesTo(2),
});

const movesWhileRemoving = (entries: number, onLayer = entries > 0) => ({
  to: 'debouncing',
  context: { entries, onLayer },
  waits: settleWait,
});
const updatesWhileRemoving = (change: typeof opensLayer) => (layer: string) => (before: Context) => {
  const outcome = (change === opensLayer ? opensIfClosed : closesIfOpen)(layer)(before);
  return outcome === 'ignored' ? outcome : { to: 'removing', context: outcome.context(before) };
};

const hasHistory = (snapshot: SnapshotFrom<typeof backStack>) => !snapshot.matches('unavailable');
const historyMoves = (to: Omit<HistoryMoved, 'type'>) =>
  when(hasHistory, childSends('history', { type: 'history.moved', ...to }));

testMachine(backStack, {
  inputs: { none: { entries: 0, onLayer: false }, reloaded: { entries: 1, onLayer: true } },
  fold: ({ layers, entries, onLayer }) => `${layers.join(', ')}: ${entries}${onLayer ? '' : ', not on one'}`,
  events: {
    'pad opens': when(({ context }) => context.layers[0] !== 'sheet', { type: 'layer.opened', layer: 'pad' }),
    'pad closes': { type: 'layer.closed', layer: 'pad' },
    // The sheet opens after the pad: the other order repeats the transitions.
    'sheet opens': when(({ context }) => context.layers[0] === 'pad', {
      type: 'layer.opened',
      layer: 'sheet',
    }),
    'sheet closes': { type: 'layer.closed', layer: 'sheet' },
    'back to none': historyMoves({ entries: 0, onLayer: false, back: true }),
    'back to the first': historyMoves({ entries: 1, onLayer: true, back: true }),
    'back to a sheet over the first': historyMoves({ entries: 1, onLayer: false, back: true }),
    'another screen': historyMoves({ entries: 0, onLayer: false, back: false }),
    'a sheet over the first': historyMoves({ entries: 1, onLayer: false, back: false }),
    'forward to the first': historyMoves({ entries: 1, onLayer: true, back: false }),
    'forward to the second': historyMoves({ entries: 2, onLayer: true, back: false }),
    'no history': when(hasHistory, error('history', { kind: 'unavailable' })),
    settled: after('settleTime', 50),
    'nothing moves': after('moveTimeout', 3000),
  },
  becomes: {
    'start: none': {
      to: 'settled (: 0, not on one)',
      context: { layers: [], entries: 0, onLayer: false },
      calls: { history: undefined },
      waits: [],
    },
    // The layer of the entry is not open yet.
    'start: reloaded': {
      to: 'settled (: 1)',
      context: { layers: [], entries: 1, onLayer: true },
      calls: { history: undefined },
      waits: [],
    },
    'settled + no history': { to: 'unavailable', context: { layers: [] } },
    'debouncing + no history': { to: 'unavailable', context: { layers: [] } },
    'removing + no history': { to: 'unavailable', context: { layers: [] } },
    ...movesIn('settled'),
    ...movesIn('debouncing'),
    'debouncing + settled': ({ layers, entries, onLayer }) => {
      if (entries < layers.length)
        return {
          to: 'settled',
          context: { entries: layers.length, onLayer: true },
          sends: [{ type: 'entries.add', count: layers.length - entries }],
        };
      if (onLayer && entries > layers.length)
        return {
          to: 'removing',
          context: { entries, onLayer },
          sends: [{ type: 'entries.remove', count: entries - layers.length }],
          waits: moveWait,
        };
      return { to: 'settled', context: { layers, entries, onLayer } };
    },
    'removing + pad opens': updatesWhileRemoving(opensLayer)('pad'),
    'removing + sheet opens': updatesWhileRemoving(opensLayer)('sheet'),
    'removing + pad closes': updatesWhileRemoving(closesLayer)('pad'),
    'removing + sheet closes': updatesWhileRemoving(closesLayer)('sheet'),
    'removing + back to none': movesWhileRemoving(0),
    'removing + back to the first': movesWhileRemoving(1),
    'removing + back to a sheet over the first': movesWhileRemoving(1, false),
    'removing + another screen': movesWhileRemoving(0),
    'removing + a sheet over the first': movesWhileRemoving(1, false),
    'removing + forward to the first': movesWhileRemoving(1),
    'removing + forward to the second': movesWhileRemoving(2),
    'removing + nothing moves': 'settled',
  },
  unpaired: 5,
  claims: {
    settled: (snapshot, { timers }) => {
      hasExactTags('settled')(snapshot);
      expect(timers).toEqual([]);
    },
    debouncing: (snapshot, { timers }) => {
      hasExactTags()(snapshot);
      expect(timers).toHaveLength(1);
    },
    removing: (snapshot, { timers }) => {
      hasExactTags('goingBack')(snapshot);
      expect(timers).toHaveLength(1);
    },
    unavailable: hasExactTags('settled'),
  },
});
