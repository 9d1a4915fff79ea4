import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { clientFolder } from '#server/boot/client-build.ts';
import { openBrowserFixture, type SignedInVisitor } from '#tests/support/browser/browser-fixture.ts';
import { pictureProblem, referenceFolder } from '#tests/support/browser/pictures.ts';
import { ownersPhone, scenes, seedDemoLeagues, type SceneVisit } from '#tests/support/browser/scenes.ts';
import { runSize } from '#tests/support/run-size.ts';
import { createTranslator } from '#tests/support/translations.ts';

/**
 * What screens and parts look like, beside their references: 24 scenes in four looks, which have every pair of a language,
 * a theme and a width. `npm run pictures -- --update` writes the references.
 */

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };
const appearances = [
  { name: 'he-light-phone', language: 'heb', colorScheme: 'light', viewport: phone },
  { name: 'en-dark-phone', language: 'en', colorScheme: 'dark', viewport: phone },
  { name: 'he-dark-desktop', language: 'heb', colorScheme: 'dark', viewport: desktop },
  { name: 'en-light-desktop', language: 'en', colorScheme: 'light', viewport: desktop },
] as const;
type LookName = (typeof appearances)[number];

/** The present of every clock; the demo was seeded shortly before it, so that no minute is about to pass. */
const seededAt = new Date('2026-06-20T18:00:00Z');
const now = new Date('2026-06-20T18:00:20Z');

type Visit = SceneVisit & { readonly newcomer: SignedInVisitor; readonly appearance: LookName };
type Picture = {
  readonly name: string;
  readonly show: (visit: Visit) => Promise<Page>;
  readonly leave?: (visit: Visit) => Promise<void>;
};

/** One of the scenes that all journeys share; `before` are those between the previous picture and this one. */
const scene = (name: string, ...before: string[]): Picture => ({
  name: name.replaceAll(/[^a-z]+/g, '-'),
  async show(visit) {
    const shows = [...before, name].map((one) => scenes.find((it) => it.name === one)?.show);
    let page = visit.owner.page;
    for (const show of shows) {
      if (!show) throw new Error(`no scene ${name}`);
      page = await show(visit);
    }
    return page;
  },
});

/** Parts of src/ui in all their states, in a window as high as they are, so that sticky bars keep their first place. */
const parts = (part: string): Picture => ({
  name: `parts-${part}`,
  async show({ guest: { page }, appearance: { language, colorScheme: theme, viewport } }) {
    await page.evaluate(
      (to) => location.replace(to),
      `#/qa/ui?language=${language}&theme=${theme}&part=${part}`,
    );
    // The previous page may show this part among all of them.
    await page.locator('a[aria-current]').getByText(part, { exact: true }).waitFor();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...viewport, height });
    return page;
  },
  leave: ({ guest: { page }, appearance: { viewport } }) => page.setViewportSize(viewport),
});

const pictures: readonly Picture[] = [
  parts('match'),
  scene('the feed'),
  {
    name: 'the-digit-pad',
    // On a desktop no pad opens: the cell receives the keyboard's digits.
    async show(visit) {
      const page = await scene('the feed').show(visit);
      await page.locator('[data-bet] button[aria-expanded][data-state=empty]').first().click();
      await page.locator('[data-bet] button[data-active]').waitFor();
      return page;
    },
  },
  scene('a match before'),
  scene('a match in play'),
  scene('a match that is over'),
  scene('a league’s table'),
  scene('a chat'),
  scene('notifications'),
  scene('a vote'),
  scene('numbers'),
  scene('a balance'),
  scene('its games that are over'),
  scene('a group'),
  scene('wizard: the type', 'wizard: the league'),
  scene('wizard: the matches', 'wizard: the rules'),
  scene('my profile'),
  scene('welcome'),
  scene('sign-in'),
  {
    name: 'the-feed-empty',
    async show({ newcomer: { page }, t }) {
      await page.getByRole('main').getByText(t('noLeaguesTitle')).waitFor();
      return page;
    },
  },
  {
    name: 'the-feed-offline',
    async show(visit) {
      const page = await scene('the feed').show(visit);
      await visit.owner.context.setOffline(true);
      await page.locator('[data-connection=offline]').waitFor();
      return page;
    },
    leave: ({ owner: { context } }) => context.setOffline(false),
  },
  parts('form'),
  parts('primitives'),
  parts('feedback'),
];

const nameOf = (picture: Picture, appearance: LookName) => `${picture.name}.${appearance.name}`;

afterAll(() => void vi.useRealTimers());

test.each(appearances.slice(0, runSize('looks that are pictured', 0, appearances.length)))(
  'every scene looks like its reference: $name',
  async (appearance) => {
    vi.setSystemTime(seededAt);
    // The embedded database uses this process's clock.
    const fixture = await openBrowserFixture({ database: 'pglite', clientFolder: clientFolder(true) });
    try {
      const demo = await seedDemoLeagues(fixture);
      // Codes are random.
      const { db } = fixture.server.platform;
      await sql`update leagues set code = 'ABC' || id`.execute(db);
      await sql`update groups set code = 'XYZ' || id`.execute(db);
      vi.setSystemTime(now);
      const { language, colorScheme, viewport } = appearance;
      const options = { language, colorScheme, viewport };
      const [owner, guest, newcomer] = await Promise.all([
        fixture.signedInVisitor('נועה', { ...options, phone: ownersPhone }),
        fixture.newVisitor('אורח', options),
        fixture.signedInVisitor('חדש', options),
      ]);
      const visit = { owner, guest, newcomer, appearance, demo, t: createTranslator(language).t };
      for (const { context } of [owner, guest, newcomer]) await context.clock.setFixedTime(now);
      await fixture.open(owner.page, '/terms');
      await fixture.open(guest.page, '/qa/ui');
      await fixture.open(newcomer.page, '/main');
      const problems: (string | null)[] = [];
      for (const picture of pictures) {
        const page = await picture.show(visit);
        problems.push(await pictureProblem(page, nameOf(picture, appearance)));
        await picture.leave?.(visit);
      }
      fixture.allowErrors(owner, /ERR_INTERNET_DISCONNECTED/);
      await fixture.closeVisitors();
      expect(problems.filter((it) => it !== null)).toEqual([]);
    } finally {
      await fixture.close();
      vi.useRealTimers();
    }
  },
);

test('there is a reference of every scene in every look, and no other', () => {
  const names = pictures.flatMap((picture) =>
    appearances.map((appearance) => `${nameOf(picture, appearance)}.webp`),
  );
  expect(pictures).toHaveLength(24);
  expect(readdirSync(referenceFolder).toSorted()).toEqual(names.toSorted());
});
