import type { Page } from 'playwright-core';
import { signIn, type LoginOutcome } from '#machines/sign-in.ts';
import { signInExpectations } from './sign-in.expectations.ts';
import { button, textbox } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeBusy,
  seeReady,
  presetSessionValue,
  seeAlert,
  waitUntilEqual,
  retype,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

const disabledReason = 'the button is disabled';

/** Signing in by phone and PIN. */
export async function walkSignIn(fixture: BrowserFixture): Promise<void> {
  const openSignIn = (page: Page) => fixture.open(page, '/login');
  const storedDraft = { phone: '050-123 4567', nameKnown: false };
  await walkScreens(
    fixture,
    signIn,
    signInExpectations,
    {
      openScreen: {
        'nothing stored': openSignIn,
        'typed before a reload': async (page) => {
          await presetSessionValue('sign-in', { ...storedDraft, name: '', sent: false })(page);
          await openSignIn(page);
        },
        'sent before a reload': async (page) => {
          await presetSessionValue('sign-in', { ...storedDraft, name: 'נועה', sent: true })(page);
          await openSignIn(page);
        },
      },
      eventActions: {
        'phone.change': (page, { value }) => retype(page, t('cellphone'), value as string),
        'phone.submit': (page) => button(page, t('proceed')).click(),
        'name.change': (page, { value }) => retype(page, t('name'), value as string),
        'pin.change': (page, { value }) => retype(page, t('pincode'), value as string),
        'pin.submit': (page) => button(page, t('login')).click(),
        'step.back': (page) =>
          button(page, t('back'))
            .or(button(page, t('cancel')))
            .click(),
      },
      offeredWhen: { name: ({ context }) => !context.nameKnown },
      ports: {
        sendPin: { isRequest: requestTo('sendPinCode/') },
        logIn: {
          isRequest: requestTo('api-token-auth/', 'POST'),
          toWire: (outcome: LoginOutcome) =>
            'token' in outcome
              ? { success: true, token: outcome.token, user: { ...outcome.user, token: outcome.token } }
              : outcome,
        },
        // The signed-in user is unknown to the server.
        afterwards: { isRequest: (request) => 'authorization' in request.headers() },
      },
      shows: {
        phone: async (page, { phone }) => {
          await page.locator('[data-state=phone]').waitFor();
          await waitUntilEqual(() => textbox(page, t('cellphone')).inputValue(), phone);
        },
        'phone.typing': (page) => seeReady(page, t('proceed')),
        'phone.refused': (page) => seeAlert(page, t('problem.phone')),
        'phone.failed': async (page) => {
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('proceed'));
        },
        'phone.rateLimited': async (page) => {
          await seeAlert(page, t('tryAgainIn', { count: 2 }));
          await waitUntilEqual(() => button(page, t('proceed')).isDisabled(), true);
        },
        sendingPin: async (page) => {
          await seeBusy(page, t('proceed'));
          await seeReady(page, t('cancel'));
        },
        pin: async (page, { name, pin, nameKnown }) => {
          await page.locator('[data-state=pin]').waitFor();
          await waitUntilEqual(() => textbox(page, t('pincode')).inputValue(), pin);
          await waitUntilEqual(() => textbox(page, t('name')).inputValue(), name);
          await waitUntilEqual(() => textbox(page, t('name')).isDisabled(), nameKnown);
          await seeReady(page, t('back'));
        },
        'pin.open.typing': (page) => seeReady(page, t('login')),
        'pin.open.refused': (page) => seeAlert(page, t('pincodeWrong', { count: 4 })),
        'pin.open.failed': async (page) => {
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('login'));
        },
        'pin.open.rateLimited': async (page) => {
          await seeAlert(page, t('tryAgainIn', { count: 2 }));
          await waitUntilEqual(() => button(page, t('login')).isDisabled(), true);
        },
        'pin.verifying': (page) => seeBusy(page, t('login')),
        done: (page) => button(page, t('login')).waitFor({ state: 'hidden' }),
      },
      unwalked: {
        'phone.rateLimited —phone.submit→ itself': disabledReason,
        'pin.open.rateLimited —pin.submit→ itself': disabledReason,
        'pin.open —pin.sent→ pin.open.typing': 'the machine that resends uses the same request',
        'pin.open.rateLimited —pin.sent→ itself': 'the machine that resends uses the same request',
        'pin —xstate.error.actor.resendPin→ itself': 'only a defect stops the machine that resends',
      },
    },
    false,
  );
}
