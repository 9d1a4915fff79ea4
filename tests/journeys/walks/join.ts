import type { Page, Request } from 'playwright-core';
import { join } from '#machines/join.ts';
import { joinEdges } from '#tests/machines/edges/join.ts';
import { button, textbox } from '#tests/support/play.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, isBusy, isReady, says, seen, types, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

/** A code, typed or brought by a link. */
export async function walkJoin(town: Town): Promise<void> {
  const at = (query: string) => (page: Page) => town.open(page, `/join${query}`);
  const wire = (res: unknown) => ({ res: res ?? 0 });
  const isPreview = (_: Request, url: URL) => url.searchParams.get('preview') === 'True';
  const isJoin = asks('joinAClan/');
  const shown = async (page: Page, { typed }: { typed: string }) =>
    seen(() => textbox(page, t('joinCode')).inputValue(), typed);
  await walksOn(
    town,
    join,
    joinEdges,
    {
      opens: {
        link: at('?code=7QK2MX4T9P'),
        bare: at(''),
        broken: at('?code=NOPE'),
        onward: at('?code=7QK2MX4T9P&section=4'),
      },
      hands: {
        'code.change': (page, { code }) => types(page, t('joinCode'), code as string),
        'code.submit': (page) => button(page, t('proceed')).click(),
        'join.retry': (page) => button(page, t('retry')).click(),
        'join.confirm': (page) => button(page, t('joinConfirm')).click(),
      },
      only: {
        submits: ({ context }) => context.typed !== '',
      },
      ports: {
        previewJoin: { asks: (request, url) => isJoin(request, url) && isPreview(request, url), wire },
        join: { asks: (request, url) => isJoin(request, url) && !isPreview(request, url), wire },
      },
      shows: {
        typing: async (page, context) => {
          await shown(page, context);
          await seen(() => button(page, t('proceed')).isEnabled(), context.typed !== '');
        },
        previewing: (page) => textbox(page, t('joinCode')).waitFor({ state: 'hidden' }),
        unknown: async (page, context) => {
          await shown(page, context);
          await says(page, t('joinCodeUnknown'));
          await seen(() => button(page, t('proceed')).isDisabled(), true);
        },
        unseen: async (page, context) => {
          await shown(page, context);
          await says(page, t('failure.offline'));
          await isReady(page, t('retry'));
        },
        offering: async (page) => {
          await page.getByRole('heading', { name: 'החבר׳ה מהמילואים' }).waitFor();
          await isReady(page, t('joinConfirm'));
        },
        joining: async (page) => {
          await isBusy(page, t('joinConfirm'));
          await seen(() => button(page, t('notNow')).isDisabled(), true);
        },
        refused: async (page) => {
          await says(page, t('failure.too_many'));
          await isReady(page, t('joinConfirm'));
        },
        joined: (page) => button(page, t('joinConfirm')).waitFor({ state: 'hidden' }),
      },
      unwalked: {
        'previewing —code.change→ typing': 'the field is not there',
        'offering —code.change→ typing': 'the field is not there',
        'refused —code.change→ typing': 'the field is not there',
      },
    },
    true,
  );
}
