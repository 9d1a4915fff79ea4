import type { Page, Request } from 'playwright-core';
import { deadline } from '#machines/deadline.ts';
import { closingEdges } from '#tests/machines/edges/closing.ts';
import { itemOf } from '#tests/support/items.ts';
import { postOf } from '#tests/support/rows.ts';
import type { Town } from '#tests/support/town.ts';
import { asks, looksAnew, pageNow, seen, tellsTime, walksOn } from '#tests/support/walks/sight.ts';
import { t } from '#tests/support/words.ts';

const name = 'חצי הגמר';
const hour = 3_600_000;
/** The card looks at the clock every ten seconds. */
const slack = 15_000;
const card = (page: Page) => page.getByRole('group', { name, exact: true });

/** It takes picks, and counts down once there is an hour left. */
const isOpen = async (page: Page, left: number | null) => {
  await seen(() => card(page).getAttribute('data-bet'), 'open');
  await seen(
    () =>
      card(page)
        .getByRole('button', { name: /^אפשרות/ })
        .count(),
    2,
  );
  await seen(() => card(page).getByRole('timer').count(), left !== null && left <= hour ? 1 : 0);
};

/** A match's date, which comes while one looks. */
export async function walkClosing(town: Town): Promise<void> {
  let left: number | null = null;
  /** Milliseconds until the date, by the server. */
  const tells = (until: number | null) => (left = until === null ? null : until - slack);
  const around = async (request: Request, url: URL) => {
    if (!asks('post/')(request, url)) return tellsTime(request, url);
    const date =
      left === null ? null : new Date((await pageNow(request.frame().page())) + left).toISOString();
    const item = itemOf(5, 'home/away', { 11: null, 12: null }, { name, date });
    return { results: [postOf(2, { items_data: [item] })], count: 1 };
  };
  const opens = (start: string) => (page: Page) => {
    tells(closingEdges.inputs[start]?.left ?? null);
    return town.open(page, '/main');
  };
  await walksOn(
    town,
    deadline,
    closingEdges,
    {
      opens: Object.fromEntries(Object.keys(closingEdges.inputs).map((start) => [start, opens(start)])),
      hands: {
        'moment.set': (page, event) => {
          tells(event.left as number | null);
          return looksAnew(page);
        },
      },
      ports: {},
      around,
      shows: {
        never: (page) => isOpen(page, null),
        waiting: (page, context) => isOpen(page, context.left),
        come: async (page) => {
          await seen(() => card(page).getAttribute('data-bet'), 'closed');
          await seen(
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
