import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { toIsraelInput } from '#contract/israel-time.ts';
import type { ItemRule, ItemType, League, Post } from '#contract/models.ts';
import { createMembers, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import {
  button,
  matchCard,
  closeCreated,
  chooseMatches,
  chooseRound,
  countTaps,
  dayFromNow,
  dialog,
  heading,
  resumeDraft,
  textbox,
  type Match,
} from '#tests/support/browser/page-actions.ts';
import { photo } from '#tests/support/server/pictures.ts';
import { fixtureOfFile, type SignedInVisitor } from '#tests/support/browser/browser-fixture.ts';
import { createTranslator, t } from '#tests/support/translations.ts';
import { fullDescribe, fullTest } from '#tests/support/run-size.ts';

/** The wizard creates games of every layout, and game types for staff. */

const fixture = fixtureOfFile();

const about = 'על מה הניחוש?';
const match: Match = ['ארגנטינה', 'אוסטריה'];

const questions = {
  league: 'wizardLeague',
  type: 'wizardType',
  rules: 'wizardRules',
  choices: 'wizardChoices',
  pairs: 'wizardPairs',
  matches: 'wizardMatches',
  ready: 'wizardReady',
} as const;
const slide = (page: Page, question: keyof typeof questions) => dialog(page, t(questions[question]));
const proceed = (at: Locator) => button(at, t('proceed')).click();
/** A radio button is covered by its picture and label, which are what people tap. */
const choose = (at: Locator, name: string) => at.getByText(name, { exact: true }).click();
const chooseType = (page: Page, name: string) =>
  slide(page, 'type')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

/** A member and a league of theirs. */
async function owner(name: string, more: Record<string, unknown> = {}) {
  const who = await fixture.signedInVisitor(name);
  const league = await makeLeague(who.call, [], 'השכונה', more);
  return { who, league };
}
async function becomeStaff({ call }: SignedInVisitor): Promise<void> {
  const { db } = fixture.server.platform;
  await db.updateTable('members').set({ is_staff: true }).where('id', '=', call.id).execute();
}
/** The newest game of a league, as this member sees it. */
async function gameOf({ call }: SignedInVisitor, { id }: League): Promise<Post> {
  const { body } = await call.get<{ results: Post[] }>('post/', { section: id });
  const [post] = body.results;
  if (!post) throw new Error('no game was made');
  return post;
}
const create = async (page: Page) => {
  await button(slide(page, 'ready'), t('wizardCreate')).click();
  await closeCreated(page);
};

fullTest('a vote is created with new options', async () => {
  const { who, league } = await owner('נועה');
  const { page } = who;
  await fixture.open(page, `/section/${league.id}?tab=games`);
  await page
    .getByRole('link', { name: t('newGame') })
    .first()
    .click();
  // The page gives the league.
  await chooseType(page, 'הצבעה');
  await textbox(slide(page, 'rules'), about).fill('מה אוכלים?');
  await proceed(slide(page, 'rules'));

  const choices = slide(page, 'choices');
  const search = choices.getByRole('searchbox', { name: t('searchOrGuest') });
  // Two empty lines, and no options of the catalogue.
  await expect.poll(() => choices.locator('ol > li').count()).toBe(2);
  await expect.poll(() => choices.locator('[aria-pressed]').count()).toBe(0);
  // The second line is hidden from the keyboard and from screen readers, which have the first.
  await expect
    .poll(() =>
      choices.locator('[aria-hidden=true] button').evaluateAll((all) => all.map((it) => it.tabIndex)),
    )
    .toEqual([-1]);
  await search.focus();
  // An existing name is chosen, never created again.
  for (const [at, food] of ['פיצה', 'חומוס', 'ברזיל'].entries()) {
    await page.keyboard.type(food);
    await page.keyboard.press('Enter');
    await button(choices, t('removeName', { name: food })).waitFor();
    await choices
      .getByRole('status')
      .getByText(t('optionsCount', { count: at + 1 }))
      .waitFor();
    await expect.poll(() => search.inputValue()).toBe('');
  }
  await button(choices, t('removeName', { name: 'ברזיל' })).click();
  await expect.poll(() => button(choices, t('removeName', { name: 'ברזיל' })).count()).toBe(0);
  // An option that a part of its name finds is chosen by a tap.
  await search.fill('ברז');
  await choices.getByRole('button', { name: 'ברזיל', exact: true, pressed: false }).waitFor();
  // A chosen option is marked as such where it is found again.
  await search.fill('חומ');
  await choices.getByRole('button', { name: 'חומוס', exact: true, pressed: true }).waitFor();
  await search.fill('ברז');
  await choices.getByRole('button', { name: 'ברזיל', exact: true, pressed: false }).click();
  await button(choices, t('removeName', { name: 'ברזיל' })).click();
  await choices.getByText(`השכונה · הצבעה · ${t('optionsCount', { count: 2 })}`).waitFor();

  // The creator of an option may give it a picture.
  await choices.getByText(t('optionPictures'), { exact: true }).click();
  const picture = choices.getByRole('group', { name: `${t('pictureAdd')}: פיצה` });
  await picture.locator('input[type=file]').setInputFiles({
    name: 'pizza.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(60, 60),
  });
  await choices.getByRole('group', { name: `${t('pictureChange')}: פיצה` }).waitFor();
  await proceed(choices);
  await slide(page, 'ready').getByText(t('wizardReadyText')).waitFor();
  await button(slide(page, 'ready'), t('wizardCreate')).click();
  // The game is shown with its link, which contains the league's code.
  const created = dialog(page, t('gameCreated'));
  for (const text of ['מה אוכלים?', 'פיצה', 'חומוס'])
    await created.getByText(text, { exact: true }).waitFor();
  const { id } = await gameOf(who, league);
  const sent = created.getByRole('link', { name: t('gameSend') });
  const link = `${fixture.server.url}/#/post/${id}?code=${league.code}`;
  await expect
    .poll(async () => new URL((await sent.getAttribute('href')) ?? '').searchParams.get('text'))
    .toBe(t('gameInvite', { league: league.name, name: 'מה אוכלים?', link }));
  const friend = await fixture.signedInVisitor('יוסי');
  await friend.page.goto(link);
  await friend.page.getByRole('link', { name: t('joinLeague'), exact: true }).waitFor();
  // Back closes the sheet, and the game stays.
  await page.goBack();
  await created.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).hash).toBe(`#/post/${id}`);
  // Back once more leads to where the wizard was opened, not to the wizard.
  await page.goBack();
  await expect.poll(() => new URL(page.url()).hash).toBe(`#/section/${league.id}?tab=games`);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

  const [item] = (await gameOf(who, league)).items_data;
  expect(item?.type).toBe('vote');
  expect(Object.values(item?.options ?? {}).map(({ name }) => name)).toEqual(['פיצה', 'חומוס']);
  expect(Object.values(item?.options ?? {}).map(({ image }) => image !== null)).toEqual([true, false]);
});

fullTest(
  'in English a match is created, shown, bet on and announced in English, and shown in Hebrew as soon as that is chosen',
  async () => {
    const [noa, dan] = await Promise.all(
      ['Noa', 'Dan'].map((name) => fixture.signedInVisitor(name, { language: 'en' })),
    );
    if (!noa || !dan) throw new Error('nobody signed in');
    const { t: translate } = createTranslator('en');
    const league = await makeLeague(noa.call, [dan.call], 'The block');
    const { page } = noa;
    await fixture.openLive(page, `/section/${league.id}?tab=games`);
    await page
      .getByRole('link', { name: translate('newGame') })
      .first()
      .click();
    const isEnglish = async (at: Locator) =>
      await expect.poll(() => at.innerText()).not.toMatch(/\p{Script=Hebrew}/u);
    const step = async (question: Parameters<typeof translate>[0], sign: (at: Locator) => Locator) => {
      const at = dialog(page, translate(question));
      await sign(at).waitFor();
      await at
        .locator('details')
        .evaluateAll((folded) => folded.forEach((it) => it.setAttribute('open', '')));
      await isEnglish(at);
      return at;
    };
    const tapType = (name: RegExp) => (at: Locator) => at.getByRole('button', { name });
    await tapType(/^Football/)(await step('wizardType', tapType(/^Numbers/))).click();
    await tapType(/^A round/)(await step('wizardSubtype', tapType(/^A single/))).click();
    const rules = await step('wizardRules', (at) => textbox(at, 'What is it about?'));
    await rules.getByLabel('Picks close').fill(dayFromNow(3));
    await button(rules, translate('proceed')).click();
    const matches = await step('wizardMatches', (at) => button(at, 'Algeria'));
    // A team is found by either of its names, and Enter chooses it by either.
    const search = matches.getByRole('searchbox');
    await search.fill('ברזיל');
    await button(matches, 'Brazil').click();
    await search.fill('Morocco');
    await search.press('Enter');
    await search.fill('');
    await matches.getByText(translate('matchesCount', { count: 1 }), { exact: true }).waitFor();
    await isEnglish(matches);
    await button(matches, translate('proceed')).click();
    await button(
      await step('wizardReady', (at) => at.getByText('Brazil').first()),
      translate('wizardCreate'),
    ).click();
    const created = await step('gameCreated', (at) => at.getByText('Brazil').first());
    await button(created, translate('close')).click();
    await created.waitFor({ state: 'hidden' });

    const card = page.getByRole('group', { name: 'Brazil · Morocco', exact: true });
    await button(card, translate('cellEmpty', { name: 'Brazil' })).click();
    const pad = page.getByRole('region', { name: 'Pick for Brazil', exact: true });
    await isEnglish(pad);
    await button(pad, '2').click();
    await button(page.getByRole('region', { name: 'Pick for Morocco', exact: true }), '1').click();
    await button(card, 'Brazil: 2, saved').waitFor();
    await button(card, 'Morocco: 1, saved').waitFor();
    await isEnglish(page.getByRole('main'));
    const [item] = (await gameOf(noa, league)).items_data;
    await fixture.openLive(page, `/item?id=${item?.id}`);
    await heading(page, 'Brazil · Morocco').waitFor();
    await heading(page, translate('whoHasBet')).waitFor();
    await isEnglish(page.getByRole('main'));
    await fixture.open(dan.page, '/notifications');
    await dan.page.getByText('A new game is waiting for your pick').waitFor();
    await dan.page.getByText('Brazil · Morocco').first().waitFor();
    await isEnglish(dan.page.getByRole('main'));

    // Without a reload.
    await page.evaluate(() => Object.assign(window, { sameLoad: true }));
    await button(page, translate('menu')).click();
    await page.getByRole('combobox', { name: translate('language') }).selectOption('heb');
    await button(dialog(page, t('menu')), t('close')).click();
    await heading(page, 'ברזיל · מרוקו').waitFor();
    expect(await page.evaluate(() => 'sameLoad' in window)).toBe(true);
  },
);

fullTest('a league and its first match take seven taps besides typing', async () => {
  const who = await fixture.signedInVisitor('נועה');
  const { page } = who;
  await fixture.open(page, '/main');
  const { tap, total } = countTaps('a league and its first match');
  await tap(button(page, t('createNewLeague')));
  await textbox(dialog(page, t('createNewLeague')), t('leagueName')).fill('השכונה');
  await page.keyboard.press('Enter');
  await heading(page, 'השכונה').waitFor();
  await tap(page.getByRole('link', { name: t('newGame'), exact: true }).first());
  await tap(slide(page, 'type').getByRole('button', { name: /^כדורגל/ }));
  await tap(dialog(page, t('wizardSubtype')).getByRole('button', { name: /^משחק בודד/ }));
  await tap(button(slide(page, 'rules'), t('proceed')));
  const matches = slide(page, 'matches');
  const search = matches.getByRole('searchbox', { name: t('searchOrGuest') });
  for (const team of match) {
    await search.fill(team);
    await search.press('Enter');
    await matches.getByRole('status').first().getByText(team, { exact: true }).waitFor();
  }
  await tap(button(matches, t('proceed')));
  await tap(button(slide(page, 'ready'), t('wizardCreate')));
  await dialog(page, t('gameCreated')).waitFor();
  expect(total()).toBeLessThanOrEqual(7);
});

fullDescribe('in a league of pairs', () => {
  test('an option is a pair, chosen by two taps', async () => {
    const { who, league } = await owner('נועה', { groupMembersCount: 2 });
    await makeOptions(who.call, league.id, ['אבי', 'בני', 'גיא', 'דנה']);
    const { page } = who;
    await fixture.open(page, `/section/${league.id}?wizard=1`);
    await chooseType(page, 'הצבעה');
    await proceed(slide(page, 'rules'));

    const pairs = slide(page, 'pairs');
    await button(pairs, 'אבי').click();
    await pairs.getByText(t('pairWaits', { name: 'אבי' })).waitFor();
    await page.reload();
    await resumeDraft(page);
    // The option without a partner is kept.
    await pairs.getByText(t('pairWaits', { name: 'אבי' })).waitFor();
    await button(pairs, 'גיא').click();
    await pairs.getByText(t('pairsCount', { count: 1 }), { exact: true }).waitFor();
    for (const name of ['בני', 'דנה']) await button(pairs, name).click();
    await button(pairs, t('removeName', { name: 'בני + דנה' })).waitFor();
    await pairs.getByText(`השכונה · הצבעה · ${t('pairsCount', { count: 2 })}`).waitFor();
    await proceed(pairs);
    await create(page);

    const [item] = (await gameOf(who, league)).items_data;
    expect(Object.values(item?.options ?? {}).map(({ data }) => data.map(({ name }) => name))).toEqual([
      ['אבי', 'גיא'],
      ['בני', 'דנה'],
    ]);
  });

  test('a match is a pair against a pair, and no option is on both sides', async () => {
    const { who, league } = await owner('נועה', { groupMembersCount: 2 });
    await makeOptions(who.call, league.id, ['אבי', 'בני', 'גיא', 'דנה']);
    const { page } = who;
    await fixture.open(page, `/section/${league.id}?wizard=1`);
    await chooseRound(page);
    await proceed(slide(page, 'rules'));

    const matches = slide(page, 'matches');
    for (const name of ['אבי', 'בני', 'גיא', 'דנה']) await button(matches, name).click();
    await matches.getByText(t('matchesCount', { count: 1 }), { exact: true }).waitFor();
    await button(matches, t('matchRemove', { name: 'אבי + בני · גיא + דנה' })).waitFor();
    // A tap on either option of a complete side removes that side.
    for (const name of ['אבי', 'גיא', 'גיא']) await button(matches, name).click();
    // The added match is shown in the place of the next one, which is optional.
    const status = matches.getByRole('status').filter({ hasText: t('matchAdded') });
    for (const name of ['אבי', 'בני', 'גיא', 'דנה']) await status.getByText(name, { exact: true }).waitFor();
    await status.getByText(t('matchOptional')).waitFor();
    await expect.poll(() => matches.getByText(t('matchHome')).count()).toBe(0);
    await proceed(matches);
    await create(page);
    const [item] = (await gameOf(who, league)).items_data;
    expect(item?.name).toBe('אבי + בני · גיא + דנה');
  });
});

fullTest('a match of two legs has a date for each, which the last slide can still change', async () => {
  const { who, league } = await owner('נועה');
  const { page } = who;
  await fixture.open(page, `/section/${league.id}?wizard=1`);
  await chooseRound(page);
  const rules = slide(page, 'rules');
  // Only the rules that need an answer are expanded.
  await textbox(rules, about).waitFor();
  await rules.getByLabel('סגירת הניחושים').waitFor();
  const rounds = rules.getByRole('spinbutton', { name: 'כמה סיבובים?' });
  await expect.poll(() => rounds.isVisible()).toBe(false);
  const rest = rules.locator('[data-slide] summary');
  await expect.poll(() => rest.innerText()).toContain(`${t('wizardPoints')} 4 · 3 · 2`);
  await rest.click();
  await rounds.fill('2');
  await proceed(rules);
  await chooseMatches(page, [match]);
  const leg = (at: Locator, number: number) =>
    at.getByLabel(t('matchLeg', { name: t('gameDate'), leg: number }));
  const matches = slide(page, 'matches');
  // A near day is chosen by one tap, and cleared by another.
  const tomorrow = button(matches, t('tomorrow')).first();
  await tomorrow.click();
  await expect.poll(() => leg(matches, 1).inputValue()).toBe(dayFromNow(1));
  await expect.poll(() => tomorrow.getAttribute('aria-pressed')).toBe('true');
  await tomorrow.click();
  await matches.getByRole('group', { name: t('chooseTime') }).waitFor({ state: 'detached' });
  await expect.poll(() => leg(matches, 1).inputValue()).toBe('');
  // Beyond the coming Saturday, which has a button of its own.
  await leg(matches, 1).fill(dayFromNow(9));
  await leg(matches, 2).fill(dayFromNow(10));
  await proceed(matches);

  const ready = slide(page, 'ready');
  await expect.poll(() => leg(ready, 1).inputValue()).toBe(dayFromNow(9));
  // From today to the last day of next year, in Israel's time.
  const today = toIsraelInput(new Date().toISOString()).slice(0, 10);
  await expect.poll(() => leg(ready, 1).getAttribute('min')).toBe(today);
  await expect.poll(() => leg(ready, 1).getAttribute('max')).toBe(`${Number(today.slice(0, 4)) + 1}-12-31`);
  await leg(ready, 2).fill(dayFromNow(11));
  // The day is shown as everywhere in the app, whatever the device's format.
  await ready
    .getByText(/^\d{1,2}\.\d{1,2}\.\d\d$/)
    .nth(1)
    .waitFor();
  const time = ready.getByRole('group', { name: t('chooseTime') }).nth(1);
  await time.getByLabel(t('hours')).selectOption('19');
  await time.getByLabel(t('minutes')).selectOption('45');
  await create(page);

  const { items_data } = await gameOf(who, league);
  expect(items_data.map(({ name, date }) => [name, toIsraelInput(date ?? '')])).toEqual([
    [match.join(' · '), `${dayFromNow(9)}T22:00`],
    // The second leg swaps the sides.
    [match.toReversed().join(' · '), `${dayFromNow(11)}T19:45`],
  ]);
});

fullDescribe('staff', () => {
  test('create a game type with a rule of its own, and a game of that type', async () => {
    const { who, league } = await owner('נועה');
    const friend = await fixture.signedInVisitor('יוסי');
    await friend.call.get('joinAClan/', { code: league.code ?? '' });
    await becomeStaff(who);
    const { page } = who;
    await fixture.open(page, `/section/${league.id}?wizard=1`);
    await button(slide(page, 'type'), t('newItemType')).click();
    const newType = dialog(page, t('newItemType'));
    await textbox(newType, t('itemTypeName')).fill('כדורעף');
    await newType.getByLabel(t('itemTypeLayout')).selectOption('bets');
    await button(newType, t('save')).click();
    await chooseType(page, 'כדורעף');

    const rules = slide(page, 'rules');
    await button(rules, t('newItemRule')).click();
    const newRule = dialog(page, t('newItemRule'));
    await textbox(newRule, t('itemRuleName')).fill('איפה משחקים?');
    await textbox(newRule, t('itemRuleKey')).fill('place');
    await newRule.getByLabel(t('itemRuleType')).selectOption('select');
    await newRule.getByLabel(t('itemRuleRequired')).check();
    await textbox(newRule, t('itemRuleChoices')).fill('דשא\nאולם');
    await button(newRule, t('save')).click();
    // The new rule is shown at once, and as a required one blocks the slide until it is filled in.
    await rules.getByRole('radiogroup', { name: 'איפה משחקים?' }).waitFor();
    await proceed(rules);
    await rules.getByText(t('problem.required')).waitFor();
    await choose(rules, 'אולם');
    await proceed(rules);
    const choices = slide(page, 'choices');
    for (const team of match) {
      await choices.getByRole('searchbox').fill(team);
      await choices.getByRole('button', { name: team, exact: true, pressed: false }).click();
      await button(choices, t('removeName', { name: team })).waitFor();
    }
    await proceed(choices);
    await create(page);
    expect((await gameOf(who, league)).rules).toMatchObject({ place: 'אולם', pts_exact: 3 });

    // Other members may create games of the type, but no types and no rules.
    const own = await makeLeague(friend.call, [], 'של יוסי');
    await fixture.open(friend.page, `/section/${own.id}?wizard=1`);
    await chooseType(friend.page, 'כדורעף');
    await slide(friend.page, 'rules').getByRole('radio', { name: 'אולם' }).waitFor();
    await expect.poll(() => button(friend.page, t('newItemRule')).count()).toBe(0);
    await button(slide(friend.page, 'rules'), t('back')).click();
    await slide(friend.page, 'type')
      .getByRole('button', { name: /^כדורעף/ })
      .waitFor();
    await expect.poll(() => button(friend.page, t('newItemType')).count()).toBe(0);
  });

  test('create sub-types of a category, and a game in a league that they are not in', async () => {
    const { who: dana, league } = await owner('דנה');
    const who = await fixture.signedInVisitor('צוות');
    await becomeStaff(who);
    const { page } = who;
    await fixture.open(page, '/main?wizard=1');
    await slide(page, 'league').getByRole('radio', { name: league.name }).first().waitFor();
    await fixture.open(page, `/section/${league.id}?wizard=1`);
    await button(slide(page, 'type'), t('newItemType')).click();
    const newType = dialog(page, t('newItemType'));
    await textbox(newType, t('itemTypeName')).fill('טניס');
    await newType.getByLabel(t('itemTypeLayout')).selectOption('');
    await button(newType, t('save')).click();
    await chooseType(page, 'טניס');
    const category = dialog(page, t('wizardSubtype'));
    await category.getByText(t('noTypesYet')).waitFor();
    await button(category, t('newItemType')).click();
    await textbox(newType, t('itemTypeName')).fill('גמר');
    await newType.getByLabel(t('itemTypeLayout')).selectOption('home/away');
    await button(newType, t('save')).click();
    await category.getByRole('button', { name: /^גמר/ }).click();
    await slide(page, 'rules').waitFor();
    await button(slide(page, 'rules'), t('back')).click();
    await button(category, t('back')).click();
    await chooseType(page, 'טניס');
    await category.getByRole('button', { name: /^גמר/ }).click();
    await proceed(slide(page, 'rules'));
    await chooseMatches(page, [match]);
    await proceed(slide(page, 'matches'));
    await create(page);
    expect((await gameOf(dana, league)).items_data.map(({ name }) => name)).toEqual([match.join(' · ')]);
  });
});

fullTest('a rule is answered by one of the league’s members, fetched in pages, or by free text', async () => {
  const staff = await fixture.signedInVisitor('צוות');
  await becomeStaff(staff);
  const type = (await staff.call.post<ItemType>('itemtype/', { name: 'כדורת', type: 'vote' })).body;
  const details = { model: 'member', other: true };
  const rule = { name: 'מי שופט?', key: 'referee', type: 'modelscroll', itemType: type.id, details };
  const from = { name: 'איפה הכי אוהבים?', key: 'place', type: 'modelscroll', itemType: type.id };
  for (const one of [rule, { ...from, details: { model: 'section' } }])
    expect((await staff.call.post<ItemRule>('itemrule/', one)).status).toBe(201);
  const { who, league } = await owner('נועה');
  await createMembers(fixture.server, league.id, 40);
  const requestedPages: string[] = [];
  const leagues = new Set<string | null>();
  who.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname !== '/api/member/') return;
    requestedPages.push(`${searchParams.get('offset')}+${searchParams.get('limit')}`);
    leagues.add(searchParams.get('onSectionOnly'));
  });

  const { page } = who;
  await fixture.open(page, `/section/${league.id}?wizard=1`);
  await chooseType(page, 'כדורת');
  const rules = slide(page, 'rules');
  const field = rules.getByRole('button', { name: rule.name });
  await field.click();
  const picker = dialog(page, rule.name);
  await picker.getByRole('radio').nth(19).waitFor();
  expect(requestedPages).toEqual(['0+20']);
  expect([...leagues]).toEqual([String(league.id)]);
  // The next page is fetched before the end of the list is in view.
  await picker.getByRole('radio').nth(19).scrollIntoViewIfNeeded();
  await picker.getByRole('radio').nth(29).waitFor();
  expect(requestedPages.slice(0, 2)).toEqual(['0+20', '20+10']);

  await picker.getByRole('searchbox', { name: t('search') }).fill('נועה');
  await choose(picker, 'נועה');
  // Closing the picker leaves the field unchanged.
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'hidden' });
  await field.getByText(t('chosenCount', { count: 0 })).waitFor();
  await expect.poll(() => field.getAttribute('data-empty')).toBe('');
  await field.click();
  await choose(picker, 'נועה');
  await proceed(picker);
  await field.getByText('נועה', { exact: true }).waitFor();
  await expect.poll(() => field.getAttribute('data-empty')).toBeNull();

  await field.click();
  await choose(picker, t('other'));
  await textbox(picker, t('other')).fill('השכן מלמעלה');
  await proceed(picker);
  await field.getByText('השכן מלמעלה', { exact: true }).waitFor();

  // A league, or a group, is listed with the number of its members.
  await rules.getByRole('button', { name: from.name }).click();
  const listed = dialog(page, from.name).getByRole('radio', { name: 'השכונה' });
  await expect.poll(() => listed.first().getAttribute('aria-describedby')).not.toBe(null);
  await dialog(page, from.name)
    .getByText(t('members', { count: 41 }), { exact: true })
    .waitFor();
});

fullTest('above a phone’s keyboard the options that a search has found are in view', async () => {
  const { page, call } = await fixture.signedInVisitor('רותי', { viewport: { width: 360, height: 380 } });
  const { id } = await makeLeague(call, [], 'אוניברסיטאות־ומכללות');
  await fixture.open(page, `/section/${id}?wizard=1`);
  await chooseRound(page);
  await button(page, t('proceed')).click();
  const matches = slide(page, 'matches');
  await matches.getByRole('searchbox', { name: t('searchOrGuest') }).fill('אנגליה');
  const found = button(matches, 'אנגליה');
  await found.waitFor();
  const visibleShare = async () => {
    const box = await found.boundingBox();
    const footer = await matches.locator('footer').boundingBox();
    return box && footer ? Math.min(1, (footer.y - box.y) / box.height) : 0;
  };
  await expect.poll(visibleShare).toBe(1);
});

fullTest('a draft on its last slide survives a reload and an ended session', async () => {
  const { who, league } = await owner('נועה');
  const { page } = who;
  await fixture.open(page, `/section/${league.id}?wizard=1`);
  await chooseRound(page);
  await textbox(slide(page, 'rules'), about).fill('הגמר');
  await proceed(slide(page, 'rules'));
  await chooseMatches(page, [match]);
  await proceed(slide(page, 'matches'));
  const ready = slide(page, 'ready');
  await ready.getByLabel(t('matchDate', { name: match.join(' · ') })).fill(dayFromNow(5));
  await page.reload();
  await resumeDraft(page);
  await expect
    .poll(() => ready.getByLabel(t('matchDate', { name: match.join(' · ') })).inputValue())
    .toBe(dayFromNow(5));

  // The screen below has loaded, so only the creating call gets the 401 of the session that was ended elsewhere.
  await page.locator('table').first().waitFor({ state: 'attached' });
  expect((await who.call.post('logout/')).status).toBe(200);
  await button(ready, t('wizardCreate')).click();
  await textbox(page, t('cellphone')).waitFor();
  await fixture.signIn(who);
  await resumeDraft(page);
  await ready.waitFor();
  expect(new URL(page.url()).hash).toContain(`#/section/${league.id}`);
  await create(page);
  await matchCard(page, match).waitFor();
  await page.getByText('הגמר', { exact: true }).first().waitFor();
  const { body } = await (await fixture.apiOf(who)).get<{ count: number }>('post/', { section: league.id });
  expect(body.count).toBe(1);
  fixture.allowErrors(who, /status of 40[14]/);
});

fullTest(
  'a game whose wizard was closed before the response is not created again by the same draft',
  async () => {
    const { who, league } = await owner('נועה');
    const { page } = who;
    const sent: (string | undefined)[] = [];
    let answer = () => {};
    const released = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/createPostV3/**', async (route) => {
      sent.push(route.request().headers()['idempotency-key']);
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    await fixture.open(page, `/section/${league.id}?wizard=1`);
    await chooseRound(page);
    await textbox(slide(page, 'rules'), about).fill('הגמר');
    await proceed(slide(page, 'rules'));
    await chooseMatches(page, [match]);
    await proceed(slide(page, 'matches'));
    const ready = slide(page, 'ready');
    await ready.getByLabel(t('matchDate', { name: match.join(' · ') })).fill(dayFromNow(5));
    await button(ready, t('wizardCreate')).click();
    await expect.poll(() => sent).toHaveLength(1);
    await page.keyboard.press('Escape');
    await ready.waitFor({ state: 'hidden' });
    const answered = page.waitForResponse(/createPostV3/);
    answer();
    await (await answered).finished();

    await page
      .getByRole('link', { name: t('newGame') })
      .first()
      .click();
    await resumeDraft(page);
    await create(page);
    await matchCard(page, match).waitFor();
    expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
    const { body } = await who.call.get<{ count: number }>('post/', { section: league.id });
    expect(body.count).toBe(1);
  },
);

test('the keyboard alone creates a game, through all five slides', async () => {
  const { who, league } = await owner('נועה');
  await makeOptions(who.call, league.id, ['פיצה', 'חומוס']);
  const { page } = who;
  /** Presses Tab until the control has the focus. */
  const reach = async (what: Locator) => {
    await what.waitFor();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await what.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${what.toString()}`);
  };
  const press = async (what: Locator, key = 'Enter') => {
    await reach(what);
    await page.keyboard.press(key);
  };
  await fixture.open(page, '/main?wizard=1');
  // Without a chosen league the wizard cannot proceed.
  await expect.poll(() => button(slide(page, 'league'), t('proceed')).isDisabled()).toBe(true);
  await press(slide(page, 'league').getByRole('radio', { name: 'השכונה' }), 'Space');
  await press(button(slide(page, 'league'), t('proceed')));
  await press(slide(page, 'type').getByRole('button', { name: /^הצבעה/ }));
  await reach(textbox(slide(page, 'rules'), about));
  await page.keyboard.type('מה אוכלים?');
  await press(button(slide(page, 'rules'), t('proceed')));
  const choices = slide(page, 'choices');
  await reach(choices.getByRole('searchbox'));
  for (const food of ['חומוס', 'פיצה']) {
    await page.keyboard.type(food);
    await page.keyboard.press('Enter');
    await button(choices, t('removeName', { name: food })).waitFor();
  }
  await press(button(choices, t('proceed')));
  await press(button(slide(page, 'ready'), t('wizardCreate')));
  await closeCreated(page);
  await heading(page, 'השכונה').or(page.getByText('מה אוכלים?')).first().waitFor();
  expect((await gameOf(who, league)).description).toBe('מה אוכלים?');
});
