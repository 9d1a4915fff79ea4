import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { size } from '#tests/support/size.ts';
import { furnish, ownersPhone, scenes, type World } from '#tests/support/tour.ts';
import { openTown, type Town } from '#tests/support/town.ts';
import { speak } from '#tests/support/words.ts';

/** Every screen, for everybody: whatever the theme, the direction and the width. */

let town: Town;
let world: World;
beforeAll(async () => {
  town = await openTown();
  world = await furnish(town);
});
afterAll(() => town?.close());

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };

const looks = [
  { language: 'heb', colorScheme: 'light', lang: 'he', dir: 'rtl' },
  { language: 'en', colorScheme: 'dark', lang: 'en', dir: 'ltr' },
  { language: 'heb', colorScheme: 'dark', lang: 'he', dir: 'rtl' },
  { language: 'en', colorScheme: 'light', lang: 'en', dir: 'ltr' },
] as const;

/** Axe comes with the page, past its policy. */
type WithAxe = { readonly axe: typeof axe };

/** What axe has against a page as it is now, a line each. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await page.evaluate(() =>
    (window as unknown as WithAxe).axe.run(document, { resultTypes: ['violations'] }),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`,
    ),
  );
}

/** How much wider than its window a page is. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each(looks.slice(0, size('looks that axe sees', 2, 4)))(
  'nothing stands in anybody’s way: $language, $colorScheme',
  async ({ language, colorScheme, lang, dir }) => {
    const likes = { language, colorScheme, reducedMotion: 'reduce', script: axe.source } as const;
    const [owner, guest] = await Promise.all([
      town.livesHere('נועה', { ...likes, phone: ownersPhone }),
      town.arrives('אורח', likes),
    ]);
    await Promise.all([owner, guest].map(({ page }) => town.open(page, '/terms')));
    const visit = { owner, guest, world, t: speak(language).t };
    const found: string[] = [];
    for (const { name, show } of scenes) {
      const page = await show(visit);
      found.push(...(await violations(page)).map((line) => `${name}: ${line}`));
      const page360 = await overflow(page);
      await page.setViewportSize(desk);
      const page1280 = await overflow(page);
      await page.setViewportSize(phone);
      if (page360 > 0 || page1280 > 0)
        found.push(`${name}: ${page360} px too wide at 360, ${page1280} at 1280`);
      expect(
        await page.evaluate(() => [
          document.documentElement.lang,
          document.documentElement.dir,
          document.title,
        ]),
      ).toEqual([lang, dir, 'חבר׳ה']);
    }
    town.forgive(owner, /status of 404/);
    town.forgive(guest, /status of 404/);
    await town.quiet();
    expect(found).toEqual([]);
  },
);
