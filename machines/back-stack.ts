import { assign, emit, enqueueActions, sendTo, setup, type EventObject } from 'xstate';
import { eventOf } from './params.ts';
import { setupTypes, streamPort } from './port.ts';

type Layer = { readonly layer: string };
/** History entries of layers at and below the current one, and whether that is itself a layer's. */
type Position = { readonly entries: number; readonly onLayer: boolean };
type Context = Position & {
  /** What Back closes, the lowest first. */
  readonly layers: readonly string[];
};
export type EntriesChange = { type: 'entries.add' | 'entries.remove'; count: number };
/** `back`: to an earlier entry. */
export type HistoryMoved = { type: 'history.moved'; back: boolean } & Position;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: ({ type: 'layer.opened' | 'layer.closed' } & Layer) | HistoryMoved;
    /** Where a reload found the history: the layers of its entries are to come. */
    input: Position;
    emitted: { type: 'layer.back' } & Layer;
    /** `settled`: the entries are those of the open layers. */
    tags: 'settled' | 'goingBack';
    children: { history: 'history' };
  }>(),
  actors: { history: streamPort<HistoryMoved, undefined, EventObject & EntriesChange>('history') },
  delays: { settleTime: 50, moveTimeout: 3000 },
  guards: {
    isOpen: ({ context }, { layer }: Layer) => context.layers.includes(layer),
    isNotOpen: ({ context }, { layer }: Layer) => !context.layers.includes(layer),
    isBack: (_, { back }: HistoryMoved) => back,
    /** Forward, to the entry of a layer that is closed. */
    isOnClosed: ({ context }, { entries, onLayer }: HistoryMoved) =>
      onLayer && entries > context.layers.length,
    lacksEntries: ({ context }) => context.entries < context.layers.length,
    // Above a layer's entry may be a sheet's own: that is closed first.
    hasTooMany: ({ context }) => context.onLayer && context.entries > context.layers.length,
  },
  actions: {
    addLayer: assign(({ context }, { layer }: Layer) => ({ layers: [...context.layers, layer] })),
    removeLayer: assign(({ context }, { layer }: Layer) => ({
      layers: context.layers.filter((other) => other !== layer),
    })),
    clearLayers: assign({ layers: [] }),
    setPosition: assign((_, { entries, onLayer }: HistoryMoved) => ({ entries, onLayer })),
    /** To the layers above the entry that Back led to, the highest first. */
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
    target: 'settling',
    reenter: true,
    actions: [{ type: 'reportBack', params: eventOf }, setPosition],
  },
  {
    guard: { type: 'isOnClosed', params: eventOf },
    target: 'settling',
    reenter: true,
    actions: setPosition,
  },
  // Another screen, whose layers are to come.
  { target: 'settled', actions: setPosition },
] as const;

/**
 * The browser's Back for what lies over a screen without an address of its own: a history entry for each layer.
 * What opens and closes at once is settled together, so that closing one and opening another never goes back.
 */
export const backStack = charts.createMachine({
  id: 'back-stack',
  context: ({ input: { entries, onLayer } }) => ({ layers: [], entries, onLayer }),
  invoke: {
    id: 'history',
    src: 'history',
    // Without it Back leaves the screen.
    onError: '.unavailable',
  },
  initial: 'settled',
  states: {
    settled: {
      tags: 'settled',
      on: {
        'layer.opened': { ...addLayer, target: 'settling' },
        'layer.closed': { ...removeLayer, target: 'settling' },
        'history.moved': onMoved,
      },
    },
    settling: {
      after: {
        settleTime: [
          { guard: 'lacksEntries', target: 'settled', actions: ['addEntries', 'setAllEntries'] },
          { guard: 'hasTooMany', target: 'removing', actions: 'removeEntries' },
          { target: 'settled' },
        ],
      },
      on: {
        'layer.opened': { ...addLayer, target: 'settling', reenter: true },
        'layer.closed': { ...removeLayer, target: 'settling', reenter: true },
        'history.moved': onMoved,
      },
    },
    removing: {
      tags: 'goingBack',
      on: {
        'layer.opened': addLayer,
        'layer.closed': removeLayer,
        'history.moved': { target: 'settling', actions: setPosition },
      },
      // The browser may refuse to go back.
      after: { moveTimeout: 'settled' },
    },
    unavailable: { tags: 'settled', entry: 'clearLayers' },
  },
});
