import { expect, test } from 'vitest';
import { fixtureOfFile, type Visitor } from '#tests/support/browser/browser-fixture.ts';
import { ownersPhone, seedDemoLeagues } from '#tests/support/browser/scenes.ts';
import { runSize } from '#tests/support/run-size.ts';
import { t } from '#tests/support/translations.ts';

/** Each address as the first one that is opened, when nothing is loaded yet that other screens load beforehand. */

const fixture = fixtureOfFile();

/** Opens each place in a tab of its own, until it is loaded; returns the pages' errors. */
async function openEach({ context }: Visitor, places: readonly string[]): Promise<string[]> {
  const errors: string[] = [];
  for (const place of places) {
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => errors.push(`${place}: ${message}`));
    await fixture.open(page, place);
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first().waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: t('loading') })
      .first()
      .waitFor({ state: 'hidden' });
    await page.close();
  }
  return errors;
}

test('every address can be opened first, by a guest, a member and a league’s owner', async () => {
  const { league, post, items } = await seedDemoLeagues(fixture);
  const places = [
    '/ /main /games /section /sections /clans-page /notifications /staff /share /profile /welcome /login /join',
    '/terms /accessibility /item /post-form /section/999999 /section/x /post/gameRules /post/999999 /profile/1',
    '/profile/999999 /profile/x /main?wizard=1 /join?code=AAAAAAAAAA /nowhere /a/b/c',
    `/section/${league} /section/${league}?tab=members /section/${league}?wizard=1 /post/${post}`,
    `/main?match=${items.open} /main?game=${post} /post-form?id=${post} /post-form?section=${league}`,
    Object.values(items)
      .map((id) => `/item?id=${id}`)
      .join(' '),
    ['menu', 'newLeague', 'newGroup', 'chat', 'results', 'nothing']
      .map((sheet) => `/main?sheet=${sheet}&of=${post}`)
      .join(' '),
  ].flatMap((addresses) => addresses.split(' '));
  const every = runSize('addresses that are opened first, one of', 24, 1);
  const chosen = places.filter((_, at) => at % every === 0);
  const visitors = [
    await fixture.newVisitor('אורח'),
    await fixture.signedInVisitor('זר', { viewport: { width: 1280, height: 800 } }),
    await fixture.signedInVisitor('נועה', { phone: ownersPhone }),
  ];
  const errors = await Promise.all(visitors.map((visitor) => openEach(visitor, chosen)));
  for (const visitor of visitors) fixture.allowErrors(visitor, /status of 40[0134]/);
  expect(errors).toEqual([[], [], []]);
});
