import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { HeldOption } from '#domain/wizard/option-board.ts';
import { optionBoard } from '#machines/option-board.ts';
import { optionBoardExpectations } from './option-board.expectations.ts';
import { button, animationsFinished, pauseClock, resumeDraft } from '#tests/support/browser/page-actions.ts';
import { buildAppData, buildPage } from '#tests/support/builders.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import { kinds, nameOf, ownLeague } from '#tests/support/statecharts/board-draft.ts';
import type { ScreenSpec } from '#tests/support/statecharts/screen-walks.ts';
import { requestTo, waitUntilEqual, walkScreens } from '#tests/support/statecharts/screen-steps.ts';
import { t } from '#tests/support/translations.ts';

type Context = ContextFrom<typeof optionBoard>;
type Announcement = NonNullable<Context['announcement']>;
type Point = { readonly x: number; readonly y: number };

/** The moves that this layout of the board does not have. */
const movesOfOtherLayout = {
  lists: ['mouse down on 11 of a match', 'tap 11 of a match', 'tap the other 12', 'tap the first 12'],
  matches: ['mouse down on 11', 'touch on 11', 'tap 11', 'tap 21'],
} as const;
const held11: HeldOption = { option: 11, group: 1 };

const board = (page: Page) =>
  page.getByRole('group', { name: new RegExp(`^(${t('wizardGroups')}|${t('wizardOrder')})$`) });
const optionButton = (page: Page, { option, group }: HeldOption) =>
  button(board(page).locator(`[data-group="${group}"]`), nameOf(option));
const actionBar = (page: Page, option: number) =>
  page.getByRole('group', { name: t('boardBar', { name: nameOf(option) }), exact: true });

/** A point on an option's middle line, at the fraction `down` of its height. */
async function pointIn(page: Page, held: HeldOption, down: number): Promise<Point> {
  await animationsFinished(board(page));
  const box = await optionButton(page, held).boundingBox();
  if (!box) throw new Error(`${nameOf(held.option)} is not there`);
  return { x: box.x + box.width / 2, y: box.y + box.height * down };
}

/** Touch events, without the clicks that a browser would add: those are made by keyboard. */
const touchEvent = (page: Page, type: 'pointermove' | 'pointerup', { x, y }: Point) =>
  page.evaluate(
    ([name, clientX, clientY]) =>
      window.dispatchEvent(
        new PointerEvent(name, { pointerId: 5, pointerType: 'touch', isPrimary: true, clientX, clientY }),
      ),
    [type, x, y] as const,
  );

function announcementText(
  { what, option, group, index, slots, swapPartner }: Announcement,
  kind: keyof typeof kinds,
): string {
  const at = {
    name: nameOf(option),
    group: t(kinds[kind].group, { number: group }),
    place: index + 1,
    places: slots,
  };
  return {
    lifted: t('boardLifted', at),
    targeted:
      swapPartner === null ? t('boardPlace', at) : t('boardTrade', { ...at, other: nameOf(swapPartner) }),
    refused: t('boardRefused', at),
    moved: t('boardMoved', at),
    returned: t('boardKept', at),
  }[what];
}

/** Two groups of options on the wizard's last slide: as lists, or as matches, which may not have one option twice. */
function boardOf(fixture: BrowserFixture, kind: keyof typeof kinds): ScreenSpec<typeof optionBoard> {
  let pressPoint: Point = { x: 0, y: 0 };
  let pointer: 'mouse' | 'touch' | null = null;
  /** After a move the draft is restored, since the walk's next move expects the first arrangement. */
  let isMoved = false;
  let lastAnnouncement: Announcement | null = null;
  const seeBoard = async (page: Page) => {
    await board(page).waitFor();
    // Pauses the page's clock: from now on only the walk moves it.
    await pauseClock(page);
  };
  const restoreDraft = async (page: Page) => {
    if (!isMoved) return;
    isMoved = false;
    await page.clock.resume();
    await page.reload();
    await resumeDraft(page);
    await seeBoard(page);
  };
  const movePointer = (page: Page, to: Point) =>
    pointer === 'touch' ? touchEvent(page, 'pointermove', to) : page.mouse.move(to.x, to.y);
  const releasePointer = async (page: Page, at: Point) => {
    if (pointer === 'touch') await touchEvent(page, 'pointerup', at);
    else await page.mouse.up();
    pointer = null;
  };
  const seeState = (page: Page, state: string) =>
    waitUntilEqual(() => board(page).getAttribute('data-state'), state);
  const seeAnnouncement = async (page: Page, { announcement }: Context) => {
    if (announcement === lastAnnouncement) return;
    await waitUntilEqual(
      () => board(page).getByRole('status').innerText(),
      announcement ? announcementText(announcement, kind) : '',
    );
  };
  const seeHeld = async (page: Page, held: HeldOption | null) => {
    const pressed = board(page).getByRole('button', { pressed: true });
    await waitUntilEqual(() => pressed.count(), held === null ? 0 : 1);
    if (held !== null)
      await waitUntilEqual(() => optionButton(page, held).getAttribute('aria-pressed'), 'true');
  };
  const seeTarget = async (page: Page, { target, held, arrangement }: Context) => {
    const ownIndex = arrangement.groups
      .find(({ id }) => id === held?.group)
      ?.options.indexOf(held?.option ?? 0);
    const targetGroup =
      target && !(target.group === held?.group && target.index === ownIndex) ? target.group : null;
    await waitUntilEqual(
      () =>
        board(page)
          .locator('[data-target]')
          .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-group')))),
      targetGroup === null ? [] : [targetGroup],
    );
  };
  const never = () => false;
  const isHeld = (snapshot: AnyMachineSnapshot) => (snapshot.context as Context).held !== null;
  return {
    openScreen: {
      screen: async (page) => {
        [pointer, isMoved, lastAnnouncement] = [null, false, null];
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.addInitScript(
          (draft) => localStorage.setItem('hevre:wizard:7:any', draft),
          JSON.stringify(kinds[kind].draft),
        );
        await fixture.open(page, '/main?wizard=1');
        await resumeDraft(page);
        await seeBoard(page);
      },
    },
    eventActions: {
      'option.press': async (page, event) => {
        await restoreDraft(page);
        const at = await pointIn(page, held11, 0);
        // The press is near an edge, so that a release just outside the option is no tap.
        pressPoint = { x: at.x, y: at.y + 2 };
        pointer = event.by as 'mouse' | 'touch';
        if (pointer === 'mouse') {
          await page.mouse.move(pressPoint.x, pressPoint.y);
          await page.mouse.down();
          return;
        }
        const press = {
          clientX: pressPoint.x,
          clientY: pressPoint.y,
          pointerId: 5,
          pointerType: 'touch',
          isPrimary: true,
        };
        await optionButton(page, held11).dispatchEvent('pointerdown', { ...press, button: 0 });
      },
      'option.tap': async (page, event) => {
        const held = event.held as HeldOption;
        const pressed = board(page).getByRole('button', { pressed: true });
        const isOther =
          (await pressed.count()) > 0 &&
          (await optionButton(page, held).getAttribute('aria-pressed')) !== 'true';
        // The keyboard only drops the held option; a tap on another one is needed.
        if (isOther) return optionButton(page, held).click();
        await restoreDraft(page);
        return optionButton(page, held).press('Enter');
      },
      'group.tap': (page, { group }) =>
        board(page)
          .getByRole('heading', { name: t(kinds[kind].group, { number: group as number }) })
          .click(),
      'option.step': (page, { direction }) => {
        const name = {
          up: 'boardUp',
          down: 'boardDown',
          next: 'boardNext',
          previous: 'boardPrevious',
        } as const;
        return button(board(page), t(name[direction as keyof typeof name])).click();
      },
      'option.drop': async (page) => {
        const state = await board(page).getAttribute('data-state');
        if (state === 'lifted') return button(board(page), t('boardPut')).click();
        if (state === 'pressed') await movePointer(page, { x: pressPoint.x, y: pressPoint.y - 4 });
        return releasePointer(page, pressPoint);
      },
      'option.cancel': async (page) => {
        const state = await board(page).getAttribute('data-state');
        // The pointer is cancelled by another window; a lifted option by a key.
        if (state !== 'pressed') await page.keyboard.press('Escape');
        else {
          await page.evaluate(() => window.dispatchEvent(new Event('blur')));
          if (pointer === 'mouse') await page.mouse.move(2, 2);
        }
        if (pointer) await releasePointer(page, pressPoint);
      },
    },
    moveActions: {
      'move 4 px': (page) => movePointer(page, { x: pressPoint.x, y: pressPoint.y + 4 }),
      'move 5 px': (page) => movePointer(page, { x: pressPoint.x, y: pressPoint.y + 5 }),
      'move past 12': async (page) => movePointer(page, await pointIn(page, { option: 12, group: 1 }, 0.8)),
      'move to the top of 2': async (page) =>
        movePointer(page, await pointIn(page, { option: 21, group: 2 }, 0.2)),
      'move to the bottom of 2': async (page) =>
        movePointer(page, await pointIn(page, { option: 21, group: 2 }, 0.8)),
    },
    offeredWhen: {
      // The same moves at positions that the board's window does not have.
      'move to the bottom of 2, at the window’s end': never,
      'move to the bottom of 2, at the window’s start': never,
      // The other layout is another screen.
      ...Object.fromEntries(movesOfOtherLayout[kind].map((name) => [name, never])),
      'tap group 1': isHeld,
      'tap group 2': isHeld,
    },
    requiredMoves: ['tap 21', 'up', 'next', 'move to the top of 2', 'move to the bottom of 2'],
    ports: {},
    answerOther: (request, url) => {
      if (requestTo('getAppData/')(request, url)) return buildAppData({ sections: [ownLeague] });
      if (requestTo('section/4/')(request, url)) return ownLeague;
      if (requestTo('section/')(request, url)) return buildPage(ownLeague);
      return requestTo('post/')(request, url) ? buildPage() : undefined;
    },
    shows: {
      idle: async (page, context) => {
        await seeState(page, 'idle');
        await seeHeld(page, null);
        await seeAnnouncement(page, context);
        lastAnnouncement = context.announcement;
        if (context.announcement?.what === 'moved' && context.lastDropped) isMoved = true;
        const { lastDropped } = context;
        if (!lastDropped || context.announcement?.what !== 'moved') return;
        const droppedOption = page.locator(
          `[data-group="${lastDropped.group}"] [data-option="${lastDropped.option}"]`,
        );
        await waitUntilEqual(() => droppedOption.count(), 1);
      },
      pressed: async (page) => {
        await seeState(page, 'pressed');
        await seeHeld(page, null);
      },
      touchDown: async (page) => {
        await seeState(page, 'pressed');
        await seeHeld(page, null);
      },
      touchHeld: async (page, { held }) => {
        await seeState(page, 'holding');
        await seeHeld(page, held);
      },
      dragging: async (page, context) => {
        await seeState(page, 'dragging');
        await seeHeld(page, context.held);
        await seeAnnouncement(page, context);
        await seeTarget(page, context);
      },
      lifted: async (page, context) => {
        await seeState(page, 'lifted');
        await seeHeld(page, context.held);
        await seeAnnouncement(page, context);
        await seeTarget(page, context);
        await actionBar(page, context.held?.option ?? 0).waitFor();
      },
    },
    unwalked: {},
  };
}

/** Moving options by mouse, touch and keyboard. */
export const walkOptionBoard = (fixture: BrowserFixture): Promise<void> =>
  walkScreens(
    fixture,
    optionBoard,
    optionBoardExpectations,
    [boardOf(fixture, 'lists'), boardOf(fixture, 'matches')],
    true,
  );
