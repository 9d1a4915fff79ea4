import type { Page } from 'playwright-core';
import { signIn } from '#machines/sign-in.ts';
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

const disabled = 'the button is disabled';

/** The door, by phone and PIN. */
export async function walkSignIn(fixture: BrowserFixture): Promise<void> {
  const door = (page: Page) => fixture.open(page, '/login');
  const kept = { phone: '050-123 4567', nameKnown: false };
  await walkScreens(
    fixture,
    signIn,
    signInExpectations,
    {
      opens: {
        device: door,
        'typed before a reload': async (page) => {
          await presetSessionValue('sign-in', { ...kept, name: '', sent: false })(page);
          await door(page);
        },
        'sent before a reload': async (page) => {
          await presetSessionValue('sign-in', { ...kept, name: 'נועה', sent: true })(page);
          await door(page);
        },
      },
      hands: {
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
      only: { name: ({ context }) => !context.nameKnown },
      ports: {
        sendPin: { asks: requestTo('sendPinCode/') },
        logIn: { asks: requestTo('api-token-auth/', 'POST') },
        // The one who came in is nobody whom the server knows.
        afterwards: { asks: (request) => 'authorization' in request.headers() },
      },
      shows: {
        cellphone: async (page, { phone }) => {
          await page.locator('[data-state=cellphone]').waitFor();
          await waitUntilEqual(() => textbox(page, t('cellphone')).inputValue(), phone);
        },
        'cellphone.typing': (page) => seeReady(page, t('proceed')),
        'cellphone.refused': (page) => seeAlert(page, t('problem.phone')),
        'cellphone.failed': async (page) => {
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('proceed'));
        },
        'cellphone.barred': async (page) => {
          await seeAlert(page, t('tryAgainIn', { count: 2 }));
          await waitUntilEqual(() => button(page, t('proceed')).isDisabled(), true);
        },
        sendingPin: async (page) => {
          await seeBusy(page, t('proceed'));
          await seeReady(page, t('cancel'));
        },
        pincode: async (page, { name, pin, nameKnown }) => {
          await page.locator('[data-state=pincode]').waitFor();
          await waitUntilEqual(() => textbox(page, t('pincode')).inputValue(), pin);
          await waitUntilEqual(() => textbox(page, t('name')).inputValue(), name);
          await waitUntilEqual(() => textbox(page, t('name')).isDisabled(), nameKnown);
          await seeReady(page, t('back'));
        },
        'pincode.open.typing': (page) => seeReady(page, t('login')),
        'pincode.open.refused': (page) => seeAlert(page, t('pincodeWrong', { count: 4 })),
        'pincode.open.failed': async (page) => {
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('login'));
        },
        'pincode.open.barred': async (page) => {
          await seeAlert(page, t('tryAgainIn', { count: 2 }));
          await waitUntilEqual(() => button(page, t('login')).isDisabled(), true);
        },
        'pincode.verifying': (page) => seeBusy(page, t('login')),
        done: (page) => button(page, t('login')).waitFor({ state: 'hidden' }),
      },
      unwalked: {
        'cellphone.barred —phone.submit→ itself': disabled,
        'pincode.open.barred —pin.submit→ itself': disabled,
        'pincode.open —pin.sent→ pincode.open.typing':
          'the machine that sends again asks with the same request',
        'pincode.open.barred —pin.sent→ itself': 'the machine that sends again asks with the same request',
        'pincode —xstate.error.actor.resend→ itself': 'only a defect breaks the machine that sends again',
      },
    },
    false,
  );
}
