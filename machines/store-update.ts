import { setup } from 'xstate';
import { outputOf } from './params.ts';
import { port, setupTypes, streamPort } from './port.ts';

export type StoreUpdateEvents =
  /** The server refuses calls of this version. */
  { type: 'version.refused' } | { type: 'page.shown' };

const charts = setup({
  types: setupTypes<{
    events: StoreUpdateEvents | { type: 'update.apply' | 'update.close' };
    tags: 'offered' | 'refused' | 'busy';
  }>(),
  actors: {
    watchVersion: streamPort<StoreUpdateEvents, undefined>('watchVersion'),
    /** Resolves with whether the store has a newer version. */
    checkStore: port<boolean, undefined>('checkStore'),
    openStore: port<void, undefined>('openStore'),
  },
  delays: { startDelay: 1000 },
  guards: { hasNewer: (_, newer: boolean) => newer },
});

/**
 * Updates of the native shell, which only the phone's store can install. An update is offered once per start; a version
 * that the server refuses shows so, and the store opens only on a tap.
 */
export const storeUpdate = charts.createMachine({
  id: 'store-update',
  // If watching fails, a refused version shows only by its failing calls.
  invoke: { id: 'watchVersion', src: 'watchVersion', onError: {} },
  initial: 'accepted',
  states: {
    accepted: {
      on: { 'version.refused': 'refused' },
      initial: 'starting',
      states: {
        starting: { after: { startDelay: 'checking' } },
        checking: {
          invoke: {
            id: 'checkStore',
            src: 'checkStore',
            onDone: [
              { guard: { type: 'hasNewer', params: outputOf }, target: 'offered' },
              { target: 'upToDate' },
            ],
            onError: 'upToDate',
          },
        },
        /** No newer version is known. */
        upToDate: { on: { 'page.shown': 'checking' } },
        offered: { tags: 'offered', on: { 'update.apply': 'opening', 'update.close': 'closed' } },
        opening: {
          tags: ['offered', 'busy'],
          invoke: { id: 'openStore', src: 'openStore', onDone: 'closed', onError: 'offered' },
        },
        /** Not offered again until the next start. */
        closed: {},
      },
    },
    refused: {
      tags: 'refused',
      initial: 'idle',
      states: {
        idle: { on: { 'update.apply': 'opening' } },
        opening: {
          tags: 'busy',
          invoke: { id: 'openStore', src: 'openStore', onDone: 'idle', onError: 'idle' },
        },
      },
    },
  },
});
