import { assign, emit, enqueueActions, sendTo, setup, type EventObject } from 'xstate';
import { eventOf } from './params.ts';
import { setupTypes, streamPort } from './port.ts';

type Layer = { readonly layer: string };
/** `entries`: history entries of layers up to the current entry. `onLayer`: whether the current entry is a layer's. */
type Position = { readonly entries: number; readonly onLayer: boolean };
type Context = Position & {
  /** Ids of the open layers, bottom first; Back closes the last. */
  readonly layers: readonly string[];
};
export type EntriesChange = { type: 'entries.add' | 'entries.remove'; count: number };
/** `back`: whether the move went to an earlier entry. */
export type HistoryMoved = { type: 'history.moved'; back: boolean } & Position;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: ({ type: 'layer.opened' | 'layer.closed' } & Layer) | HistoryMoved;
    /** The history position at page load; after a reload the layers of its entries open later. */
    input: Position;
    emitted: { type: 'layer.back' } & Layer;
    /** `settled`: the history has exactly one entry for each open layer. */
    tags: 'settled' | 'goingBack';
    children: { history: 'history' };
  }>(),
  actors: { history: streamPort<HistoryMoved, undefined, EventObject & EntriesChange>('history') },
  delays: { settleTime: 50, moveTimeout: 3000 },
  guards: {
    isOpen: ({ context }, { layer }: Layer) => context.layers.includes(layer),
    isNotOpen: ({ context }, { layer }: Layer) => !context.layers.includes(layer),
    isBack: (_, { back }: HistoryMoved) => back,
    /** Whether the move went forward to the entry of a closed layer. */
    isOnClosed: ({ context }, { entries, onLayer }: HistoryMoved) =>
      onLayer && entries > context.layers.length,
    lacksEntries: ({ context }) => context.entries < context.layers.length,
    // Nothing is removed while the current entry is not a layer's: a sheet may have an entry of its own above.
    hasTooMany: ({ context }) => context.onLayer && context.entries > context.layers.length,
  },
  actions: {
    addLayer: assign(({ context }, { layer }: Layer) => ({ layers: [...context.layers, layer] })),
    removeLayer: assign(({ context }, { layer }: Layer) => ({
      layers: context.layers.filter((other) => other !== layer),
    })),
    clearLayers: assign({ layers: [] }),
    setPosition: assign((_, { entries, onLayer }: HistoryMoved) => ({ entries, onLayer })),
    /** Emits `layer.back` for each layer above the entry that Back led to, topmost first. */
    reportBack: enqueueActions(({ context, enqueue }, { entries }: HistoryMoved) => {
      const steps = Math.max(0, context.entries - entries);
      const left = Math.max(entries, context.layers.length - steps);
      for (const layer of context.layers.slice(left).toReversed())
        enqueue(emit({ type: 'layer.back', layer }));
    }),
    addEntries: sendTo('history', ({ context }) => ({
      type: 'entries.add',
      count: context.layers.length - context.entries,
    })),
    setAllEntries: assign(({ context }) => ({ entries: context.layers.length, onLayer: true })),
    removeEntries: sendTo('history', ({ context }) => ({
      type: 'entries.remove',
      count: context.entries - context.layers.length,
    })),
  },
});

const addLayer = {
  guard: { type: 'isNotOpen', params: eventOf },
  actions: { type: 'addLayer', params: eventOf },
} as const;
const removeLayer = {
  guard: { type: 'isOpen', params: eventOf },
  actions: { type: 'removeLayer', params: eventOf },
} as const;
const setPosition = { type: 'setPosition', params: eventOf } as const;
const onMoved = [
  {
    guard: { type: 'isBack', params: eventOf },
    target: 'debouncing',
    reenter: true,
    actions: [{ type: 'reportBack', params: eventOf }, setPosition],
  },
  {
    guard: { type: 'isOnClosed', params: eventOf },
    target: 'debouncing',
    reenter: true,
    actions: setPosition,
  },
  // A move to another screen, whose layers open later.
  { target: 'settled', actions: setPosition },
] as const;

/**
 * Makes the browser's Back close layers: sheets and menus without an address get one history entry each.
 * Layers that open and close within `settleTime` are applied together, so replacing one layer by another never navigates.
 */
export const backStack = charts.createMachine({
  id: 'back-stack',
  context: ({ input: { entries, onLayer } }) => ({ layers: [], entries, onLayer }),
  invoke: {
    id: 'history',
    src: 'history',
    // If the port fails, Back leaves the screen instead of closing a layer.
    onError: '.unavailable',
  },
  initial: 'settled',
  states: {
    settled: {
      tags: 'settled',
      on: {
        'layer.opened': { ...addLayer, target: 'debouncing' },
        'layer.closed': { ...removeLayer, target: 'debouncing' },
        'history.moved': onMoved,
      },
    },
    debouncing: {
      after: {
        settleTime: [
          { guard: 'lacksEntries', target: 'settled', actions: ['addEntries', 'setAllEntries'] },
          { guard: 'hasTooMany', target: 'removing', actions: 'removeEntries' },
          { target: 'settled' },
        ],
      },
      on: {
        'layer.opened': { ...addLayer, target: 'debouncing', reenter: true },
        'layer.closed': { ...removeLayer, target: 'debouncing', reenter: true },
        'history.moved': onMoved,
      },
    },
    removing: {
      tags: 'goingBack',
      on: {
        'layer.opened': addLayer,
        'layer.closed': removeLayer,
        'history.moved': { target: 'debouncing', actions: setPosition },
      },
      // The browser may ignore the request to go back.
      after: { moveTimeout: 'settled' },
    },
    unavailable: { tags: 'settled', entry: 'clearLayers' },
  },
});
