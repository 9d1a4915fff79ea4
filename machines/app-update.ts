import { assign, setup } from 'xstate';
import { outputOf } from './params.ts';
import { port, setupTypes, streamPort } from './port.ts';

/** Why the page is reloaded: a tap, a refusal by the server, a missing file of this build, or an update in another tab. */
export type UpdateCause = 'tapped' | 'refused' | 'missing' | 'elsewhere';
/** The server's build compared with the page's: the same, a newer one still downloading, or a newer one ready to apply. */
export type ServerVersion = 'same' | 'coming' | 'ready';

export type VersionEvents =
  /** A newer version is downloaded and can be applied. */
  | { type: 'version.waiting' }
  /** Another tab has applied the newer version. */
  | { type: 'version.changed' }
  /** The server refuses calls of this version. */
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
    /** Runs as long as the page is open. */
    watchVersions: streamPort<VersionEvents, undefined>('watchVersions'),
    checkVersion: port<ServerVersion, undefined>('checkVersion'),
    applyVersion: port<void, undefined>('applyVersion'),
    /** Resolves with false, without reloading, if this build already reloaded for `refused` or `missing` in vain. */
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
 * Updates of the app. A downloaded version is offered and applied by a tap; only a page that cannot work any longer reloads
 * without a tap, once for each build. When one tab applies a version, the other tabs reload too.
 */
export const appUpdate = charts.createMachine({
  id: 'app-update',
  context: { cause: 'tapped' },
  // If watching fails, a new version is applied on the next visit.
  invoke: { id: 'watchVersions', src: 'watchVersions', onError: {} },
  initial: 'running',
  states: {
    running: {
      initial: 'upToDate',
      on: {
        // Sent by the offer, and by the page that the server refuses.
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
        /** The check failed: most likely the device is offline. */
        failed: {
          after: { retryDelay: 'checking' },
          on: { 'version.waiting': 'waiting', 'page.shown': 'checking', 'file.missing': 'missing' },
        },
        /** A file is missing because a newer build replaced it, or because the device is offline; the caller shows the latter. */
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
        /** Dismissed until the page is shown again. */
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
    /** The reload has begun. */
    left: { tags: 'busy' },
  },
});
