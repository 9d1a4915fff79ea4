import type { Page, Request } from 'playwright-core';
import type { AnyEventObject } from 'xstate';
import { digitPad, type CellDirection, type PickCell, type VisibleCell } from '#machines/digit-pad.ts';
import { digitPadExpectations } from './digit-pad.expectations.ts';
import { buildAppData, buildItem, buildLeague, buildPage, buildPost } from '#tests/support/builders.ts';
import { button } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  refreshFeed,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

const names: Readonly<Record<number, string>> = { 11: 'מקסיקו', 12: 'קוריאה', 21: 'ברזיל', 22: 'יפן' };
const cells = (page: Page) => page.getByRole('button', { name: /^(מקסיקו|קוריאה|ברזיל|יפן):/ });
const cell = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}:`) });
const pad = (page: Page) => page.getByRole('region', { name: /^הניחוש ל/ });
/** Home is at the start, which is on the right. */
const arrows: Readonly<Record<CellDirection, string>> = {
  next: 'ArrowLeft',
  previous: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
};
const isDrawn =
  'a card that is far from the screen is drawn once the list has scrolled to it: the feed’s journey shows it';
const isGone = 'a cell that leaves the screen says so itself, before any key can be pressed';

/** The pad over two matches in the feed. */
export async function walkDigitPad(fixture: BrowserFixture): Promise<void> {
  /** The saved values and the started matches, as the server answers them. */
  let filled: readonly number[] = [];
  let begun: number | null = null;
  const match = (id: number) => {
    const sides = [10 * id + 1, 10 * id + 2];
    const picks = Object.fromEntries(sides.map((side) => [side, filled.includes(side) ? 5 : null]));
    const also = begun === id ? ({ status: 'started', started: true, readonly: true } as const) : {};
    const item = buildItem(id, 'home/away', picks, {
      name: sides.map((side) => names[side]).join(' · '),
      ...also,
    });
    const options = sides.map((side) => [side, { ...item.options[side], name: names[side] }]);
    return { ...item, options: Object.fromEntries(options) as typeof item.options };
  };
  const around = (request: Request, url: URL) => {
    if (requestTo('getAppData/')(request, url)) return buildAppData({ sections: [buildLeague(7, 'השכונה')] });
    if (requestTo('standings/')(request, url)) return { ...buildPage(), me: null };
    if (requestTo('post/')(request, url)) {
      const game = buildPost(2, { is_staff: false, items_data: [match(1), match(2)] });
      return { results: [game], count: 1 };
    }
    for (const id of [1, 2]) if (requestTo(`item/${id}/`)(request, url)) return match(id);
    if (!url.pathname.endsWith('/api/bet/')) return undefined;
    if (request.method() !== 'POST') return {};
    const bets = request.postDataJSON() as { itemOption: number }[];
    const at = '2026-06-11T10:00:00.000Z';
    return bets.map((bet) => {
      const { itemOption } = bet;
      return { ...bet, id: 900 + itemOption, item: Math.floor(itemOption / 10), created: at, updated: at };
    });
  };
  /** The cells have the values of the event. */
  const has = async (page: Page, { cells: wanted }: AnyEventObject) => {
    const found = wanted as readonly VisibleCell[];
    filled = found.filter((one) => one.filled).map(({ option }) => option);
    await refreshFeed(page);
    await waitUntilEqual(
      () => cells(page).evaluateAll((all) => all.map((one) => (one.textContent ?? '') !== '')),
      found.map((one) => one.filled),
    );
  };
  await walkScreens(
    fixture,
    digitPad,
    digitPadExpectations,
    {
      opens: {
        screen: async (page) => {
          filled = [];
          begun = null;
          await fixture.open(page, '/main');
        },
      },
      hands: {
        'cell.tap': async (page, event) => {
          if (begun !== null) {
            begun = null;
            await refreshFeed(page);
          }
          await cell(page, (event.cell as PickCell).name).click();
        },
        'digit.press': async (page, event) => {
          await has(page, event);
          await button(pad(page), String(event.digit)).click();
        },
        'digit.clear': async (page, event) => {
          await has(page, event);
          await button(pad(page), t('padClear')).click();
        },
        'cell.move': async (page, event) => {
          await has(page, event);
          const active = page.getByRole('button', { expanded: true }).and(cells(page));
          await active.press(arrows[event.direction as CellDirection]);
        },
        // The match starts, so its cells take no more digits.
        'cell.removed': async (page, { option }) => {
          begun = Math.floor((option as number) / 10);
          await refreshFeed(page);
        },
        // By the button over the feed.
        'item.pick': async (page, event) => {
          begun = null;
          await has(page, event);
          const missing = (event.cells as readonly VisibleCell[]).filter((one) => !one.filled).length / 2;
          await page
            .locator('main')
            .getByRole('button', { name: new RegExp(`^${t('picksToMake', { count: missing })}`) })
            .click();
        },
        'pad.close': (page) => button(pad(page), t('padDone')).click(),
      },
      ports: {},
      around,
      only: {
        '5, no cell left': () => false,
        'clear, no cell left': () => false,
        'next, no cell left': () => false,
        'pick match 1, not drawn': () => false,
        'Mexico is drawn': () => false,
        'Mexico is drawn, filled': () => false,
        'Brazil is drawn': () => false,
      },
      shows: {
        idle: async (page) => {
          await waitUntilEqual(() => pad(page).count(), 0);
          await waitUntilEqual(
            () => page.getByRole('button', { expanded: true }).and(cells(page)).count(),
            0,
          );
        },
        open: async (page, { active }) => {
          const name = active?.name ?? '';
          await page.getByRole('region', { name: t('padTitle', { name }), exact: true }).waitFor();
          await waitUntilEqual(() => cell(page, name).getAttribute('aria-expanded'), 'true');
          await waitUntilEqual(
            () => page.getByRole('button', { expanded: true }).and(cells(page)).count(),
            1,
          );
          await waitUntilEqual(() => button(pad(page), '0').isEnabled(), true);
        },
      },
      unwalked: {
        'open —digit.press [isActiveGone]→ idle': isGone,
        'open —digit.clear [isActiveGone]→ idle': isGone,
        'idle —item.pick→ awaitingCell': isDrawn,
        'open —item.pick→ awaitingCell': isDrawn,
        'awaitingCell —item.pick [hasEmptyCell]→ open': isDrawn,
        'awaitingCell —item.pick→ awaitingCell': isDrawn,
        'awaitingCell —cell.added [isAwaited]→ open': isDrawn,
        'awaitingCell —cell.tap→ open': isDrawn,
        'awaitingCell —pad.close→ idle': isDrawn,
        'awaitingCell —xstate.after.cellTimeout.digit-pad.awaitingCell→ idle': isDrawn,
      },
    },
    true,
  );
}
