import { expect, test } from 'vitest';
import { routeChunks } from '#app/vite-budget.ts';
import { preloadTags } from '#app/vite-preload.ts';

const chunk = (fileName: string, facadeModuleId: string | null, ...imports: string[]) =>
  ({
    type: 'chunk',
    fileName,
    facadeModuleId,
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

test('a route is the entry, what the page preloads and the named modules, with their imports', () => {
  expect(routeChunks(bundle, ['src/screens/login/LoginScreen.tsx']).toSorted()).toEqual([
    'entry.js',
    'fields.js',
    'login.js',
    'preloaded.js',
    'shared.js',
  ]);
});

test('a name that matches no chunk fails the budget', () => {
  expect(() => routeChunks(bundle, ['src/screens/login/LogInScreen.tsx'])).toThrow('LogInScreen.tsx');
});

test('the page preloads the fonts and modules that it names', () => {
  const requested = { fonts: [/rubik-hebrew/], modules: ['virtual:messages/heb/first'], member: {} };
  expect(preloadTags(bundle, requested).map(({ attrs }) => attrs?.['href'])).toEqual([
    '/rubik-hebrew.woff2',
    '/heb.js',
  ]);
});

test('it names what a member’s first screen needs beside the entry, each file once, with its styles', () => {
  const member = ['src/screens/feed/FeedScreen.tsx', 'src/screens/shell/AppShell.tsx'];
  const tags = preloadTags(bundle, { fonts: [], modules: [], member: { member } });
  expect(tags.map(({ tag, attrs }) => ({ tag, ...attrs }))).toEqual([
    {
      tag: 'meta',
      name: 'member',
      content: '/later.js /fields.js /shell.js /later.css /fields.css /shell.css',
    },
  ]);
});

test('a font or module that matches no file fails the preload', () => {
  expect(() => preloadTags(bundle, { fonts: [/rubik-greek/], modules: [], member: {} })).toThrow(
    'rubik-greek',
  );
  expect(() =>
    preloadTags(bundle, { fonts: [], modules: ['virtual:messages/heb/door'], member: {} }),
  ).toThrow('heb/door');
});
