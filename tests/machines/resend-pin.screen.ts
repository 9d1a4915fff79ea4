import type { Page } from 'playwright-core';
import { resendPin } from '#machines/resend-pin.ts';
import { resendPinExpectations } from './resend-pin.expectations.ts';
import { button } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeBusy,
  seeReady,
  presetSessionValue,
  seeAlert,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** Sending the PIN again. */
export async function walkResendPin(fixture: BrowserFixture): Promise<void> {
  const resendButton = (page: Page) => button(page, t('resendPin'));
  const seeDisabled = (page: Page) => waitUntilEqual(() => resendButton(page).isDisabled(), true);
  await walkScreens(
    fixture,
    resendPin,
    resendPinExpectations,
    {
      openScreen: {
        'a number': async (page) => {
          await presetSessionValue('sign-in', {
            phone: '050-123 4567',
            name: 'דנה',
            nameKnown: false,
            sent: true,
          })(page);
          await fixture.open(page, '/login');
        },
      },
      eventActions: { 'pin.resend': (page) => resendButton(page).click() },
      ports: { sendPin: { isRequest: requestTo('sendPinCode/') } },
      shows: {
        coolingDown: seeDisabled,
        ready: (page) => seeReady(page, t('resendPin')),
        sending: (page) => seeBusy(page, t('resendPin')),
        failed: async (page) => {
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('resendPin'));
        },
        rateLimited: async (page, { failure }) => {
          const minutes = failure && 'retryAfter' in failure ? 2 : 1;
          await seeAlert(page, t('tryAgainIn', { count: minutes }));
          await seeDisabled(page);
        },
      },
      unwalked: {},
    },
    false,
  );
}
