import { assign, setup } from 'xstate';
import { outputOf } from './params.ts';
import { port, setupTypes, streamPort } from './port.ts';

/** Why the page is loaded anew: a tap, a server that refuses it, a file of its build that is gone, another tab's tap. */
export type UpdateCause = 'tapped' | 'refused' | 'missing' | 'elsewhere';
/** Of the server's build: the page's own, one that is on its way to the device, one that is ready. */
export type ServerVersion = 'same' | 'coming' | 'ready';

export type VersionEvents =
  /** A newer version is on the device, and waits. */
  | { type: 'version.waiting' }
  /** Another tab has changed over to it. */
  | { type: 'version.changed' }
  /** The server no longer answers this version. */
  | { type: 'version.refused' }
  /** A file of this build cannot be fetched. */
  | { type: 'file.missing' }
  | { type: 'page.shown' };

const charts = setup({
  types: setupTypes<{
    context: { readonly cause: UpdateCause };
    events: VersionEvents | { type: 'update.apply' | 'update.postpone' };
    tags: 'offered' | 'busy';
  }>(),
  actors: {
    /** As long as the page is there. */
    watchVersions: streamPort<VersionEvents, undefined>('watchVersions'),
    checkVersion: port<ServerVersion, undefined>('checkVersion'),
    applyVersion: port<void, undefined>('applyVersion'),
    /** False where the page has been loaded anew for this already, and nothing came of it. */
    reloadPage: port<boolean, { cause: UpdateCause }>('reloadPage'),
  },
  delays: { checkInterval: 3_600_000, retryDelay: 60_000, applyTimeout: 20_000 },
  guards: {
    isReady: (_, version: ServerVersion) => version === 'ready',
    isNew: (_, version: ServerVersion) => version !== 'same',
    isReloaded: (_, reloaded: boolean) => reloaded,
  },
  actions: { setCause: assign((_, cause: UpdateCause) => ({ cause })) },
});

const because = (cause: UpdateCause) => ({ type: 'setCause', params: cause }) as const;
const isReady = { type: 'isReady', params: outputOf } as const;
const isNew = { type: 'isNew', params: outputOf } as const;

/**
 * New versions of the app. One that waits is offered, and taken by a tap; only a page that cannot go on is loaded anew by
 * itself, once for each build. When one tab changes over, all of them do.
 */
export const appUpdate = charts.createMachine({
  id: 'app-update',
  context: { cause: 'tapped' },
  // Without it new versions come with the next visit.
  invoke: { id: 'watchVersions', src: 'watchVersions', onError: {} },
  initial: 'running',
  states: {
    running: {
      initial: 'upToDate',
      on: {
        // Offered, or on the page that the server refuses.
        'update.apply': { target: 'applying', actions: because('tapped') },
        'version.changed': { target: 'reloading', actions: because('elsewhere') },
        'version.refused': { target: 'applying', actions: because('refused') },
      },
      states: {
        upToDate: {
          after: { checkInterval: 'checking' },
          on: {
            'version.waiting': 'waiting',
            'page.shown': 'checking',
            'file.missing': 'missing',
          },
        },
        checking: {
          invoke: {
            id: 'checkVersion',
            src: 'checkVersion',
            onDone: [{ guard: isReady, target: 'waiting' }, { target: 'upToDate' }],
            onError: 'failed',
          },
          on: { 'version.waiting': 'waiting', 'file.missing': 'missing' },
        },
        /** No answer: the line is cut, most likely. */
        failed: {
          after: { retryDelay: 'checking' },
          on: { 'version.waiting': 'waiting', 'page.shown': 'checking', 'file.missing': 'missing' },
        },
        /** The file is gone if the build is; else the line is cut, and who asked for it says so. */
        missing: {
          invoke: {
            id: 'checkVersion',
            src: 'checkVersion',
            onDone: [
              { guard: isNew, target: '#app-update.applying', actions: because('missing') },
              { target: 'upToDate' },
            ],
            onError: 'failed',
          },
        },
        waiting: {
          tags: 'offered',
          on: {
            'update.postpone': 'postponed',
            'file.missing': { target: '#app-update.applying', actions: because('missing') },
          },
        },
        /** Until the page is come back to. */
        postponed: {
          on: {
            'page.shown': 'waiting',
            'file.missing': { target: '#app-update.applying', actions: because('missing') },
          },
        },
      },
    },
    applying: {
      tags: 'busy',
      invoke: { id: 'applyVersion', src: 'applyVersion', onDone: 'reloading', onError: 'reloading' },
      after: { applyTimeout: 'reloading' },
      on: { 'version.changed': 'reloading' },
    },
    reloading: {
      tags: 'busy',
      invoke: {
        id: 'reloadPage',
        src: 'reloadPage',
        input: ({ context: { cause } }) => ({ cause }),
        onDone: [{ guard: { type: 'isReloaded', params: outputOf }, target: 'left' }, { target: 'running' }],
        onError: 'running',
      },
    },
    /** The page is on its way out. */
    left: { tags: 'busy' },
  },
});
