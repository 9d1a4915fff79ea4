import type { Page } from 'playwright-core';
import { signIn } from '#machines/sign-in.ts';
import { signInEdges } from '#tests/machines/edges/sign-in.ts';
import { button, textbox } from '#tests/support/play.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, isBusy, isReady, keeps, says, seen, types, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

const disabled = 'the button is disabled';

/** The door, by phone and PIN. */
export async function walkSignIn(town: Town): Promise<void> {
  const door = (page: Page) => town.open(page, '/login');
  const kept = { phone: '050-123 4567', nameKnown: false };
  await walksOn(
    town,
    signIn,
    signInEdges,
    {
      opens: {
        device: door,
        'typed before a reload': async (page) => {
          await keeps('sign-in', { ...kept, name: '', sent: false })(page);
          await door(page);
        },
        'sent before a reload': async (page) => {
          await keeps('sign-in', { ...kept, name: 'נועה', sent: true })(page);
          await door(page);
        },
      },
      hands: {
        'phone.change': (page, { value }) => types(page, t('cellphone'), value as string),
        'phone.submit': (page) => button(page, t('proceed')).click(),
        'name.change': (page, { value }) => types(page, t('name'), value as string),
        'pin.change': (page, { value }) => types(page, t('pincode'), value as string),
        'pin.submit': (page) => button(page, t('login')).click(),
        'step.back': (page) =>
          button(page, t('back'))
            .or(button(page, t('cancel')))
            .click(),
      },
      only: { name: ({ context }) => !context.nameKnown },
      ports: {
        sendPin: { asks: asks('sendPinCode/') },
        logIn: { asks: asks('api-token-auth/', 'POST') },
        // The one who came in is nobody whom the server knows.
        afterwards: { asks: (request) => 'authorization' in request.headers() },
      },
      shows: {
        cellphone: async (page, { phone }) => {
          await page.locator('[data-state=cellphone]').waitFor();
          await seen(() => textbox(page, t('cellphone')).inputValue(), phone);
        },
        'cellphone.typing': (page) => isReady(page, t('proceed')),
        'cellphone.refused': (page) => says(page, t('problem.phone')),
        'cellphone.failed': async (page) => {
          await says(page, t('failure.offline'));
          await isReady(page, t('proceed'));
        },
        'cellphone.barred': async (page) => {
          await says(page, t('tryAgainIn', { count: 2 }));
          await seen(() => button(page, t('proceed')).isDisabled(), true);
        },
        sendingPin: async (page) => {
          await isBusy(page, t('proceed'));
          await isReady(page, t('cancel'));
        },
        pincode: async (page, { name, pin, nameKnown }) => {
          await page.locator('[data-state=pincode]').waitFor();
          await seen(() => textbox(page, t('pincode')).inputValue(), pin);
          await seen(() => textbox(page, t('name')).inputValue(), name);
          await seen(() => textbox(page, t('name')).isDisabled(), nameKnown);
          await isReady(page, t('back'));
        },
        'pincode.open.typing': (page) => isReady(page, t('login')),
        'pincode.open.refused': (page) => says(page, t('pincodeWrong', { count: 4 })),
        'pincode.open.failed': async (page) => {
          await says(page, t('failure.offline'));
          await isReady(page, t('login'));
        },
        'pincode.open.barred': async (page) => {
          await says(page, t('tryAgainIn', { count: 2 }));
          await seen(() => button(page, t('login')).isDisabled(), true);
        },
        'pincode.verifying': (page) => isBusy(page, t('login')),
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
