import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fixtureOfFile, requestPin, enterPin, type Visitor } from '#tests/support/browser/browser-fixture.ts';
import { button, dialog, heading, textbox } from '#tests/support/browser/page-actions.ts';
import {
  createStaff,
  makeGame,
  makeLeague,
  makeOptions,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import type { AppData } from '#machines/app.ts';
import { t } from '#tests/support/translations.ts';
import { fullDescribe, fullTest } from '#tests/support/run-size.ts';

/** Signing in by phone and PIN, what a guest may open, and signing out, in the browser. */

const googlePage = 'https://play.google.com/store/apps/details?id=app.hevre';
const fixture = fixtureOfFile({ env: { STORE_GOOGLE: googlePage, CONTACT: 'help@hevre.example' } });

const placeOf = (page: Page) => new URL(page.url()).hash.slice(1);
const phoneField = (page: Page) => page.getByRole('textbox', { name: t('cellphone') });
const pinField = (page: Page) => page.getByRole('textbox', { name: t('pincode') });
const navigation = (page: Page) => page.getByRole('navigation', { name: t('mainNavigation') });

/** Presses a step's button and waits for the error beside its field, which is marked as invalid. */
async function expectFieldError(page: Page, step: 'proceed' | 'login', errorText: string) {
  await page.getByRole('button', { name: t(step) }).click();
  await expectRefused(page, errorText, step === 'proceed' ? phoneField(page) : pinField(page));
}
async function expectRefused(page: Page, errorText: string, field = pinField(page)) {
  await page.getByRole('alert').filter({ hasText: errorText }).waitFor();
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
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
  fullTest('what is not an Israeli mobile number is refused beside its field, and stays typed', async () => {
    const { page } = await fixture.newVisitor('דנה');
    await fixture.open(page, '/login');
    for (const typed of ['', 'שלום', '05o-1234567', '03-1234567']) {
      await phoneField(page).fill(typed);
      await expectFieldError(page, 'proceed', t('problem.phone'));
      await expect.poll(() => phoneField(page).inputValue()).toBe(typed);
    }
    expect(fixture.server.printed).toEqual([]);
  });

  test('a wrong PIN marks the field and shows how many tries are left, down to none', async () => {
    const person = await fixture.newVisitor('דנה');
    const { page } = person;
    await fixture.open(page, '/login');
    // The device offers its own number.
    await expect.poll(() => phoneField(page).getAttribute('autocomplete')).toBe('tel');
    await requestPin(person);
    await pinField(page).fill('12ab56');
    await expectFieldError(page, 'login', t('problem.pin'));

    await page.getByRole('textbox', { name: t('name'), exact: true }).fill('דנה');
    const pin = fixture.pinOf(person);
    const guesses = [1, 2, 3, 4, 5].map((by) => String((Number(pin) + by) % 1_000_000).padStart(6, '0'));
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().includes('api-token-auth'))
        sent.push((request.postDataJSON() as { password: string }).password);
    });
    // The last digit sends a PIN; one that was refused is not sent again by itself.
    for (const [at, guess] of guesses.entries()) {
      await pinField(page).fill(guess);
      await expectRefused(page, t('pincodeWrong', { count: 4 - at }));
      await expect.poll(() => pinField(page).inputValue()).toBe('');
      await pinField(page).fill(guess);
    }
    expect(sent).toEqual(guesses);
    // No tries are left: the right PIN is refused too, pasted with the space that the text message has in it.
    await pinField(page).fill('');
    await pinField(page).focus();
    await page.keyboard.insertText(`${pin.slice(0, 3)} ${pin.slice(3)}`);
    await expectRefused(page, t('pin.too_many'));
    expect(sent).toEqual([...guesses, pin]);
    await expect
      .poll(() => page.getByRole('textbox', { name: t('name'), exact: true }).inputValue())
      .toBe('דנה');
  });

  fullTest('after three PINs the phone step shows when to try again', async () => {
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
    await expect.poll(() => page.getByRole('button', { name: t('proceed') }).isDisabled()).toBe(true);
    await expect.poll(() => phoneField(page).inputValue()).toBe(person.phone);
    fixture.allowErrors(person, /status of 429/);
  });

  fullTest(
    'without a social provider on the server only the phone is offered, and no Firebase code is fetched',
    async () => {
      const { page } = await fixture.newVisitor('דנה');
      const fetched: string[] = [];
      page.on('request', (request) => void fetched.push(request.url()));
      await fixture.open(page, '/login');
      await phoneField(page).waitFor();
      // The server's settings have arrived: the app stores' links come from the same answer.
      const badge = page.getByRole('link', { name: t('googlePlay') });
      await badge.waitFor();
      await expect.poll(() => badge.getAttribute('href')).toBe(googlePage);
      // A store without the app has no badge.
      await expect.poll(() => page.getByText(t('appStore')).count()).toBe(0);
      await expect.poll(() => page.getByRole('button').allInnerTexts()).toEqual([t('proceed')]);
      expect(
        fetched.filter((url) => /firebase|Social|social/.test(url) || !url.startsWith(fixture.server.url)),
      ).toEqual([]);
      // The accessibility statement has the contact's address, and the menu leads to the statement too.
      await page.getByRole('link', { name: t('accessibility') }).click();
      await page.getByRole('heading', { name: t('accessibility'), level: 1 }).waitFor();
      const contact = page.getByRole('main').getByRole('link', { name: 'help@hevre.example' });
      await expect.poll(() => contact.getAttribute('href')).toBe('mailto:help@hevre.example');
      await page.getByRole('button', { name: t('menu') }).click();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: t('accessibility') })
        .waitFor();
    },
  );

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
    // The page is reloaded before the server has confirmed that the welcome was seen.
    await page.route('**/api/getAppData/**', () => {});
    await page.getByRole('button', { name: t('letsGo') }).click();
    await page.getByText(t('noLeaguesTitle')).waitFor();

    await page.unroute('**/api/getAppData/**');
    await page.reload();
    await page.getByText(t('noLeaguesTitle')).waitFor();
    expect(placeOf(page)).toBe('/');
  });

  fullTest(
    'a new member creates a group in the welcome; a reload keeps the slide, and Back goes back one slide',
    async () => {
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
      // The page that they were going to.
      await expect.poll(() => placeOf(page)).toBe('/games');
    },
  );

  fullTest('a new member who joins by code in the welcome ends up in the league', async () => {
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

const invitationCard = (page: Page) => page.getByRole('region', { name: t('invitedTag') });
const invitationOf = (code: string | null, by = '') => `${fixture.server.url}/?joinclan=${code}&by=${by}`;

fullDescribe('an invitation', () => {
  test('shows a guest the league and who invites them; a new account gives its name first, and then joins', async () => {
    const dana = await fixture.signedInVisitor('דנה');
    const league = await makeLeague(dana.call, [], 'השכונה');
    const person = await fixture.newVisitor('');
    const { page } = person;
    await page.goto(invitationOf(league.code, String(dana.call.id)));
    await heading(invitationCard(page), 'השכונה').waitFor();
    const texts = [t('invitationLeague'), t('members', { count: 1 }), t('invitedBy', { name: 'דנה' })];
    for (const text of texts) await invitationCard(page).getByText(text, { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');

    await requestPin(person);
    await page.getByText(t('nameHint')).waitFor();
    await enterPin(person, fixture.pinOf(person));
    await heading(page, t('nameTitle')).waitFor();
    await page.reload();
    await heading(page, t('nameTitle')).waitFor();
    await expect.poll(() => button(page, t('proceed')).isDisabled()).toBe(true);
    await textbox(page, t('name')).fill('נועה');
    await button(page, t('proceed')).click();

    await page.getByText(t('joinLeagueAsk', { name: 'השכונה' })).waitFor();
    await page.getByText(t('invitedBy', { name: 'דנה' }), { exact: true }).waitFor();
    await button(page, t('joinConfirm')).click();
    await heading(page, t('welcomeName', { name: 'נועה' })).waitFor();
    await button(page, t('skip')).click();
    await expect.poll(() => placeOf(page)).toBe(`/section/${league.id}`);
  });

  test('with an invalid code says so and can be dismissed, before signing in and after it', async () => {
    const guest = await fixture.newVisitor('אורחת');
    const member = await fixture.signedInVisitor('מיכל');
    const unknown = (page: Page) => page.getByRole('alert').filter({ hasText: t('joinCodeUnknown') });
    for (const code of ['NOPE', '0000000000']) {
      await guest.page.goto(invitationOf(code));
      await unknown(guest.page).waitFor();
      await expect
        .poll(() => invitationCard(guest.page).getByRole('button').allInnerTexts())
        .toEqual([t('withoutInvitation')]);
      await button(guest.page, t('withoutInvitation')).click();
      await invitationCard(guest.page).waitFor({ state: 'hidden' });
      await phoneField(guest.page).waitFor();

      await member.page.goto(invitationOf(code));
      await unknown(member.page).waitFor();
      await button(member.page, t('notNow')).click();
      await member.page.getByText(t('noLeaguesTitle')).waitFor();
    }
    // Once dismissed, it does not come back.
    await Promise.all([guest.page.reload(), member.page.reload()]);
    await member.page.getByText(t('noLeaguesTitle')).waitFor();
    expect(placeOf(member.page)).toBe('/main');
    await phoneField(guest.page).waitFor();
    await expect.poll(() => invitationCard(guest.page).count()).toBe(0);
  });
});

test('on a new phone a member signs in by the PIN alone, and the code of their screens comes with the PIN', async () => {
  const { phone } = await fixture.signedInVisitor('מיכל');
  const person = await fixture.newVisitor('', { phone });
  const { page } = person;
  const chunks = new Set<string>();
  page.on('request', (request) => {
    const [, chunk] = /\/assets\/(\w+)-[^/]+\.js$/.exec(request.url()) ?? [];
    if (chunk !== undefined) chunks.add(chunk);
  });
  await fixture.open(page, '/main');
  await expect.poll(() => [...chunks].toSorted()).toEqual(['first', 'index', 'login', 'update']);
  await requestPin(person);
  await expect
    .poll(() => [...chunks].toSorted())
    .toEqual(['PinStep', 'first', 'index', 'login', 'member', 'rest', 'update']);
  await enterPin(person, fixture.pinOf(person));
  await navigation(page).waitFor();
  const { body } = await (await fixture.apiOf(person)).get<AppData>('getAppData/');
  expect(body.appuser).toMatchObject({ fname: 'מיכל' });
});

/** The last such link: a tab before it has the same name. */
const signInLink = (page: Page) => page.getByRole('link', { name: t('signIn'), exact: true }).last();
/** Where signing in from here returns to, by any link: on the screen, in the tabs or in the menu. */
const returnPlaceOf = async (page: Page) => {
  const links = await page.getByRole('link', { name: t('signIn'), exact: true }).all();
  const hrefs = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
  const hashes = hrefs.map((href) => new URL(new URL(href, page.url()).hash.slice(1), page.url()));
  return [...new Set(hashes.map((hash) => hash.searchParams.get('return')))].join();
};

fullTest(
  'a screen whose machines load after its code shows that it is loading, or that loading has failed',
  async () => {
    const person = await signedOutVisitor('שירה');
    const page = await person.context.newPage();
    await fixture.open(page, '/login?return=%2Fgames');
    // The machines start once all messages are loaded, of which the sign-in page has some.
    const heldRoutes: Route[] = [];
    await page.route('**/assets/rest-*.js', (route) => void heldRoutes.push(route));
    await requestPin({ ...person, page });
    await enterPin({ ...person, page }, fixture.pinOf(person));
    await expect.poll(() => heldRoutes.length).toBe(1);
    await page
      .getByRole('status')
      .filter({ hasText: t('loading') })
      .waitFor();
    // Two frames, in which it would be drawn if it did not wait for the machines.
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
    await expect.poll(() => navigation(page).count()).toBe(0);
    await heldRoutes[0]?.abort();
    await button(page, t('retry')).click();
    await expect.poll(() => heldRoutes.length).toBe(2);
    await heldRoutes[1]?.continue();
    await navigation(page).waitFor();
    await heading(page, t('gamesToBet')).waitFor();
    expect(placeOf(page)).toBe('/games');
    fixture.allowErrors(person, /ERR_FAILED|offline/);
  },
);

describe('before signing in', () => {
  fullTest('every tab leads to sign-in, and afterwards to its own page', async () => {
    const person = await signedOutVisitor('יוסי');
    const places = ['/', '/main', '/games', '/profile', '/section'];
    const tabs = await Promise.all(places.map(() => person.context.newPage()));
    for (const [at, tab] of tabs.entries()) {
      await fixture.open(tab, places[at] ?? '');
      await phoneField(tab).waitFor();
      // The prerendered page has the field before the app has set the address.
      await expect.poll(() => placeOf(tab)).toMatch(/^\/login\?/);
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

  fullTest(
    'an unknown address shows a not-found page with a way on, to a guest and to a member',
    async () => {
      const [guest, noa] = [await fixture.newVisitor('אורח'), await fixture.signedInVisitor('נועה')];
      for (const { page } of [guest, noa]) {
        await fixture.open(page, '/nowhere/1?x=2');
        await heading(page, t('failure.not_found')).waitFor();
        await navigation(page).waitFor();
        await page
          .getByRole('main')
          .getByRole('link', { name: t('tabMain'), exact: true })
          .click();
      }
      await phoneField(guest.page).waitFor();
      await expect.poll(() => placeOf(noa.page)).toBe('/main');
    },
  );

  test('a guest opens public pages, and is asked to sign in elsewhere', async () => {
    const guest = await fixture.newVisitor('אורח');
    const { page } = guest;
    const open: [place: string, title: string][] = [
      ['/sections', t('tabSearch')],
      ['/clans-page', t('signInFirst')],
      ['/clans-page?section=5', t('signInFirst')],
      ['/notifications', t('signInFirst')],
      ['/terms', t('terms')],
      ['/post/gameRules', t('gameRules')],
      ['/section/987654', t('leaguePrivate')],
      ['/post/987654', t('leaguePrivate')],
      ['/item', t('failure.not_found')],
      ['/item?id=987654', t('leaguePrivate')],
      ['/post-form', t('failure.not_found')],
      ['/post-form?id=5', t('signInFirst')],
      ['/join', t('joinAClan')],
      ['/welcome', t('welcomeName', { name: '' }).trim()],
      ['/login', t('appName')],
    ];
    for (const [place, title] of open) {
      await fixture.open(page, place);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(placeOf(page)).toBe(place);
    }
    for (const place of ['/clans-page?section=5', '/item?id=987654', '/post-form?id=5']) {
      await fixture.open(page, place);
      await expect.poll(() => returnPlaceOf(page)).toBe(place);
    }
    await button(page, t('menu')).click();
    await dialog(page, t('menu')).waitFor();
    await expect.poll(() => returnPlaceOf(page)).toBe('/post-form?id=5');
    fixture.allowErrors(guest, /status of 404/);
  });

  fullTest(
    'a guest reads an official league, and is asked to sign in where its members’ picks and points are',
    async () => {
      const staff = await createStaff(fixture.server, 'צוות');
      const { id: league } = await makeLeague(staff, [], 'הליגה הרשמית', { custom: false });
      const yossi = await fixture.signedInVisitor('יוסי');
      await yossi.call.post('membership/', { section: league });
      const options = await makeOptions(staff, league, ['הפועל', 'מכבי']);
      const [item] = (await makeGame(staff, league, 'home/away', [options])).items_data;
      if (!item) throw new Error('a game without an item');
      await postBets(yossi.call, item, 1, 0);
      await staff.post('setItemResults/', { item: item.id, value: { home: 1, away: 0 } });

      const person = await fixture.signedInVisitor('נועה');
      const guest = await fixture.newVisitor('נועה', { phone: person.phone });
      const { page } = guest;
      const asksIn = page.getByText(t('membersSignIn'));
      await fixture.open(page, `/section/${league}`);
      await page.getByRole('rowheader').getByRole('button').click();
      await dialog(page, 'יוסי').getByText(t('counter.exact')).waitFor();
      await asksIn.waitFor();
      await expect
        .poll(() => returnPlaceOf(page))
        .toBe(`/section/${league}?sheet=points&of=${yossi.call.id}`);
      await fixture.open(page, `/section/${league}?tab=members`);
      await asksIn.waitFor();
      await fixture.open(page, `/item?id=${item.id}`);
      await heading(page, t('memberBets')).waitFor();
      await asksIn.waitFor();

      // A member without a league is asked to join it, and sees it at once.
      await signInLink(page).click();
      await fixture.signIn(guest);
      await page.getByText(t('membersJoin')).waitFor();
      expect(placeOf(page)).toBe(`/item?id=${item.id}`);
      await button(page, t('joinLeague')).click();
      await page.getByRole('listitem').filter({ hasText: 'יוסי' }).waitFor();
    },
  );

  fullTest(
    'a guest is asked to sign in at a match that takes picks, and can pick there once they have joined',
    async () => {
      const staff = await createStaff(fixture.server, 'צוות');
      const { id: league } = await makeLeague(staff, [], 'הליגה הפתוחה', { custom: false });
      const options = await makeOptions(staff, league, ['הפועל', 'מכבי']);
      const game = await makeGame(staff, league, 'home/away', [options]);
      const [item] = game.items_data;
      if (!item) throw new Error('a game without an item');

      const [person, dana] = [await fixture.signedInVisitor('נועה'), await fixture.signedInVisitor('דנה')];
      const guest = await fixture.newVisitor('נועה', { phone: person.phone });
      const { page } = guest;
      const mayPick = (at: Page) => button(at, t('cellEmpty', { name: 'הפועל' })).waitFor();
      for (const place of [`/item?id=${item.id}`, `/post/${game.id}`]) {
        await fixture.open(page, place);
        await page.getByText(t('membersSignIn')).waitFor();
        await expect.poll(() => page.getByText(t('closedNoPick')).count()).toBe(0);
        await expect.poll(() => returnPlaceOf(page)).toBe(place);
      }
      await fixture.open(page, `/item?id=${item.id}`);
      await signInLink(page).click();
      await fixture.signIn(guest);
      await button(page, t('joinLeague')).click();
      await mayPick(page);

      // So can a member who joins while the league's games are open.
      await fixture.open(dana.page, `/section/${league}?tab=games`);
      await dana.page.getByText(t('notPicked')).waitFor();
      await button(dana.page, t('joinLeague')).click();
      await mayPick(dana.page);
    },
  );

  fullTest('a league is not found without its code, which shows only its name and size', async () => {
    const owner = await fixture.signedInVisitor('נועה');
    const { body } = await owner.call.post<{ id: number; code: string }>('section/', {
      name: 'הליגה הסודית',
    });
    const outsider = await fixture.signedInVisitor('זר');
    const { page } = outsider;
    await fixture.open(page, `/section/${body.id}`);
    await page.getByRole('heading', { name: t('leaguePrivate') }).waitFor();
    await expect.poll(() => page.getByText('הליגה הסודית').count()).toBe(0);
    fixture.allowErrors(outsider, /status of 404/);

    await fixture.open(page, `/section/${body.id}?code=${body.code}`);
    await page.getByRole('heading', { name: 'הליגה הסודית' }).waitFor();
    await page.getByRole('link', { name: t('joinLeague') }).waitFor();
    await expect.poll(() => page.getByText('נועה').count()).toBe(0);

    // A link to a game of it, with the code, shows a guest the same.
    const input = { section: body.id, description: 'מה אוכלים?' };
    const { id } = (await owner.call.post<{ id: number }>('post/', input)).body;
    const guest = await fixture.newVisitor('אורחת');
    await fixture.open(guest.page, `/post/${id}?code=${body.code}`);
    await heading(guest.page, 'הליגה הסודית').waitFor();
    await guest.page.getByText(t('members', { count: 1 }), { exact: true }).waitFor();
    await expect.poll(() => guest.page.getByText(/נועה|מה אוכלים/).count()).toBe(0);
    await guest.page.getByRole('link', { name: t('joinLeague') }).click();
    await phoneField(guest.page).waitFor();
    await heading(guest.page, 'הליגה הסודית').waitFor();
    expect(guest.page.url()).toMatch(new RegExp(`#/login\\?return=%2Fjoin%3Fpost%3D${id}$`));
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
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hevre:session'))).toBeNull();
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
