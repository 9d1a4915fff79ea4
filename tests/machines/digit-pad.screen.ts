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
const arrowKeys: Readonly<Record<CellDirection, string>> = {
  next: 'ArrowLeft',
  previous: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
};
const drawnOnScroll =
  'a card that is far from the screen is drawn once the list has scrolled to it: the feed’s journey shows it';
const removedBefore = 'a cell that leaves the screen reports it, before any key can be pressed';

const activeCell = (page: Page) => cells(page).and(page.locator('[data-active]'));
/** Taps as a finger or a screen reader does: the focus does not move. */
const tapByTouch = (locator: Locator) =>
  locator.evaluate((element) =>
    element.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' })),
  );
const activate = (locator: Locator) => locator.dispatchEvent('click');

/** The active cell of two matches in the feed: on a phone with its pad, on a desktop with a keyboard. */
export async function walkDigitPad(fixture: BrowserFixture): Promise<void> {
  /** The saved values and the started matches, as the server answers them. */
  let filled: readonly number[] = [];
  let startedMatch: number | null = null;
  const match = (id: number) => {
    const sides = [10 * id + 1, 10 * id + 2];
    const picks = Object.fromEntries(sides.map((side) => [side, filled.includes(side) ? 5 : null]));
    const startedState =
      startedMatch === id ? ({ status: 'started', started: true, readonly: true } as const) : {};
    const item = buildItem(id, 'home/away', picks, {
      name: sides.map((side) => names[side]).join(' · '),
      ...startedState,
    });
    const options = sides.map((side) => [side, { ...item.options[side], name: names[side] }]);
    return { ...item, options: Object.fromEntries(options) as typeof item.options };
  };
  const answerOther = (request: Request, url: URL) => {
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
  /** Refreshes the feed without moving the focus from its cell. */
  const refreshKeepingFocus = async (page: Page) => {
    const answer = page.waitForResponse((it) => new URL(it.url()).pathname === '/api/post/');
    await activate(button(page, t('refresh')));
    await answer;
    await seeReady(page, t('refresh'));
  };
  /** Makes the cells have the values of the event. */
  const showCells = async (page: Page, { cells: wantedCells }: AnyEventObject, refresh = refreshFeed) => {
    const visibleCells = wantedCells as readonly VisibleCell[];
    filled = visibleCells.filter((one) => one.filled).map(({ option }) => option);
    await refresh(page);
    await waitUntilEqual(
      () => cells(page).evaluateAll((all) => all.map((one) => (one.textContent ?? '') !== '')),
      visibleCells.map((one) => one.filled),
    );
  };
  const picksButton = (page: Page, event: AnyEventObject) => {
    const missing = (event.cells as readonly VisibleCell[]).filter((one) => !one.filled).length / 2;
    return page
      .locator('main')
      .getByRole('button', { name: new RegExp(`^${t('picksToMake', { count: missing })}`) });
  };
  const offeredWhen = Object.fromEntries(
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
  /** Makes a started match take digits again. */
  const undoStart = async (page: Page, refresh: Refresh) => {
    if (startedMatch === null) return;
    startedMatch = null;
    await refresh(page);
  };
  const eventActionsWith = (refresh: Refresh): ScreenSpec<typeof digitPad>['eventActions'] => ({
    'cell.move': async (page, event) => {
      await showCells(page, event, refresh);
      await activeCell(page).press(arrowKeys[event.direction as CellDirection]);
    },
    // The match starts, so its cells take no more digits.
    'cell.removed': async (page) => {
      startedMatch = 1;
      await refresh(page);
    },
  });
  const phoneSpec: ScreenSpec<typeof digitPad> = {
    openScreen: {
      screen: async (page) => {
        filled = [];
        startedMatch = null;
        await fixture.open(page, '/main');
      },
    },
    eventActions: {
      ...eventActionsWith(refreshFeed),
      'cell.tap': async (page, event) => {
        await undoStart(page, refreshFeed);
        await cell(page, (event.cell as PickCell).name).click();
      },
      'digit.press': async (page, event) => {
        await showCells(page, event);
        await button(pad(page), String(event.digit)).click();
      },
      'digit.clear': async (page, event) => {
        await showCells(page, event);
        await button(pad(page), t('padClear')).click();
      },
      // The button over the feed selects the next match to pick.
      'item.select': async (page, event) => {
        startedMatch = null;
        await showCells(page, event);
        await picksButton(page, event).click();
      },
      'cell.leave': (page) => button(pad(page), t('padDone')).click(),
    },
    ports: {},
    answerOther,
    offeredWhen: { ...offeredWhen, 'select match 2 by keys, first match picked': () => false },
    shows: {
      idle: async (page) => {
        await waitUntilEqual(() => pad(page).count(), 0);
        await waitUntilEqual(() => activeCell(page).count(), 0);
      },
      open: async (page, { active: opened }) => {
        const name = opened?.name ?? '';
        await page.getByRole('region', { name: t('padTitle', { name }), exact: true }).waitFor();
        await waitUntilEqual(() => cell(page, name).getAttribute('aria-expanded'), 'true');
        await waitUntilEqual(() => page.getByRole('button', { expanded: true }).and(cells(page)).count(), 1);
        await waitUntilEqual(() => activeCell(page).count(), 1);
        await waitUntilEqual(() => button(pad(page), '0').isEnabled(), true);
      },
    },
    unwalked: {
      'open —digit.press [isActiveGone]→ idle': removedBefore,
      'open —digit.clear [isActiveGone]→ idle': removedBefore,
      'idle —item.select→ awaitingCell': drawnOnScroll,
      'open —item.select→ awaitingCell': drawnOnScroll,
      'awaitingCell —item.select [hasEmptyCell]→ open': drawnOnScroll,
      'awaitingCell —item.select→ awaitingCell': drawnOnScroll,
      'awaitingCell —cell.added [isAwaited]→ open': drawnOnScroll,
      'awaitingCell —cell.tap→ open': drawnOnScroll,
      'awaitingCell —cell.leave→ idle': drawnOnScroll,
      'awaitingCell —xstate.after.cellTimeout.digit-pad.awaitingCell→ idle': drawnOnScroll,
    },
  };
  const deskSpec: ScreenSpec<typeof digitPad> = {
    ...phoneSpec,
    openScreen: {
      screen: async (page) => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await phoneSpec.openScreen['screen']?.(page);
      },
    },
    eventActions: {
      ...eventActionsWith(refreshKeepingFocus),
      'cell.focus': async (page, event) => {
        await undoStart(page, refreshKeepingFocus);
        await cell(page, (event.cell as PickCell).name).click();
      },
      'cell.tap': async (page, event) => {
        await undoStart(page, refreshKeepingFocus);
        await tapByTouch(cell(page, (event.cell as PickCell).name));
      },
      'cell.blur': (page) => cell(page, 'מקסיקו').evaluate((it) => (it as HTMLElement).blur()),
      'digit.press': async (page, event) => {
        await showCells(page, event, refreshKeepingFocus);
        await activeCell(page).press(String(event.digit));
      },
      'digit.clear': async (page, event) => {
        await showCells(page, event, refreshKeepingFocus);
        await activeCell(page).press('Backspace');
      },
      'item.select': async (page, event) => {
        startedMatch = null;
        await showCells(page, event, refreshKeepingFocus);
        await (event.byKeys ? activate : tapByTouch)(picksButton(page, event));
      },
      'cell.leave': (page) => activeCell(page).press('Escape'),
    },
    offeredWhen,
    shows: {
      ...phoneSpec.shows,
      typing: async (page, { active: typed }) => {
        const name = typed?.name ?? '';
        await waitUntilEqual(() => cell(page, name).getAttribute('data-active'), 'keys');
        await waitUntilEqual(() => cell(page, name).evaluate((it) => it === document.activeElement), true);
        await waitUntilEqual(() => activeCell(page).count(), 1);
        await waitUntilEqual(() => pad(page).count(), 0);
      },
    },
    unwalked: {
      'typing —digit.press [isActiveGone]→ idle': removedBefore,
      'typing —digit.clear [isActiveGone]→ idle': removedBefore,
      'typing —item.select→ awaitingCell': drawnOnScroll,
      'awaitingCell —item.select [hasEmptyCellByKeys]→ typing': drawnOnScroll,
      'awaitingCell —cell.added [isAwaitedByKeys]→ typing': drawnOnScroll,
      'awaitingCell —cell.focus→ typing': drawnOnScroll,
    },
  };
  await walkScreens(fixture, digitPad, digitPadExpectations, [phoneSpec, deskSpec], true);
}
