import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { routeChunks } from '#app/vite-budget.ts';
import { preloadTags, sheetsOf } from '#app/vite-preload.ts';
import { precachedFiles } from '#app/vite-service-worker.ts';
import { deferFonts, usedStyles } from '#app/page-styles.ts';

const chunk = (fileName: string, moduleId: string | null, ...imports: string[]) =>
  ({
    type: 'chunk',
    fileName,
    moduleIds: moduleId === null ? [] : ['/app/src/ui/other.ts', moduleId],
    isEntry: fileName === 'entry.js',
    imports,
    viteMetadata: { importedCss: new Set([fileName.replace('.js', '.css')]) },
  }) as const;
const asset = (fileName: string, source = '') => ({ type: 'asset', fileName, source }) as const;
const bundle = {
  'entry.js': chunk('entry.js', '/app/index.html', 'shared.js'),
  'shared.js': chunk('shared.js', null),
  'preloaded.js': chunk('preloaded.js', null),
  'login.js': chunk('login.js', '/app/src/screens/login/LoginScreen.tsx', 'fields.js'),
  'fields.js': chunk('fields.js', null),
  'heb.js': chunk('heb.js', '\0virtual:messages/heb/first'),
  'later.js': chunk('later.js', '/app/src/screens/feed/FeedScreen.tsx', 'shared.js', 'fields.js'),
  'shell.js': chunk('shell.js', '/app/src/screens/shell/AppShell.tsx', 'fields.js'),
  'index.html': asset('index.html', '<link rel="modulepreload" href="/preloaded.js">'),
  'rubik-hebrew.woff2': asset('rubik-hebrew.woff2'),
};

test('a route’s chunks are the entry, the page’s preloads and the named modules, with their imports', () => {
  expect(routeChunks(bundle, ['src/screens/login/LoginScreen.tsx']).toSorted()).toEqual([
    'entry.js',
    'fields.js',
    'login.js',
    'preloaded.js',
    'shared.js',
  ]);
});

test('a module that matches no chunk throws', () => {
  expect(() => routeChunks(bundle, ['src/screens/login/LogInScreen.tsx'])).toThrow('LogInScreen.tsx');
});

test('the page preloads the requested fonts', () => {
  const requested = { fonts: [/rubik-hebrew/], groups: {} };
  expect(preloadTags(bundle, requested).map(({ attrs }) => attrs?.['href'])).toEqual(['/rubik-hebrew.woff2']);
});

test('a meta tag lists the files that a group of modules needs beside the entry, once each, with styles', () => {
  const member = ['src/screens/feed/FeedScreen.tsx', 'src/screens/shell/AppShell.tsx'];
  const tags = preloadTags(bundle, { fonts: [], groups: { member } });
  expect(tags.map(({ tag, attrs }) => ({ tag, ...attrs }))).toEqual([
    {
      tag: 'meta',
      name: 'member',
      content: '/later.js /fields.js /shell.js /later.css /fields.css /shell.css',
    },
  ]);
});

test('a font or module that matches no file throws', () => {
  expect(() => preloadTags(bundle, { fonts: [/rubik-greek/], groups: {} })).toThrow('rubik-greek');
  expect(() =>
    preloadTags(bundle, { fonts: [], groups: { 'sign-in': ['virtual:messages/heb/none'] } }),
  ).toThrow('heb/none');
});

test('the style sheets of modules include those of their imports, once each', () => {
  expect(sheetsOf(bundle, ['src/screens/login/LoginScreen.tsx', 'src/screens/shell/AppShell.tsx'])).toEqual([
    'login.css',
    'fields.css',
    'shell.css',
  ]);
});

test('a page keeps the rules of a style sheet that apply to its elements, in their order', () => {
  const sheet =
    '@charset "utf-8";a{color:red}.gone{}.door{gap:0}.door>.later{gap:1px}.feed .row:not(.open,.wide){gap:2px}' +
    '.later,.row:hover{gap:3px}@media print{.later{gap:4px}.door{gap:5px}}@media screen{.later{gap:6px}}' +
    '@keyframes turn{0%{rotate:0}to{rotate:1turn}}@keyframes fade{to{opacity:0}}.row{animation:turn 1s}.later{animation:fade 1s}' +
    '@font-face{font-family:Rubik}';
  expect(usedStyles(sheet, '<main class="feed"><p class="row door">later</p></main>')).toBe(
    'a{color:red}.door{gap:0}.feed .row:not(.open,.wide){gap:2px}.later,.row:hover{gap:3px}@media print{.door{gap:5px}}' +
      '@keyframes turn{0%{rotate:0}to{rotate:1turn}}.row{animation:turn 1s}@font-face{font-family:Rubik}',
  );
});

test('the faces of deferred fonts are split from the style sheet, and a font without a face throws', () => {
  const face = (file: string) => `@font-face{font-family:Rubik;src:url(/assets/${file}.woff2)}`;
  const sheet = `a{color:red}${face('rubik-latin-ext')}${face('rubik-hebrew')}.door{gap:0}${face('rubik-latin')}`;
  expect(deferFonts(sheet, /rubik-latin/)).toEqual({
    styles: `a{color:red}${face('rubik-hebrew')}.door{gap:0}`,
    deferred: face('rubik-latin-ext') + face('rubik-latin'),
  });
  expect(() => deferFonts(sheet, /rubik-greek/)).toThrow('rubik-greek');
});

test('the worker precaches the page, listed files and hashed files, and nothing else of the build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    'manifest.webmanifest': '{}',
    'index.html': 'page',
    'assets/rubik-hebrew-wght-normal-C1w_2xY.woff2': 'font',
    'assets/index-Bq3xK_9.js': 'script',
    'assets/index-Bq3xK_9.js.br': 'packed',
    'assets/Feed-D3-8xY0.css': 'style',
    'assets/i18n/heb.json': '{}',
    'assets/flags/il.svg': 'flag',
    'service-worker.js': 'an earlier worker',
    'icon-192.png': 'icon',
    'icon-512.png': 'for the shop window',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const precached = await precachedFiles(folder, ['/manifest.webmanifest', '/icon-192.png']);
  expect(precached).toEqual([
    { url: '/assets/Feed-D3-8xY0.css', revision: null },
    { url: '/assets/index-Bq3xK_9.js', revision: null },
    { url: '/assets/rubik-hebrew-wght-normal-C1w_2xY.woff2', revision: null },
    { url: '/icon-192.png', revision: expect.stringMatching(/^[\w-]{16}$/) },
    { url: '/index.html', revision: expect.stringMatching(/^[\w-]{16}$/) },
    { url: '/manifest.webmanifest', revision: expect.stringMatching(/^[\w-]{16}$/) },
  ]);
  // Another page is another revision.
  writeFileSync(join(folder, 'index.html'), 'another page');
  const [page] = (await precachedFiles(folder, [])).filter(({ url }) => url === '/index.html');
  expect(page?.revision).not.toBe(precached[4]?.revision);
});
