import type { Locator, Page, Request } from 'playwright-core';
import type { AnyEventObject } from 'xstate';
import type { CellDirection } from '#domain/digit-cells.ts';
import { digitPad, type PickCell, type VisibleCell } from '#machines/digit-pad.ts';
import { digitPadExpectations } from './digit-pad.expectations.ts';
import {
  buildAppData,
  buildItem,
  buildLeague,
  buildPost,
  buildEmptyStandings,
} from '#tests/support/builders.ts';
import { button } from '#tests/support/browser/page-actions.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import {
  requestTo,
  refreshFeed,
  seeReady,
  waitUntilEqual,
  walkScreens,
} from '#tests/support/statecharts/screen-steps.ts';
import type { ScreenSpec } from '#tests/support/statecharts/screen-walks.ts';
import { t } from '#tests/support/translations.ts';

const names: Readonly<Record<number, string>> = { 11: 'מקסיקו', 12: 'קוריאה', 21: 'ברזיל', 22: 'יפן' };
const cells = (page: Page) => page.getByRole('button', { name: /^(מקסיקו|קוריאה|ברזיל|יפן):/ });
const cell = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}:`) });
const pad = (page: Page) => page.getByRole('region', { name: /^הניחוש על / });
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

const active = (page: Page) => cells(page).and(page.locator('[data-active]'));
/** As a finger does, or a screen reader: no focus moves. */
const touch = (what: Locator) =>
  what.evaluate((it) => it.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' })));
const activate = (what: Locator) => what.dispatchEvent('click');

/** The active cell of two matches in the feed: on a phone with its pad, on a desktop with a keyboard. */
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
    if (requestTo('standings/')(request, url)) return buildEmptyStandings();
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
  /** The focus stays in its cell. */
  const refreshUnseen = async (page: Page) => {
    const answer = page.waitForResponse((it) => new URL(it.url()).pathname === '/api/post/');
    await activate(button(page, t('refresh')));
    await answer;
    await seeReady(page, t('refresh'));
  };
  /** The cells have the values of the event. */
  const has = async (page: Page, { cells: wanted }: AnyEventObject, refresh = refreshFeed) => {
    const found = wanted as readonly VisibleCell[];
    filled = found.filter((one) => one.filled).map(({ option }) => option);
    await refresh(page);
    await waitUntilEqual(
      () => cells(page).evaluateAll((all) => all.map((one) => (one.textContent ?? '') !== '')),
      found.map((one) => one.filled),
    );
  };
  const picksButton = (page: Page, event: AnyEventObject) => {
    const missing = (event.cells as readonly VisibleCell[]).filter((one) => !one.filled).length / 2;
    return page
      .locator('main')
      .getByRole('button', { name: new RegExp(`^${t('picksToMake', { count: missing })}`) });
  };
  const only = Object.fromEntries(
    [
      '5, no cell left',
      'clear, no cell left',
      'next, no cell left',
      'select match 1, not drawn',
      'select match 1 by keys, not drawn',
      'Mexico is drawn',
      'Mexico is drawn, filled',
      'Brazil is drawn',
    ].map((name) => [name, () => false]),
  );
  type Refresh = (page: Page) => Promise<void>;
  /** A match that had started takes digits again. */
  const undoStart = async (page: Page, refresh: Refresh) => {
    if (begun === null) return;
    begun = null;
    await refresh(page);
  };
  const handsBy = (refresh: Refresh): ScreenSpec<typeof digitPad>['hands'] => ({
    'cell.move': async (page, event) => {
      await has(page, event, refresh);
      await active(page).press(arrows[event.direction as CellDirection]);
    },
    // The match starts, so its cells take no more digits.
    'cell.removed': async (page) => {
      begun = 1;
      await refresh(page);
    },
  });
  const phone: ScreenSpec<typeof digitPad> = {
    opens: {
      screen: async (page) => {
        filled = [];
        begun = null;
        await fixture.open(page, '/main');
      },
    },
    hands: {
      ...handsBy(refreshFeed),
      'cell.tap': async (page, event) => {
        await undoStart(page, refreshFeed);
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
      // By the button over the feed.
      'item.select': async (page, event) => {
        begun = null;
        await has(page, event);
        await picksButton(page, event).click();
      },
      'cell.leave': (page) => button(pad(page), t('padDone')).click(),
    },
    ports: {},
    around,
    only: { ...only, 'select match 2 by keys, first match picked': () => false },
    shows: {
      idle: async (page) => {
        await waitUntilEqual(() => pad(page).count(), 0);
        await waitUntilEqual(() => active(page).count(), 0);
      },
      open: async (page, { active: opened }) => {
        const name = opened?.name ?? '';
        await page.getByRole('region', { name: t('padTitle', { name }), exact: true }).waitFor();
        await waitUntilEqual(() => cell(page, name).getAttribute('aria-expanded'), 'true');
        await waitUntilEqual(() => page.getByRole('button', { expanded: true }).and(cells(page)).count(), 1);
        await waitUntilEqual(() => active(page).count(), 1);
        await waitUntilEqual(() => button(pad(page), '0').isEnabled(), true);
      },
    },
    unwalked: {
      'open —digit.press [isActiveGone]→ idle': isGone,
      'open —digit.clear [isActiveGone]→ idle': isGone,
      'idle —item.select→ awaitingCell': isDrawn,
      'open —item.select→ awaitingCell': isDrawn,
      'awaitingCell —item.select [hasEmptyCell]→ open': isDrawn,
      'awaitingCell —item.select→ awaitingCell': isDrawn,
      'awaitingCell —cell.added [isAwaited]→ open': isDrawn,
      'awaitingCell —cell.tap→ open': isDrawn,
      'awaitingCell —cell.leave→ idle': isDrawn,
      'awaitingCell —xstate.after.cellTimeout.digit-pad.awaitingCell→ idle': isDrawn,
    },
  };
  const desk: ScreenSpec<typeof digitPad> = {
    ...phone,
    opens: {
      screen: async (page) => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await phone.opens['screen']?.(page);
      },
    },
    hands: {
      ...handsBy(refreshUnseen),
      'cell.focus': async (page, event) => {
        await undoStart(page, refreshUnseen);
        await cell(page, (event.cell as PickCell).name).click();
      },
      'cell.tap': async (page, event) => {
        await undoStart(page, refreshUnseen);
        await touch(cell(page, (event.cell as PickCell).name));
      },
      'cell.blur': (page) => cell(page, 'מקסיקו').evaluate((it) => (it as HTMLElement).blur()),
      'digit.press': async (page, event) => {
        await has(page, event, refreshUnseen);
        await active(page).press(String(event.digit));
      },
      'digit.clear': async (page, event) => {
        await has(page, event, refreshUnseen);
        await active(page).press('Backspace');
      },
      'item.select': async (page, event) => {
        begun = null;
        await has(page, event, refreshUnseen);
        await (event.byKeys ? activate : touch)(picksButton(page, event));
      },
      'cell.leave': (page) => active(page).press('Escape'),
    },
    only,
    shows: {
      ...phone.shows,
      typing: async (page, { active: typed }) => {
        const name = typed?.name ?? '';
        await waitUntilEqual(() => cell(page, name).getAttribute('data-active'), 'keys');
        await waitUntilEqual(() => cell(page, name).evaluate((it) => it === document.activeElement), true);
        await waitUntilEqual(() => active(page).count(), 1);
        await waitUntilEqual(() => pad(page).count(), 0);
      },
    },
    unwalked: {
      'typing —digit.press [isActiveGone]→ idle': isGone,
      'typing —digit.clear [isActiveGone]→ idle': isGone,
      'typing —item.select→ awaitingCell': isDrawn,
      'awaitingCell —item.select [hasEmptyCellByKeys]→ typing': isDrawn,
      'awaitingCell —cell.added [isAwaitedByKeys]→ typing': isDrawn,
      'awaitingCell —cell.focus→ typing': isDrawn,
    },
  };
  await walkScreens(fixture, digitPad, digitPadExpectations, [phone, desk], true);
}
