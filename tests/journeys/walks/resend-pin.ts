import type { Page } from 'playwright-core';
import { resendPin } from '#machines/resend-pin.ts';
import { resendPinEdges } from '#tests/machines/edges/resend-pin.ts';
import { button } from '#tests/support/play.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, isBusy, isReady, keeps, says, seen, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

/** A PIN once more. */
export async function walkResendPin(town: Town): Promise<void> {
  const again = (page: Page) => button(page, t('resendPin'));
  const mayNot = (page: Page) => seen(() => again(page).isDisabled(), true);
  await walksOn(
    town,
    resendPin,
    resendPinEdges,
    {
      opens: {
        'a number': async (page) => {
          await keeps('sign-in', { phone: '050-123 4567', name: 'דנה', nameKnown: false, sent: true })(page);
          await town.open(page, '/login');
        },
      },
      hands: { 'pin.resend': (page) => again(page).click() },
      ports: { sendPin: { asks: asks('sendPinCode/') } },
      shows: {
        cooling: mayNot,
        ready: (page) => isReady(page, t('resendPin')),
        sending: (page) => isBusy(page, t('resendPin')),
        failed: async (page) => {
          await says(page, t('failure.offline'));
          await isReady(page, t('resendPin'));
        },
        barred: async (page, { failure }) => {
          const minutes = failure && 'retryAfter' in failure ? 2 : 1;
          await says(page, t('tryAgainIn', { count: minutes }));
          await mayNot(page);
        },
      },
      unwalked: {},
    },
    false,
  );
}
