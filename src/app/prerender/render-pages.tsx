import { parentPort } from 'node:worker_threads';
import { createMemoryHistory } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { waitFor } from 'xstate';
import { languages, loadI18n } from '#i18n/load.ts';
import type { Language } from '#i18n/i18n.ts';
import type { AppData } from '#machines/app.ts';
import type { StoredSession } from '#machines/session.ts';
import { AppShell } from '#screens/shell/Layout.tsx';
import { Splash } from '#screens/shell/boot-screens.tsx';
import { UiProvider } from '#ui/primitives/UiProvider.tsx';
import { createApp } from '#app/create-app.ts';
import { Page } from '#app/Page.tsx';
import { createAppRouter } from '#app/router.tsx';

/**
 * Renders the pages with the app itself, in a thread of the build: the sign-in page, a member's loading feed, and the logo,
 * in every language. The window around the app is a stub. Only the app data call is answered, with one league, since a
 * feed without leagues has no place strip.
 */

const member: StoredSession['user'] = {
  id: 1,
  fname: '',
  lname: '',
  phone: null,
  email: null,
  username: '',
  is_superuser: false,
  is_staff: false,
  firebaseAuth: false,
  puserId: 1,
  image: null,
  new_member: false,
};
const created = '2026-01-01T00:00:00.000Z';
const data: AppData = {
  appuser: { ...member, fname: '\u00a0' },
  sections: [
    {
      id: 1,
      created,
      updated: created,
      name: '',
      description: '',
      active: true,
      custom: true,
      rounds: 1,
      groupMembersCount: 1,
      tie_break: 'exact,difference,outcome',
      provisional_results: false,
      late_joiner: 'zero',
      code: null,
      users: 1,
      image: null,
      images: [],
      new: false,
      is_staff: false,
      is_member: true,
      invited: false,
      owner: null,
    },
  ],
  clans: [],
  activeParams: {
    firebase: null,
    storeLinks: { google: '', apple: '' },
    contact: '',
    inviteUrl: '',
    minVersion: '',
    votesForPoint: 100,
    dateMax: created,
    notifications: 0,
    pushKey: '',
  },
};

const listening = { addEventListener: () => {}, removeEventListener: () => {} };

/** Creates a stub window with these values in its storage. */
function openWindow(stored: Readonly<Record<string, string>>) {
  const values = new Map(Object.entries(stored));
  const storage = {
    length: 0,
    key: () => null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: () => {},
    removeItem: () => {},
  };
  Object.assign(globalThis, listening, {
    window: { ...listening, localStorage: storage, sessionStorage: storage },
    self: {},
    history: {},
    fetch: (url: string) =>
      url.includes('/getAppData/') && values.size > 0
        ? Promise.resolve(Response.json(data))
        : new Promise(() => {}),
  });
}

/** The complete markup of a page. Rejects if rendering throws or suspends, which fails the build. */
async function markupOf(page: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const options = { onError: (error: unknown) => void errors.push(error), progressiveChunkSize: Infinity };
  const stream = await renderToReadableStream(page, options);
  await stream.allReady;
  const html = await new Response(stream).text();
  if (errors.length > 0) throw errors[0];
  if (html.includes('<script')) throw new Error('a part of the page was drawn late');
  return html;
}

async function renderAt(place: string, language: Language, session: StoredSession | null): Promise<string> {
  openWindow(session ? { 'hevre:session': JSON.stringify(session) } : {});
  const spoken = await loadI18n(language);
  const nothing = {
    current: () => ({ layers: 0, onLayer: false }),
    push() {},
    back() {},
    subscribe: () => () => {},
  };
  const composition = createApp(
    { origin: 'http://127.0.0.1', version: import.meta.env.APP_VERSION },
    nothing,
    spoken.loadRest,
  );
  const { app } = composition;
  app.start();
  await waitFor(app, (snapshot) => !snapshot.matches({ data: 'awaitingSession' }));
  if (session) await waitFor(app, (snapshot) => snapshot.hasTag('ready'));
  const history = createMemoryHistory({ initialEntries: [place] });
  history.createHref = (address) => `/#${address}`;
  const router = createAppRouter(composition, history);
  await router.load();
  const page = <Page composition={composition} router={router} spoken={spoken} />;
  const html = await markupOf(page);
  app.stop();
  return html;
}

async function renderIn(language: Language): Promise<[name: string, html: string][]> {
  const spoken = await loadI18n(language);
  const splash = (
    <UiProvider i18n={spoken}>
      <Splash />
    </UiProvider>
  );
  const feed = await renderAt('/main', language, { token: 'none', user: member });
  return [
    [`sign-in-${language.code}`, await renderAt('/login', language, null)],
    // The member is unknown at build time: remove their link and initial.
    [
      `feed-${language.code}`,
      feed.replaceAll(`#/profile/${member.id}"`, '#/profile"').replaceAll('>?</span>', '></span>'),
    ],
    [`splash-${language.code}`, await markupOf(splash)],
  ];
}

openWindow({});
// Imported before the stub document exists: some libraries use a document they find while loading.
await Promise.all([AppShell.preload(), import('#screens/feed/FeedScreen.tsx')]);
Object.assign(globalThis, { document: { ...listening, documentElement: {} } });
const pages: [string, string][] = [];
// One at a time: they share the window.
for (const language of languages) pages.push(...(await renderIn(language)));
parentPort?.postMessage(pages);
