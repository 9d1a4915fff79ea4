import { setup } from 'xstate';
import { outputOf } from './params.ts';
import { port, setupTypes, streamPort } from './port.ts';

export type StoreUpdateEvents =
  /** The server no longer answers this version. */
  { type: 'version.refused' } | { type: 'page.shown' };

const charts = setup({
  types: setupTypes<{
    events: StoreUpdateEvents | { type: 'update.apply' | 'update.close' };
    tags: 'offered' | 'refused' | 'busy';
  }>(),
  actors: {
    watchVersion: streamPort<StoreUpdateEvents, undefined>('watchVersion'),
    /** Whether there is a newer app than this one. */
    checkStore: port<boolean, undefined>('checkStore'),
    openStore: port<void, undefined>('openStore'),
  },
  delays: { startDelay: 1000 },
  guards: { hasNewer: (_, newer: boolean) => newer },
});

/**
 * New versions of the native shell, which only the phone's store can put in place. One is offered once a start; an app
 * that the server refuses says so, and nothing is opened without a tap.
 */
export const storeUpdate = charts.createMachine({
  id: 'store-update',
  // Without it a version that is refused is known by what fails.
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
        /** As far as is known. */
        upToDate: { on: { 'page.shown': 'checking' } },
        offered: { tags: 'offered', on: { 'update.apply': 'opening', 'update.close': 'closed' } },
        opening: {
          tags: ['offered', 'busy'],
          invoke: { id: 'openStore', src: 'openStore', onDone: 'closed', onError: 'offered' },
        },
        /** Until the next start. */
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
