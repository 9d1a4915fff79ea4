import { readdirSync, readFileSync } from 'node:fs';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budget } from './src/app/vite-budget.ts';
import { preload } from './src/app/vite-preload.ts';
import { qa } from './src/app/vite-qa.ts';
import { messages } from './src/i18n/vite-messages.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What is on the page before anyone is in; its words come first. */
const door = [
  ...readdirSync(new URL('src/app', import.meta.url))
    .filter((name) => name !== 'qa')
    .map((name) => `src/app/${name}`),
  'src/i18n',
  'src/screens/shell',
  'src/screens/login',
  'src/screens/hooks.ts',
];

/** A build for QA, with the inspector at `#/qa`, in a folder of its own. */
const inspected = process.env['VITE_QA'] === '1';

/** The client's build: `vite build` fills dist/client, which the server serves. */
export default defineConfig(({ command }) => ({
  define: {
    'import.meta.env.APP_VERSION': JSON.stringify(version),
    'import.meta.env.API_URL': JSON.stringify(process.env['API_URL'] ?? ''),
  },
  resolve: {
    alias: [
      // Messages are compiled by the build, so the client carries no parser for them (6 KB).
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  plugins: [
    // Not React's compiler: its caches cost the first route 8 KB, and views here read narrow selectors.
    react(),
    vanillaExtractPlugin(),
    messages({ door }),
    preload({ fonts: [/rubik-hebrew-wght-normal/], modules: ['virtual:messages/heb/door'] }),
    inspected || command === 'serve'
      ? qa()
      : budget({
          limit: 130_000,
          // Beside the entry: Hebrew, and the screen that a newcomer's first address leads to.
          first: ['virtual:messages/heb/door', 'src/screens/login/LoginScreen.tsx', 'src/app/door-ports.ts'],
        }),
  ],
  // Known beforehand, so that opening the first dialog in development does not reload half of React.
  optimizeDeps: { include: ['@radix-ui/react-dialog', 'react-virtuoso'] },
  build: {
    outDir: inspected ? 'dist/qa' : 'dist/client',
    emptyOutDir: true,
    // An inlined asset is a data: address, which the content policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // One chunk for what every page needs at once: it packs 10 KB better than thirty.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
}));
