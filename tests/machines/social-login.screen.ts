import type { Page, Route } from 'playwright-core';
import { asFailure } from '#contract/failures.ts';
import { socialLogin } from '#machines/social-login.ts';
import { socialLoginExpectations } from './social-login.expectations.ts';
import { button } from '#tests/support/browser/page-actions.ts';
import { buildAppData } from '#tests/support/builders.ts';
import { openBrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { failRequest } from '#tests/support/statecharts/screen-walks.ts';
import {
  requestTo,
  seeBusy,
  seeReady,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

type Answer =
  | { readonly credential: { idToken: string } }
  | { readonly code: string; readonly message: string };
/** The shell's own sign-in, which waits for an answer of the phone's user. */
type Phone = { asked: string[]; answer: (answer: Answer) => void };

const installShell = () => {
  const phone: Phone = { asked: [], answer: () => undefined };
  const waitForAnswer = (provider: string) => () =>
    new Promise((resolve, reject) => {
      phone.asked.push(provider);
      phone.answer = (answer) =>
        'code' in answer ? reject(Object.assign(new Error(), answer)) : resolve(answer);
    });
  const FirebaseAuthentication = {
    signInWithGoogle: waitForAnswer('google'),
    signInWithApple: waitForAnswer('apple'),
    signOut: () => Promise.resolve(),
  };
  Object.assign(window, {
    phone,
    Capacitor: { isNativePlatform: () => true, Plugins: { FirebaseAuthentication } },
  });
};
const askedCount = (page: Page) =>
  page.evaluate(() => (window as unknown as { phone: Phone }).phone.asked.length);
const answerPhone = (page: Page, answer: Answer) =>
  page.evaluate((it) => (window as unknown as { phone: Phone }).phone.answer(it), answer);

const tokenPart = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
const token = [
  tokenPart({ alg: 'none' }),
  tokenPart({ sub: 'dana', iat: 1_800_000_000, exp: 1_900_000_000 }),
  '',
].join('.');

/** Signing in with a provider's account by the phone's own sign-in, on a server that has providers. */
export async function walkSocialLogin(): Promise<void> {
  const config = { apiKey: 'any', authDomain: 'hevre-walks.firebaseapp.com', projectId: 'hevre-walks' };
  const fixture = await openBrowserFixture({ env: { FIREBASE_CONFIG: JSON.stringify(config) } });
  const providers = ['google', 'facebook', 'apple'] as const;
  let script: Route | null = null;
  let call: Route | null = null;
  let signIns = 0;
  const isOffered = async (page: Page) => {
    for (const provider of providers) await seeReady(page, t(provider));
    await waitUntilEqual(() => button(page, t('cancel')).count(), 0);
  };
  /** The phone signs the user in; the request to the server stays open. */
  const signInOnPhone = async (page: Page) => {
    call = null;
    await answerPhone(page, { credential: { idToken: token } });
    await waitUntilEqual(() => Promise.resolve(call !== null), true);
  };
  try {
    await walkScreens(
      fixture,
      socialLogin,
      socialLoginExpectations,
      {
        openScreen: {
          here: async (page) => {
            [script, call, signIns] = [null, null, 0];
            await page.addInitScript(installShell);
            let isFirst = true;
            await page.route(/\/assets\/firebase-[^/]*\.js$/, (route) => {
              if (!isFirst) return route.fallback();
              isFirst = false;
              script = route;
            });
            await page.route(/^https:\/\/identitytoolkit\./, (route, request) => {
              const isLookup = request.url().includes('accounts:lookup');
              const entry = { idToken: token, refreshToken: 'any', expiresIn: '3600', localId: 'dana' };
              const json = isLookup ? { users: [{ localId: 'dana' }] } : entry;
              return route.fulfill({
                json,
                headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
              });
            });
            await page.route(
              (url) => url.pathname === '/api/socialAuth',
              (route) => void (call = route),
            );
            await fixture.open(page, '/login');
            await waitUntilEqual(() => Promise.resolve(script !== null), true);
          },
        },
        eventActions: {
          'provider.choose': async (page, { provider }) => {
            await script?.continue();
            script = null;
            await button(page, t(provider as (typeof providers)[number])).click();
            signIns += 1;
            await waitUntilEqual(() => askedCount(page), signIns);
          },
          'provider.cancel': (page) => button(page, t('cancel')).click(),
        },
        moveActions: {
          'provider cannot be prepared': async (page) => {
            const failedRequest = page.waitForEvent('requestfailed');
            await script?.abort();
            script = null;
            await failedRequest;
          },
          'popup closed': (page) => answerPhone(page, { code: '12501', message: 'Sign in canceled.' }),
          // The code by which a browser reports a blocked popup.
          'popup blocked': (page) => answerPhone(page, { code: 'auth/popup-blocked', message: '' }),
          'signs in': async (page, event) => {
            await signInOnPhone(page);
            const { token: given, user } = event.output as { token: string; user: object };
            await call?.fulfill({ json: { data: { ...user, token: given } } });
          },
          'sign-in fails': async (page, event) => {
            await signInOnPhone(page);
            if (call) await failRequest(call, asFailure(event.error));
          },
        },
        offeredWhen: { 'provider cannot be prepared': ({ context }) => context.provider === null },
        requiredMoves: ['google', 'apple'],
        ports: {
          // The signed-in user is unknown to the server.
          afterwards: { isRequest: (request) => 'authorization' in request.headers() },
        },
        answerOther: (request, url) =>
          requestTo('getAppData/')(request, url)
            ? {
                ...buildAppData(),
                appuser: null,
                activeParams: { ...buildAppData().activeParams, firebase: config },
              }
            : undefined,
        shows: {
          idle: async (page) => {
            await isOffered(page);
            await waitUntilEqual(() => page.getByRole('alert').filter({ hasText: /./ }).count(), 0);
          },
          signingIn: async (page, { provider }) => {
            await seeBusy(page, t(provider ?? 'google'));
            for (const other of providers.filter((one) => one !== provider))
              await waitUntilEqual(() => button(page, t(other)).isDisabled(), true);
            await seeReady(page, t('cancel'));
          },
          failed: async (page, { failure, refusal }) => {
            await seeAlert(
              page,
              refusal ? t(`provider.${refusal.reason}`) : t(`failure.${failure?.kind ?? 'unreadable'}`),
            );
            await isOffered(page);
          },
          done: (page) => button(page, t('google')).waitFor({ state: 'hidden' }),
        },
        unwalked: {},
      },
      false,
    );
    await fixture.closeVisitors();
  } finally {
    await fixture.close();
  }
}
