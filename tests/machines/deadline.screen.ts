import type { Page, Request } from 'playwright-core';
import { deadline } from '#machines/deadline.ts';
import { deadlineExpectations } from './deadline.expectations.ts';
import { buildItem, buildPost } from '#tests/support/builders.ts';
import { pageTime } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  refreshFeed,
  waitUntilEqual,
  answerPing,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

const name = 'חצי הגמר';
const hour = 3_600_000;
/** The card updates its countdown every ten seconds. */
const countdownSlack = 15_000;
const card = (page: Page) => page.getByRole('group', { name, exact: true });

/** The item takes picks, and counts down in the last hour. */
const seeOpen = async (page: Page, timeLeft: number | null) => {
  await waitUntilEqual(() => card(page).getAttribute('data-bet'), 'open');
  await waitUntilEqual(
    () =>
      card(page)
        .getByRole('button', { name: /^אפשרות/ })
        .count(),
    2,
  );
  await waitUntilEqual(
    () => card(page).getByRole('timer').count(),
    timeLeft !== null && timeLeft <= hour ? 1 : 0,
  );
};

/** A match whose date passes while its card is shown. */
export async function walkDeadline(fixture: BrowserFixture): Promise<void> {
  let timeLeft: number | null = null;
  /** Sets the time until the date, by the server's clock. */
  const setDeadline = (remaining: number | null) =>
    (timeLeft = remaining === null ? null : remaining - countdownSlack);
  const answerOther = async (request: Request, url: URL) => {
    if (!requestTo('post/')(request, url)) return answerPing(request, url);
    const date =
      timeLeft === null ? null : new Date((await pageTime(request.frame().page())) + timeLeft).toISOString();
    const item = buildItem(5, 'home/away', { 11: null, 12: null }, { name, date });
    return { results: [buildPost(2, { items_data: [item] })], count: 1 };
  };
  const openFeed = (start: string) => (page: Page) => {
    setDeadline(deadlineExpectations.inputs[start]?.remaining ?? null);
    return fixture.open(page, '/main');
  };
  await walkScreens(
    fixture,
    deadline,
    deadlineExpectations,
    {
      openScreen: Object.fromEntries(
        Object.keys(deadlineExpectations.inputs).map((start) => [start, openFeed(start)]),
      ),
      eventActions: {
        'deadline.set': (page, event) => {
          setDeadline(event.remaining as number | null);
          return refreshFeed(page);
        },
      },
      ports: {},
      answerOther,
      shows: {
        none: (page) => seeOpen(page, null),
        waiting: (page, context) => seeOpen(page, context.remaining),
        reached: async (page) => {
          await waitUntilEqual(() => card(page).getAttribute('data-bet'), 'closed');
          await waitUntilEqual(
            () =>
              card(page)
                .getByRole('button', { name: /^אפשרות/ })
                .count(),
            0,
          );
          await card(page).getByText(t('closed'), { exact: true }).waitFor();
        },
      },
      unwalked: {},
    },
    true,
  );
}
