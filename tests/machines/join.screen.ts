import type { Page, Request } from 'playwright-core';
import { join } from '#machines/join.ts';
import { joinExpectations } from './join.expectations.ts';
import { button, textbox } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  seeBusy,
  seeReady,
  seeAlert,
  waitUntilEqual,
  retype,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

/** Joining by a code, which is typed or comes with a link. */
export async function walkJoin(fixture: BrowserFixture): Promise<void> {
  const openAt = (query: string) => (page: Page) => fixture.open(page, `/join${query}`);
  const toWire = (res: unknown) => ({ res: res ?? 0 });
  const isPreview = (_: Request, url: URL) => url.searchParams.get('preview') === 'True';
  const isJoin = requestTo('joinAClan/');
  const seeCode = async (page: Page, { code }: { code: string }) =>
    waitUntilEqual(() => textbox(page, t('joinCode')).inputValue(), code);
  await walkScreens(
    fixture,
    join,
    joinExpectations,
    {
      openScreen: {
        link: openAt('?code=7QK2MX4T9P'),
        bare: openAt(''),
        broken: openAt('?code=NOPE'),
        onward: openAt('?code=7QK2MX4T9P&section=4'),
      },
      eventActions: {
        'code.change': (page, { code }) => retype(page, t('joinCode'), code as string),
        'code.submit': (page) => button(page, t('proceed')).click(),
        'join.retry': (page) => button(page, t('retry')).click(),
        'join.confirm': (page) => button(page, t('joinConfirm')).click(),
      },
      offeredWhen: {
        submits: ({ context }) => context.code !== '',
      },
      ports: {
        previewJoin: { isRequest: (request, url) => isJoin(request, url) && isPreview(request, url), toWire },
        join: { isRequest: (request, url) => isJoin(request, url) && !isPreview(request, url), toWire },
      },
      shows: {
        typing: async (page, context) => {
          await seeCode(page, context);
          await waitUntilEqual(() => button(page, t('proceed')).isEnabled(), context.code !== '');
        },
        previewing: async (page, context) => {
          await seeCode(page, context);
          await seeBusy(page, t('proceed'));
        },
        unknownCode: async (page, context) => {
          await seeCode(page, context);
          await seeAlert(page, t('joinCodeUnknown'));
          await waitUntilEqual(() => button(page, t('proceed')).isDisabled(), true);
        },
        previewFailed: async (page, context) => {
          await seeCode(page, context);
          await seeAlert(page, t('failure.offline'));
          await seeReady(page, t('retry'));
        },
        previewed: async (page) => {
          await page.getByRole('heading', { name: 'החבר׳ה מהמילואים' }).waitFor();
          await seeReady(page, t('joinConfirm'));
        },
        joining: async (page) => {
          await seeBusy(page, t('joinConfirm'));
          await waitUntilEqual(() => button(page, t('notNow')).isDisabled(), true);
        },
        joinFailed: async (page) => {
          await seeAlert(page, t('failure.too_many'));
          await seeReady(page, t('joinConfirm'));
        },
        joined: (page) => button(page, t('joinConfirm')).waitFor({ state: 'hidden' }),
      },
      unwalked: {
        'previewed —code.change→ typing': 'the field is not there',
        'joinFailed —code.change→ typing': 'the field is not there',
      },
    },
    true,
  );
}
