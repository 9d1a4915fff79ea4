import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  requestPin,
  enterPin,
  openBrowserFixture,
  type Visitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { button, dialog, heading, textbox } from '#tests/support/browser/page-actions.ts';
import { makeLeague } from '#tests/support/server/leagues-and-games.ts';
import { t } from '#tests/support/translations.ts';

/** Signing in by phone and PIN, what a guest may open, and signing out, in the browser. */

const googlePage = 'https://play.google.com/store/apps/details?id=app.hevre';
let fixture: BrowserFixture;
beforeAll(async () => {
  fixture = await openBrowserFixture({ env: { STORE_GOOGLE: googlePage } });
});
afterAll(() => fixture?.close());
afterEach(() => fixture.closeVisitors());

const placeOf = (page: Page) => new URL(page.url()).hash.slice(1);
const phoneField = (page: Page) => page.getByRole('textbox', { name: t('cellphone') });
const pinField = (page: Page) => page.getByRole('textbox', { name: t('pincode') });
const navigation = (page: Page) => page.getByRole('navigation', { name: t('mainNavigation') });
const wrong = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');

/** Presses a step's button and waits for the error beside its field, which is marked as invalid. */
async function expectFieldError(page: Page, step: 'proceed' | 'login', errorText: string) {
  await page.getByRole('button', { name: t(step) }).click();
  await page.getByRole('alert').filter({ hasText: errorText }).waitFor();
  const field = step === 'proceed' ? phoneField(page) : pinField(page);
  expect(await field.getAttribute('aria-invalid')).toBe('true');
}

/** A member whose browser is signed out; the device still knows their name. */
async function signedOutVisitor(name: string): Promise<Visitor> {
  const person = await fixture.signedInVisitor(name);
  await person.page.goto(fixture.server.url);
  await navigation(person.page).waitFor();
  await person.page.evaluate(() => localStorage.removeItem('hevre:session'));
  await person.page.close();
  return person;
}

describe('phone and PIN', () => {
  test('what is no Israeli mobile number is refused beside its field, and stays typed', async () => {
    const { page } = await fixture.newVisitor('דנה');
    await fixture.open(page, '/login');
    for (const typed of ['', 'שלום', '05o-1234567', '03-1234567']) {
      await phoneField(page).fill(typed);
      await expectFieldError(page, 'proceed', t('problem.phone'));
      expect(await phoneField(page).inputValue()).toBe(typed);
    }
    expect(fixture.server.printed).toEqual([]);
  });

  test('a wrong PIN marks the field and shows how many tries are left, down to none', async () => {
    const person = await fixture.newVisitor('דנה');
    const { page } = person;
    await fixture.open(page, '/login');
    await requestPin(person);
    await pinField(page).fill('12ab56');
    await expectFieldError(page, 'login', t('problem.pin'));

    await page.getByRole('textbox', { name: t('name'), exact: true }).fill('דנה');
    const pin = fixture.pinOf(person);
    for (const left of [4, 3, 2, 1, 0]) {
      await pinField(page).fill(wrong(pin));
      await expectFieldError(page, 'login', t('pincodeWrong', { count: left }));
    }
    // The tries are used up: the right PIN is refused too.
    await pinField(page).fill(pin);
    await expectFieldError(page, 'login', t('pin.too_many'));
    expect(await page.getByRole('textbox', { name: t('name'), exact: true }).inputValue()).toBe('דנה');
  });

  test('after three PINs the phone step shows when to try again', async () => {
    const person = await fixture.newVisitor('דנה');
    const { page } = person;
    await fixture.open(page, '/login');
    for (let sent = 0; sent < 3; sent += 1) {
      await requestPin(person);
      await page.getByRole('button', { name: t('back') }).click();
    }
    await page.getByRole('button', { name: t('proceed') }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: t('tryAgainIn', { count: 10 }) })
      .waitFor();
    expect(await page.getByRole('button', { name: t('proceed') }).isDisabled()).toBe(true);
    expect(await phoneField(page).inputValue()).toBe(person.phone);
    fixture.allowErrors(person, /status of 429/);
  });

  test('without a social provider on the server only the phone is offered, and no Firebase code is fetched', async () => {
    const { page } = await fixture.newVisitor('דנה');
    const fetched: string[] = [];
    page.on('request', (request) => void fetched.push(request.url()));
    await fixture.open(page, '/login');
    await phoneField(page).waitFor();
    // The server's settings have arrived: the app stores' links come from the same answer.
    const badge = page.getByRole('link', { name: t('googlePlay') });
    await badge.waitFor();
    expect(await badge.getAttribute('href')).toBe(googlePage);
    // A store without the app has no badge.
    expect(await page.getByText(t('appStore')).count()).toBe(0);
    expect(await page.getByRole('button').allInnerTexts()).toEqual([t('proceed')]);
    expect(
      fetched.filter((url) => /firebase|Social|social/.test(url) || !url.startsWith(fixture.server.url)),
    ).toEqual([]);
  });

  test('a new member sees the welcome once', async () => {
    const person = await fixture.newVisitor('נועה');
    const { page } = person;
    await page.goto(fixture.server.url);
    await fixture.signIn(person);
    await page.getByRole('heading', { name: t('welcomeName', { name: 'נועה' }) }).waitFor();
    expect(placeOf(page)).toMatch(/^\/welcome/);
    await page.getByRole('button', { name: t('proceed') }).click();
    await page.getByRole('heading', { name: t('inviteFriends') }).waitFor();
    await page.getByRole('button', { name: t('proceed') }).click();
    await page.getByRole('heading', { name: t('allSet') }).waitFor();
    await page.getByRole('button', { name: t('letsGo') }).click();
    await page.getByText(t('noLeaguesTitle')).waitFor();

    await page.reload();
    await page.getByText(t('noLeaguesTitle')).waitFor();
    expect(placeOf(page)).toBe('/');
  });

  test('a new member opens a group in the welcome; a reload keeps the slide, and Back goes one back', async () => {
    const person = await fixture.newVisitor('נועה');
    const { page } = person;
    await fixture.open(page, '/games');
    await fixture.signIn(person);
    await button(page, t('proceed')).click();
    await button(page, t('addNewClan')).click();
    const form = dialog(page, t('newClan'));
    await textbox(form, t('clanName')).fill('החבורה');
    await button(form, t('save')).click();
    await form.waitFor({ state: 'hidden' });
    await heading(page, 'החבורה').waitFor();

    await page.reload();
    await heading(page, t('inviteFriends')).waitFor();
    await heading(page, 'החבורה').waitFor();
    await page.goBack();
    await heading(page, t('welcomeName', { name: 'נועה' })).waitFor();
    await button(page, t('skip')).click();
    // Where they were going.
    await expect.poll(() => placeOf(page)).toBe('/games');
  });

  test('a new member who joins by code in the welcome ends in the league', async () => {
    const dana = await fixture.signedInVisitor('דנה');
    const league = await makeLeague(dana.call, [], 'השכונה');
    const person = await fixture.newVisitor('נועה');
    const { page } = person;
    await page.goto(fixture.server.url);
    await fixture.signIn(person);
    await button(page, t('proceed')).click();
    await page.getByRole('link', { name: t('joinAClan') }).click();
    await textbox(page, t('joinCode')).fill(league.code ?? '');
    await button(page, t('proceed')).click();
    await button(page, t('joinConfirm')).click();
    await heading(page, t('inviteFriends')).waitFor();
    await button(page, t('proceed')).click();
    await button(page, t('letsGo')).click();
    await expect.poll(() => placeOf(page)).toBe(`/section/${league.id}`);
    await heading(page, 'השכונה').waitFor();
  });
});

describe('before signing in', () => {
  test('every tab leads to sign-in, and afterwards to its own page', async () => {
    const person = await signedOutVisitor('יוסי');
    const places = ['/', '/main', '/games', '/profile', '/section'];
    const tabs = await Promise.all(places.map(() => person.context.newPage()));
    for (const [at, tab] of tabs.entries()) {
      await fixture.open(tab, places[at] ?? '');
      await phoneField(tab).waitFor();
      expect(placeOf(tab)).toMatch(/^\/login\?/);
    }
    const [page] = tabs as [Page];
    await page.bringToFront();
    await requestPin({ ...person, page });
    // A known device fills in the name.
    const name = page.getByRole('textbox', { name: t('name'), exact: true });
    expect([await name.inputValue(), await name.isDisabled()]).toEqual(['יוסי', true]);
    await enterPin({ ...person, page }, fixture.pinOf(person));
    for (const tab of tabs) await navigation(tab).waitFor();
    expect(tabs.map(placeOf)).toEqual(places);
  });

  test('a guest opens public pages, and is asked to sign in elsewhere', async () => {
    const guest = await fixture.newVisitor('אורח');
    const { page } = guest;
    const open: [place: string, title: string][] = [
      ['/sections', t('tabSearch')],
      ['/clans-page', t('signInFirst')],
      ['/notifications', t('signInFirst')],
      ['/terms', t('terms')],
      ['/post/gameRules', t('gameRules')],
      ['/section/987654', t('leaguePrivate')],
      ['/post/987654', t('leaguePrivate')],
      ['/item', t('leaguePrivate')],
      ['/item?id=987654', t('failure.not_found')],
      ['/post-form', t('leaguePrivate')],
      ['/join', t('joinAClan')],
      ['/welcome', t('welcomeName', { name: '' }).trim()],
      ['/login', t('appName')],
    ];
    for (const [place, title] of open) {
      await fixture.open(page, place);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(placeOf(page)).toBe(place);
    }
    fixture.allowErrors(guest, /status of 404/);
  });

  test('a league is not found without its code, which shows only its name', async () => {
    const owner = await fixture.signedInVisitor('נועה');
    const { body } = await owner.call.post<{ id: number; code: string }>('section/', {
      name: 'הליגה הסודית',
    });
    const outsider = await fixture.signedInVisitor('זר');
    const { page } = outsider;
    await fixture.open(page, `/section/${body.id}`);
    await page.getByRole('heading', { name: t('leaguePrivate') }).waitFor();
    expect(await page.getByText('הליגה הסודית').count()).toBe(0);
    fixture.allowErrors(outsider, /status of 404/);

    await fixture.open(page, `/section/${body.id}?code=${body.code}`);
    await page.getByRole('heading', { name: 'הליגה הסודית' }).waitFor();
    await page.getByRole('link', { name: t('joinLeague') }).waitFor();
    expect(await page.getByText('נועה').count()).toBe(0);
  });
});

describe('signing out', () => {
  test('logging out clears this device’s session, on the server and in the other tab too', async () => {
    const person = await fixture.signedInVisitor('רועי');
    const { page } = person;
    const other = await person.context.newPage();
    await Promise.all([fixture.open(page, '/main'), fixture.open(other, '/notifications')]);
    await other.getByRole('heading', { name: t('tabNotifications') }).waitFor();

    await page.bringToFront();
    await page.getByRole('button', { name: t('menu') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('logout') })
      .click();
    for (const tab of [page, other]) {
      await phoneField(tab).waitFor();
      expect([placeOf(tab), await tab.getByText(t('sessionExpired')).count()]).toEqual(['/login', 0]);
    }
    expect(await page.evaluate(() => localStorage.getItem('hevre:session'))).toBeNull();
    await expect.poll(async () => (await person.call.get('session/')).status).toBe(401);

    // Signing in here signs in the other tab.
    await fixture.signIn(person);
    for (const tab of [page, other]) await navigation(tab).waitFor();
    expect([page, other].map(placeOf)).toEqual(['/', '/']);
  });

  test('an expired session is reported in every tab, and each returns to its page after signing in', async () => {
    const person = await fixture.signedInVisitor('רועי');
    const { page } = person;
    const other = await person.context.newPage();
    await Promise.all([fixture.open(page, '/main'), fixture.open(other, '/notifications')]);
    await other.getByRole('heading', { name: t('tabNotifications') }).waitFor();

    // One tab reads the live events for both, and its stream is answered 401.
    expect((await person.call.post('logout/')).status).toBe(200);
    for (const tab of [page, other]) {
      await phoneField(tab).waitFor();
      await tab.getByRole('status').getByText(t('sessionExpired')).waitFor();
    }
    await page.bringToFront();
    await fixture.signIn(person);
    for (const tab of [page, other]) await navigation(tab).waitFor();
    expect([page, other].map(placeOf)).toEqual(['/main', '/notifications']);
    fixture.allowErrors(person, /status of 401/);
  });
});
