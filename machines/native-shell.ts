import { assign, enqueueActions, sendTo, setup, type EventObject } from 'xstate';
import { readAppLink } from '#domain/app-link.ts';
import type { Invitation } from './join.ts';
import { eventOf } from './params.ts';
import { port, setupTypes, streamPort } from './port.ts';

type LinkOpened = { type: 'link.launched' | 'link.opened'; address: string };
/** Events from the phone. */
export type ShellReport =
  | { type: 'back.pressed'; canGoBack: boolean }
  /** A link that launched the app, or that was opened while it ran. */
  | LinkOpened
  /** A notification was tapped; `link`: the place it is about, without the leading slash. */
  | { type: 'push.tapped'; link: string };
/** Instructions to the phone, the page's history and the app. */
export type ShellOrder =
  | { type: 'app.minimize' }
  | { type: 'history.back' }
  | { type: 'place.open'; href: string }
  | ({ type: 'invitation.open' } & Invitation);

type Context = {
  /** The last link opened during the start; null afterwards. */
  readonly link: string | null;
};

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: ShellReport;
    children: { shell: 'shell' };
  }>(),
  actors: {
    shell: streamPort<ShellReport, undefined, EventObject & ShellOrder>('shell'),
    hideSplash: port<void, undefined>('hideSplash'),
  },
  delays: { splashDelay: 1000, startTime: 3000 },
  guards: {
    canGoBack: (_, { canGoBack }: { canGoBack: boolean }) => canGoBack,
    isOpened: ({ context }, { address }: LinkOpened) => context.link === address,
  },
  actions: {
    goBack: sendTo('shell', { type: 'history.back' }),
    minimizeApp: sendTo('shell', { type: 'app.minimize' }),
    openPlace: sendTo('shell', (_, link: string) => ({ type: 'place.open', href: `/${link}` })),
    openLink: enqueueActions(({ enqueue }, { address }: LinkOpened) => {
      const link = readAppLink(address);
      if (link?.kind === 'invitation')
        enqueue.sendTo('shell', { type: 'invitation.open', code: link.code, by: link.by });
      if (link?.kind === 'place') enqueue.sendTo('shell', { type: 'place.open', href: link.href });
    }),
    storeLink: assign((_, { address }: LinkOpened) => ({ link: address })),
    clearLink: assign({ link: null }),
  },
});

const openLink = { type: 'openLink', params: eventOf } as const;
const openNew = [
  { guard: { type: 'isOpened', params: eventOf } },
  { actions: [openLink, { type: 'storeLink', params: eventOf }] },
] as const;

/**
 * The page inside a phone's native shell. A link that launched the app is opened once, although a phone may report it twice.
 */
export const nativeShell = charts.createMachine({
  id: 'native-shell',
  context: { link: null },
  // If the shell's port fails, the page behaves as in a browser.
  invoke: { id: 'shell', src: 'shell', onError: {} },
  on: {
    'back.pressed': [
      { guard: { type: 'canGoBack', params: eventOf }, actions: 'goBack' },
      { actions: 'minimizeApp' },
    ],
    'push.tapped': { actions: { type: 'openPlace', params: ({ event }) => event.link } },
  },
  type: 'parallel',
  states: {
    splash: {
      initial: 'shown',
      states: {
        /** The page has rendered; its first changes stay behind the splash. */
        shown: { after: { splashDelay: 'hiding' } },
        // On failure the shell hides the splash by itself after its own timeout.
        hiding: { invoke: { id: 'hideSplash', src: 'hideSplash', onDone: 'hidden', onError: 'hidden' } },
        hidden: {},
      },
    },
    links: {
      initial: 'starting',
      states: {
        starting: {
          on: { 'link.launched': openNew, 'link.opened': openNew },
          after: { startTime: { target: 'running', actions: 'clearLink' } },
        },
        running: { on: { 'link.launched': { actions: openLink }, 'link.opened': { actions: openLink } } },
      },
    },
  },
});
