import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { deferredScreens } from './src/app/deferred-screens.ts';
import { budget } from './src/app/vite-budget.ts';
import { prerender } from './src/app/vite-prerender.ts';
import { preload } from './src/app/vite-preload.ts';
import { serviceWorker } from './src/app/vite-service-worker.ts';
import { inspector } from './src/inspector/vite-inspector.ts';
import { messages } from './src/i18n/vite-messages.ts';

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);

/** What the first screen of a guest is made of; its messages are loaded first. */
const firstScreen = ['src/i18n', 'src/screens/shell', 'src/screens/login', 'src/screens/app-update'];

/** Of its words those that name something else there, and failures that none of its calls has. */
const excludedKeys = [
  'live',
  'chat',
  'won',
  'missed',
  'pin',
  'failure.item_closed',
  'failure.idempotency_mismatch',
  'failure.too_large',
  'failure.unsupported_media',
];

/** What the sign-in page begins with, and what a member's first screen does. */
const login = ['src/screens/login/LoginScreen.tsx', 'src/app/auth-ports.ts'];
const member = [
  'src/screens/feed/FeedScreen.tsx',
  'src/screens/shell/AppShell.tsx',
  'src/screens/load-screens.ts',
  'src/app/screen-ports.ts',
  'src/app/outbox-ports.ts',
  'src/app/bet-ports.ts',
  'src/app/app-data-cache.ts',
  'src/actors/api.ts',
  'src/actors/event-stream.ts',
];

/** A chat and its machines: one request, whichever is asked for first. */
const chat = ['src/screens/chat/Chat.tsx', 'src/app/chat-ports.ts'];

/** Machines and calls that few visits need, and a member's device fetches ahead: together, since the first chunk names every other. */
const later = [
  'src/app/round-results-ports.ts',
  'src/app/import-competition-ports.ts',
  'src/app/link-phone-ports.ts',
  'src/app/notification-preferences-ports.ts',
  'src/app/invite-ports.ts',
  'src/app/push-ports.ts',
  'src/app/install-ports.ts',
  'src/app/share-target-ports.ts',
  'src/app/run-command.ts',
  'src/app/statistics-ports.ts',
  'src/app/objection-ports.ts',
  'src/app/what-if-ports.ts',
  'src/app/print-ports.ts',
  'src/app/welcome-ports.ts',
];

/** Files that several screens have, with their styles, and that are smaller than a request. */
const sharedParts = new Set(
  [
    'use-success use-speak use-invitation use-table-league use-list use-file-drop with-suspense download-text',
    'SignInFirst PageTitle MoreButton NotFound OptionalPart InstallSteps JoinTargetHeader WelcomeScreen',
    'MembersOnly NewGroup NewLeague GroupPicker LeaguePreview CrestHeader LeaguePage TitleBar Members LatestChat',
    'result-step PickedScore current-league StaticPageScreen',
    'DateText SearchField TextArea FileInput Select ChoiceList Chips NumberField Sheet Switch',
  ].flatMap((names) => names.split(' ')),
);
const isSharedPart = (id: string): boolean =>
  id.includes('/lucide-react/dist/esm/icons/') ||
  (/\/src\/(domain|screens|ui)\//.test(id) && sharedParts.has(basename(id).split('.')[0] ?? ''));

/** New versions of the app; with its notice, since a guest's page would else fetch all parts that screens share. */
const update = ['src/app/AppUpdate.tsx', 'src/screens/app-update/Outdated.tsx', 'src/ui/feedback/Notice.tsx'];

/** The ports of a phone's app. */
const native = [
  'src/actors/native-push.ts',
  'src/actors/native-sign-in.ts',
  'src/actors/native-bridge.ts',
  'src/app/NativeShell.tsx',
];

/** What dialogs, tabs and sliders have in common; with the app's tabs, which are smaller than a request. */
const radixParts = /@radix-ui\/|\/src\/ui\/primitives\/Tabs\./;

const isOneOf = (paths: readonly string[]) => (id: string) => paths.some((path) => id.endsWith(path));

/** A build for QA, with the inspector at `#/qa`, in a folder of its own. */
const withInspector = process.env['VITE_QA'] === '1';

const define = {
  'import.meta.env.APP_VERSION': JSON.stringify(version),
  'import.meta.env.API_URL': JSON.stringify(process.env['API_URL'] ?? ''),
};
const resolve = {
  alias: [
    // Messages are compiled by the build, so the client carries no parser for them (6 KB).
    {
      find: /^@formatjs\/icu-messageformat-parser$/,
      replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
    },
    // What the shim is for, React has had since 18.
    { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    // An icon's component without the options that the app does not use (1 KB).
    {
      find: /^\.\.\/createLucideIcon\.mjs$/,
      replacement: fileURLToPath(new URL('src/ui/primitives/create-icon.tsx', import.meta.url)),
    },
  ],
};
/** What the app is made with. */
const appPlugins = () => [
  // Not React's compiler: its caches cost the first route 8 KB, and views here read narrow selectors.
  react(),
  vanillaExtractPlugin(),
  messages({ first: firstScreen, excludedKeys, deferred: deferredScreens }),
];

/** The client's build: `vite build` fills dist/client, which the server serves. */
export default defineConfig(({ command }) => ({
  define,
  resolve,
  plugins: [
    ...appPlugins(),
    preload({
      fonts: [/rubik-hebrew-wght-normal/],
      groups: {
        'sign-in': login,
        'first-heb': ['virtual:messages/heb/first'],
        'first-en': ['virtual:messages/en/first'],
        member,
        'member-heb': ['virtual:messages/heb/rest'],
        'member-en': ['virtual:messages/en/rest'],
      },
    }),
    prerender({
      app: { define, resolve, plugins: appPlugins },
      styled: [...(withInspector ? ['src/app/main.tsx'] : []), ...login, ...member],
      deferredFonts: /rubik-latin/,
    }),
    serviceWorker({ icons: ['/icon.svg', '/icon-192.png', '/manifest.webmanifest'] }),
    withInspector || command === 'serve'
      ? inspector()
      : budget([
          // Beside the entry: Hebrew, and the screen that a newcomer's first address leads to.
          { route: 'the first route', limit: 125_000, modules: ['virtual:messages/heb/first', ...login] },
          {
            route: 'a member’s first screen',
            limit: 193_000,
            modules: ['virtual:messages/heb/first', 'virtual:messages/heb/rest', ...member],
          },
        ]),
  ],
  // Known beforehand, so that opening the first dialog in development does not reload half of React.
  optimizeDeps: { include: ['@radix-ui/react-dialog', 'react-virtuoso'] },
  build: {
    outDir: withInspector ? 'dist/qa' : 'dist/client',
    emptyOutDir: true,
    // An inlined asset is a data: address, which the content policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first chunk names all others, and a hash does not compress: seven characters, the fewest there may be.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // One chunk for what every page needs at once: it packs 10 KB better than thirty.
            { name: 'first', tags: ['$initial'] },
            // A group takes along all that its modules import, unless an earlier one has it: with the inspector, whose
            // entry imports nothing of the app, that would be the app itself.
            ...(withInspector
              ? []
              : [
                  { name: 'login', test: isOneOf(login) },
                  { name: 'member', test: isOneOf(member) },
                  { name: 'chat', test: isOneOf(chat) },
                  { name: 'later', test: isOneOf(later) },
                  // A chunk for each icon or hook that two screens have would be a name each, too.
                  { name: 'parts', test: isSharedPart, minShareCount: 2 },
                  { name: 'radix', test: radixParts, minShareCount: 2 },
                  // The native shell shows it too: apart, it would be another name.
                  { name: 'update', test: isOneOf(update) },
                  // What a phone's app needs of its phone is fetched at its start.
                  { name: 'native', test: isOneOf(native) },
                ]),
          ],
        },
      },
    },
  },
}));
