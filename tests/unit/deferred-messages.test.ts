import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { deferredScreens } from '#app/deferred-screens.ts';
import { partsOf } from '#i18n/vite-messages.ts';

/**
 * Messages that are loaded with the deferred screens: which they are, and that no such screen is rendered without them.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const isDeferred = (path: string) =>
  deferredScreens.some((deferred) => path === deferred || path.startsWith(`${deferred}/`));

const views = ['src/app', 'src/screens', 'src/ui'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(room, path)),
);

/** The file that an import leads to. */
const targetOf = (from: string, specifier: string) =>
  specifier.startsWith('#') ? join('src', specifier.slice(1)) : join(dirname(from), specifier);

const deferredEntry = /(?:deferredComponent|loadDeferred)\(\s*async \(\) => \(await import\('([^']+)'\)\)/g;
const anyImport =
  /(?:import|export) (?!type )[^;]*? from '([#.][^']+)'|import\(\s*'([#.][^']+)'\s*\)|import '([#.][^']+)'/g;

test('every listed deferred screen exists', () => {
  expect(deferredScreens.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(statSync(join(root, 'src/screens/staff')).isDirectory()).toBe(true);
});

test('deferred screens are imported by deferredComponent and loadDeferred only', () => {
  const entries: string[] = [];
  const others: string[] = [];
  for (const path of views.filter((it) => !isDeferred(it))) {
    const source = readFileSync(join(root, path), 'utf8');
    for (const [, specifier = ''] of source.matchAll(deferredEntry)) entries.push(targetOf(path, specifier));
    for (const [, ...found] of source.replaceAll(deferredEntry, '').matchAll(anyImport)) {
      const target = targetOf(path, found.find((it) => it !== undefined) ?? '');
      // The app's ports import the wizard's rules, but none of its messages.
      const isPort = path.startsWith('src/app/') && target.startsWith('src/domain/');
      if (isDeferred(target) && !isPort) others.push(`${path} → ${relative('src', target)}`);
    }
  }
  expect(others).toEqual([]);
  expect([...new Set(entries)].toSorted()).toEqual([
    'src/screens/feed/PostActionsSheet.tsx',
    'src/screens/game/CreatedSheet.tsx',
    'src/screens/groups/GroupSettings.tsx',
    'src/screens/item-card/OptionActionsSheet.tsx',
    'src/screens/item-page/item-parts.ts',
    'src/screens/league/LeagueSettings.tsx',
    'src/screens/offers/Offers.tsx',
    'src/screens/profile/ProfileScreen.tsx',
    'src/screens/results/RoundResults.tsx',
    'src/screens/share-target/ShareTargetScreen.tsx',
    'src/screens/staff/StaffScreen.tsx',
    'src/screens/statistics/LeagueNumbers.tsx',
    'src/screens/statistics/MemberNumbers.tsx',
    'src/screens/tournament/TournamentSheet.tsx',
    'src/screens/what-if/what-if.ts',
    'src/screens/wizard/WizardModal.tsx',
  ]);
});

test('a message is deferred if deferred screens alone use it', () => {
  const partOf = partsOf(
    {
      first: "t('login'); t(`failure.${kind}`); t('live')",
      deferred:
        "t('login'); t('wizard'); t(\"rules\"); t(`blocked.${kind}`); t('shared'); t('named'); t('family.one')",
      others: "t('login'); t('live'); t('shared'); tName({ named: 1 }); t(`family.${kind}`); t('feed')",
    },
    ['live'],
  );
  const parts = {
    login: 'first',
    'failure.offline': 'first',
    live: 'rest',
    wizard: 'deferred',
    rules: 'deferred',
    'blocked.noMatch': 'deferred',
    shared: 'rest',
    named: 'rest',
    'family.one': 'rest',
    feed: 'rest',
    unwritten: 'rest',
  };
  expect(Object.fromEntries(Object.keys(parts).map((key) => [key, partOf(key)]))).toEqual(parts);
});
