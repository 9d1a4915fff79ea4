import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LoginUser } from '#contract/calls.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { makeLeague } from '#tests/support/server/leagues-and-games.ts';
import { demoProject, emulatorHost } from '#tests/support/browser/firebase-emulator.ts';
import { stubGoogle } from '#tests/support/browser/google-api-stub.ts';
import { button, dialog, heading, textbox } from '#tests/support/browser/page-actions.ts';
import {
  openBrowserFixture,
  type Visitor,
  type BrowserFixture,
} from '#tests/support/browser/browser-fixture.ts';
import { t } from '#tests/support/translations.ts';
import { fullDescribe, fullTest, runSize } from '#tests/support/run-size.ts';

/** Chromium has it; TypeScript's DOM types do not yet. */
declare const trustedTypes: { defaultPolicy: unknown; createPolicy(name: string, rules: object): unknown };

/** Social login by Google, Facebook and Apple, against the real Firebase Auth emulator. */

let fixture: BrowserFixture;
beforeAll(async () => {
  const host = await emulatorHost();
  // Where the tests run again and again, the emulator has the last run's accounts.
  const accounts = `http://${host}/emulator/v1/projects/${demoProject}/accounts`;
  expect((await fetch(accounts, { method: 'DELETE' })).status).toBe(200);
  const config = { apiKey: 'any', authDomain: `${demoProject}.firebaseapp.com`, projectId: demoProject };
  fixture = await openBrowserFixture({
    env: { FIREBASE_CONFIG: JSON.stringify(config), FIREBASE_AUTH_EMULATOR_HOST: host },
  });
}, 300_000);
afterAll(() => fixture?.close());
afterEach(() => fixture.closeVisitors());

type Provider = 'google' | 'facebook' | 'apple';
const providers: readonly Provider[] = ['google', 'facebook', 'apple'];

/** A new visitor whose browser reaches no other host but the emulator. */
async function newVisitor(name: string, script?: string): Promise<Visitor> {
  const person = await fixture.newVisitor(name, script === undefined ? {} : { script });
  await stubGoogle(person.context);
  return person;
}

const alert = (page: Page, says: MessageKey) => page.getByRole('alert').filter({ hasText: t(says) });

/** Taps a provider's button and returns its popup. */
async function popupOf(page: Page, provider: Provider): Promise<Page> {
  const opens = page.waitForEvent('popup');
  await button(page, t(provider)).click();
  const popup = await opens;
  await popup.getByText('Add new account').waitFor();
  return popup;
}

/** Creates an account in the emulator's popup and signs in with it. */
async function newAccount(popup: Page, name: string, email: string): Promise<void> {
  await popup.getByText('Add new account').click();
  await popup.locator('#email-input').fill(email);
  await popup.locator('#display-name-input').fill(name);
  await popup.locator('#sign-in').click();
}

/** The popup's styles and fonts are on hosts that tests cannot reach. */
const allowMissingAssets = (person: Visitor) =>
  fixture.allowErrors(person, /unpkg\.com|fonts\.googleapis\.com/);

/** The member of the session that this browser has stored. */
const storedUser = (page: Page) =>
  page.evaluate(() => {
    const stored = localStorage.getItem('hevre:session');
    return stored === null ? null : (JSON.parse(stored) as { user: LoginUser }).user;
  });

describe('on the web', () => {
  test.each(providers.slice(0, runSize('social providers', 1, 3)))(
    '%s signs in a new member; Google’s account is the same member on another device',
    async (provider) => {
      const email = `dana@${provider}.example`;
      const first = await newVisitor('דנה');
      await fixture.open(first.page, '/games');
      await newAccount(await popupOf(first.page, provider), 'דנה כהן', email);
      await heading(first.page, t('welcomeName', { name: 'דנה כהן' })).waitFor();
      // The page that she opened follows the welcome.
      expect(new URL(first.page.url()).hash).toBe('#/welcome?return=%2Fgames');
      const dana = await storedUser(first.page);
      expect(dana).toMatchObject({ fname: 'דנה כהן', email, firebaseAuth: true, phone: null });
      // Nothing of the provider's session is stored on the device; Firebase's heartbeat only counts visits.
      const places = await first.page.evaluate(async () => [
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
        ...(await indexedDB.databases()).map(({ name = '' }) => name),
      ]);
      expect(places.filter((name) => /firebase/i.test(name) && !/heartbeat/.test(name))).toEqual([]);
      // The SDK's banner about the emulator would cover the tabs; the console has its warning.
      await expect.poll(() => first.page.locator('.firebase-emulator-warning').count()).toBe(0);
      allowMissingAssets(first);

      // Firebase and the server distinguish accounts, not the provider's code: one provider is enough.
      if (provider !== 'google') return;
      const second = await newVisitor('דנה');
      await fixture.open(second.page, '/login');
      const popup = await popupOf(second.page, provider);
      await popup.getByText(email).click();
      await heading(second.page, t('welcomeName', { name: 'דנה כהן' })).waitFor();
      expect((await storedUser(second.page))?.id).toBe(dana?.id);
      allowMissingAssets(second);
    },
  );

  fullTest('closing the popup is no error, and a cancelled sign-in signs nobody in', async () => {
    const person = await newVisitor('יוסי');
    const { page } = person;
    await page.clock.install();
    await fixture.open(page, '/login');
    await (await popupOf(page, 'google')).close();
    // The SDK polls the popup every two seconds, and waits for a last message after it has closed.
    await page.clock.runFor(12_000);
    await expect.poll(() => button(page, t('facebook')).isEnabled()).toBe(true);
    await expect.poll(() => page.getByRole('alert').allInnerTexts()).toEqual([]);

    const popup = await popupOf(page, 'google');
    await button(page, t('cancel')).click();
    const closed = popup.waitForEvent('close');
    await newAccount(popup, 'יוסי', 'yossi@google.example');
    await closed;
    await button(page, t('google')).waitFor();
    await expect.poll(() => storedUser(page)).toBeNull();
    expect(
      await fixture.server.platform.db
        .selectFrom('members')
        .select('id')
        .where('name', '=', 'יוסי')
        .execute(),
    ).toEqual([]);
    allowMissingAssets(person);
  });

  fullTest(
    'a blocked popup and a token that the server refuses are reported, and the buttons are enabled again',
    async () => {
      const person = await newVisitor('רועי');
      const { page } = person;
      await fixture.open(page, '/login');
      await page.evaluate(() => {
        const open = window.open.bind(window);
        window.open = () => {
          window.open = open;
          return null;
        };
      });
      await button(page, t('google')).click();
      await alert(page, 'provider.blocked').waitFor();

      // Sends an unsigned token, which the server refuses.
      await page.route('**/api/socialAuth*', (route) =>
        route.continue({ postData: JSON.stringify({ token: 'eyJhbGciOiJub25lIn0.e30.' }) }),
      );
      await newAccount(await popupOf(page, 'google'), 'רועי', 'roi@google.example');
      await alert(page, 'failure.unauthenticated').waitFor();
      await expect.poll(() => button(page, t('google')).isEnabled()).toBe(true);
      await expect.poll(() => storedUser(page)).toBeNull();

      await page.unroute('**/api/socialAuth*');
      await (await popupOf(page, 'google')).getByText('roi@google.example').click();
      await heading(page, t('welcomeName', { name: 'רועי' })).waitFor();
      allowMissingAssets(person);
      fixture.allowErrors(person, /status of 401/);
    },
  );
});

test('the script policy allows Google’s script and nothing else', async () => {
  const person = await newVisitor('תוקפת');
  const { page } = person;
  const answer = await page.goto(`${fixture.server.url}/#/login`);
  // A stricter policy would keep the popup from messaging its opener.
  expect(answer?.headers()['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  await button(page, t('google')).waitFor();
  const policy = () => page.evaluate(() => 'trustedTypes' in window && Boolean(trustedTypes.defaultPolicy));
  await expect.poll(policy).toBe(true);
  const refused = await page.evaluate(() => {
    const script = () => document.createElement('script');
    const attempts: Record<string, () => unknown> = {
      'Google’s script': () => (script().src = 'https://apis.google.com/js/api.js'),
      'a script from elsewhere': () => (script().src = 'https://apis.google.com.q.example/js/api.js'),
      'a script of this page’s own origin': () => (script().src = '/api/image/q'),
      'a script’s text': () => (script().text = 'alert(1)'),
      markup: () => (document.body.innerHTML = '<img src=q onerror=alert(1)>'),
      'a frame’s markup': () => (document.createElement('iframe').srcdoc = '<p>'),
      'another policy': () => trustedTypes.createPolicy('q', {}),
      'the same policy again': () => trustedTypes.createPolicy('default', {}),
    };
    return Object.keys(attempts).filter((name) => {
      try {
        attempts[name]?.();
        return false;
      } catch {
        return true;
      }
    });
  });
  expect(refused).toEqual([
    'a script from elsewhere',
    'a script of this page’s own origin',
    'a script’s text',
    'markup',
    'a frame’s markup',
    'another policy',
    'the same policy again',
  ]);
  fixture.allowErrors(person, /Trusted|TrustedTypePolicy/);
});

fullTest(
  'an account of a provider gets the leagues of a phone’s account, once linked with that phone’s PIN',
  async () => {
    const phoneOwner = await fixture.signedInVisitor('מיכל');
    await makeLeague(phoneOwner.call, [], 'הליגה של מיכל');
    const person = await newVisitor('מיכל');
    const { page } = person;
    await fixture.open(page, '/login');
    await newAccount(await popupOf(page, 'google'), 'מיכל מגוגל', 'michal@google.example');
    await heading(page, t('welcomeName', { name: 'מיכל מגוגל' })).waitFor();

    await fixture.open(page, '/profile');
    await button(page, t('linkPhone')).click();
    const sheet = dialog(page, t('linkPhone'));
    await textbox(sheet, t('cellphone')).fill(phoneOwner.phone);
    await button(sheet, t('proceed')).click();
    await textbox(sheet, t('pincode')).waitFor();
    const pin = fixture.pinOf(phoneOwner);
    await textbox(sheet, t('pincode')).fill(String((Number(pin) + 1) % 1_000_000).padStart(6, '0'));
    await sheet.getByText(t('pincodeWrong', { count: 4 })).waitFor();
    expect((await storedUser(page))?.phone).toBeNull();

    await textbox(sheet, t('pincode')).fill(pin);
    await heading(page, 'מיכל').waitFor();
    await page.getByText('הליגה של מיכל').first().waitFor();
    await expect
      .poll(() => storedUser(page))
      .toMatchObject({ id: phoneOwner.call.id, fname: 'מיכל', firebaseAuth: true });

    // The Google account signs in that member from now on.
    await button(page, t('logout')).click();
    await (await popupOf(page, 'google')).getByText('michal@google.example').click();
    await page.getByRole('navigation', { name: t('mainNavigation') }).waitFor();
    expect((await storedUser(page))?.id).toBe(phoneOwner.call.id);
    allowMissingAssets(person);
    fixture.allowErrors(person, /status of 400/);
  },
);

/** A stub of the shell's Capacitor plugin: a provider answers with what `window.phone` holds for it. */
const shell = `
  const answer = (provider) => async () => {
    const { credential, error } = (window.phone ?? {})[provider] ?? {};
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return { user: null, credential };
  };
  window.Capacitor = {
    isNativePlatform: () => true,
    Plugins: {
      FirebaseAuthentication: {
        signInWithGoogle: answer('google'),
        signInWithFacebook: answer('facebook'),
        signInWithApple: answer('apple'),
        signOut: async () => { window.signedOutOfProvider = true; },
      },
    },
  };`;

fullDescribe('in the native shell', () => {
  test('each provider’s credential signs a member in without a popup, and logging out signs out of the provider', async () => {
    const person = await newVisitor('שיר', shell);
    const { page } = person;
    await fixture.open(page, '/login');
    for (const provider of providers) {
      const idToken = JSON.stringify({
        sub: `shir-${provider}`,
        email: `shir@${provider}.example`,
        name: 'שיר',
      });
      const credential = provider === 'facebook' ? { accessToken: idToken } : { idToken };
      await page.evaluate((phone) => Object.assign(window, { phone }), { [provider]: { credential } });
      await button(page, t(provider)).click();
      await heading(page, t('welcomeName', { name: 'שיר' })).waitFor();
      await expect
        .poll(() => storedUser(page))
        .toMatchObject({ email: `shir@${provider}.example`, firebaseAuth: true });

      await fixture.open(page, '/profile');
      await button(page, t('logout')).click();
      await button(page, t(provider)).waitFor();
      await expect.poll(() => page.evaluate(() => 'signedOutOfProvider' in window)).toBe(true);
      await expect.poll(() => storedUser(page)).toBeNull();
      await page.evaluate(() => Reflect.deleteProperty(window, 'signedOutOfProvider'));
    }
  });

  test('the plugin’s error is shown unchanged; a cancelled sign-in is no error', async () => {
    const person = await newVisitor('שיר', shell);
    const { page } = person;
    await fixture.open(page, '/login');
    const fails = (error: { code: string; message: string }) =>
      page.evaluate((it) => Object.assign(window, { phone: { google: { error: it } } }), error);
    await fails({ code: '10', message: 'DEVELOPER_ERROR' });
    await button(page, t('google')).click();
    await alert(page, 'provider.failed').getByText('{"code":"10","message":"DEVELOPER_ERROR"}').waitFor();

    await fails({ code: '12501', message: 'Sign in canceled.' });
    await button(page, t('google')).click();
    await alert(page, 'provider.failed').waitFor({ state: 'hidden' });
    await expect.poll(() => button(page, t('google')).isEnabled()).toBe(true);
    await expect.poll(() => storedUser(page)).toBeNull();
  });
});
