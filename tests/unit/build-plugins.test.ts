import { expect, test } from 'vitest';
import { firstRouteChunks } from '#app/vite-budget.ts';
import { preloadTags } from '#app/vite-preload.ts';

const chunk = (fileName: string, facadeModuleId: string | null, ...imports: string[]) =>
  ({ type: 'chunk', fileName, facadeModuleId, isEntry: fileName === 'entry.js', imports }) as const;
const asset = (fileName: string, source = '') => ({ type: 'asset', fileName, source }) as const;
const bundle = {
  'entry.js': chunk('entry.js', '/app/index.html', 'shared.js'),
  'shared.js': chunk('shared.js', null),
  'preloaded.js': chunk('preloaded.js', null),
  'login.js': chunk('login.js', '/app/src/screens/login/LoginScreen.tsx', 'fields.js'),
  'fields.js': chunk('fields.js', null),
  'heb.js': chunk('heb.js', '\0virtual:messages/heb/first'),
  'later.js': chunk('later.js', '/app/src/screens/feed/FeedScreen.tsx'),
  'index.html': asset('index.html', '<link rel="modulepreload" href="/preloaded.js">'),
  'rubik-hebrew.woff2': asset('rubik-hebrew.woff2'),
};

test('the first route is the entry, what the page preloads and the named modules, with their imports', () => {
  expect(firstRouteChunks(bundle, ['src/screens/login/LoginScreen.tsx']).toSorted()).toEqual([
    'entry.js',
    'fields.js',
    'login.js',
    'preloaded.js',
    'shared.js',
  ]);
});

test('a name that matches no chunk fails the budget', () => {
  expect(() => firstRouteChunks(bundle, ['src/screens/login/LogInScreen.tsx'])).toThrow('LogInScreen.tsx');
});

test('the page preloads the fonts and modules that it names', () => {
  const wanted = { fonts: [/rubik-hebrew/], modules: ['virtual:messages/heb/first'] };
  expect(preloadTags(bundle, wanted).map(({ attrs }) => attrs?.['href'])).toEqual([
    '/rubik-hebrew.woff2',
    '/heb.js',
  ]);
});

test('a font or module that matches no file fails the preload', () => {
  expect(() => preloadTags(bundle, { fonts: [/rubik-greek/], modules: [] })).toThrow('rubik-greek');
  expect(() => preloadTags(bundle, { fonts: [], modules: ['virtual:messages/heb/door'] })).toThrow(
    'heb/door',
  );
});
