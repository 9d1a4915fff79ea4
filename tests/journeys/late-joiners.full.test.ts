import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#contract/models.ts';
import { makeGame, makeLeague, makeOptions, postBets } from '#tests/support/server/leagues-and-games.ts';
import { button, dialog, textbox, waitForStanding } from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type BrowserFixture,
  type SignedInVisitor,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';

let fixture: BrowserFixture;
let noa: SignedInVisitor, gal: SignedInVisitor;
beforeAll(async () => {
  fixture = await openBrowserFixture();
  [noa, gal] = await Promise.all([fixture.signedInVisitor('נועה'), fixture.signedInVisitor('גל')]);
});
afterAll(() => fixture?.close());

test('an owner gives late joiners the median, and a late joiner reads it among their points', async () => {
  const league = await makeLeague(noa.call, [], 'השכונה');
  const options = await makeOptions(noa.call, league.id, ['הפועל', 'מכבי']);
  const { page } = noa;
  await fixture.open(page, `/section/${league.id}`);
  await button(page, t('leagueSettings')).click();
  await button(dialog(page, t('leagueSettings')), t('editLeague')).click();
  const form = dialog(page, t('editLeague'));
  await textbox(form, t('leagueDescription')).fill('מי שמפסיד מביא פיצה');
  const choice = form.getByRole('combobox', { name: t('lateJoiner') });
  await expect.poll(() => choice.locator('option:checked').innerText()).toBe(t('lateJoiner.zero'));
  await choice.selectOption({ label: t('lateJoiner.median') });
  await button(form, t('save')).click();
  await form.waitFor({ state: 'hidden' });

  const { items_data } = await makeGame(noa.call, league.id, 'home/away', [options], {
    description: 'מחזור 9',
  });
  const item = items_data[0] as Item;
  await postBets(noa.call, item, 1, 0);
  await noa.call.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });
  await fixture.open(page, `/item?id=${item.id}`);
  const rules = page.getByRole('region', { name: t('rulesHere') });
  await rules.getByText(t('rule.late'), { exact: true }).waitFor();
  await rules.getByText(t('rule.median'), { exact: true }).waitFor();
  await fixture.open(page, `/section/${league.id}`);
  await waitForStanding(page, 'נועה', 4);
  // The open table is updated.
  await gal.call.get('joinAClan/', { code: league.code ?? '' });
  await waitForStanding(page, 'גל', 4);

  await fixture.open(gal.page, `/section/${league.id}`);
  await button(gal.page, 'גל').click();
  const why = dialog(gal.page, 'גל');
  const roundLine = why.getByRole('listitem').filter({ hasText: 'מחזור 9' });
  await roundLine
    .getByText(`${t('reason.late')} · ${t('medianOf', { count: 1 })}`, { exact: true })
    .waitFor();
  await roundLine.getByText(t('points', { count: 4 }), { exact: true }).waitFor();
  await expect.poll(() => roundLine.getByText(t('pick'), { exact: true }).count()).toBe(0);
});
