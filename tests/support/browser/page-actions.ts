import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { toIsraelInput } from '#contract/israel-time.ts';
import { t } from '#tests/support/translations.ts';

/** User actions on the screens of a game, by the controls' visible names. */

type Within = Page | Locator;
export type Score = readonly [home: number, away: number];
/** A match by its teams, home before away. */
export type Match = readonly [home: string, away: string];

export const button = (at: Within, name: string): Locator => at.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
export const textbox = (at: Within, name: string): Locator => at.getByRole('textbox', { name, exact: true });
export const heading = (at: Within, name: string): Locator => at.getByRole('heading', { name, exact: true });

export const matchName = ([home, away]: Match): string => `${home} · ${away}`;

/** A match's card, in the feed or on its game's page. */
export const matchCard = (page: Page, match: Match): Locator =>
  page.getByRole('group', { name: matchName(match), exact: true });

/** Waits for the animations of the elements around it, during which its position changes. */
export const animationsFinished = (what: Locator): Promise<void> =>
  what.evaluate((it) =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(it))
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );

/** The page's own time, in milliseconds. */
export const pageTime = (page: Page) => page.evaluate(() => Date.now());
/** Pauses the page's clock, so that only the test advances it. */
export async function pauseClock(page: Page, ahead = 1000): Promise<void> {
  try {
    await page.clock.pauseAt((await pageTime(page)) + ahead);
  } catch (error) {
    // On a busy machine that moment may have passed before the clock was paused.
    if (!String(error).includes('to the past')) throw error;
    await pauseClock(page, 4 * ahead);
  }
}

/** Waits until the current history entry has `count` layers, so that entries of closed ones are removed. */
export async function waitForLayers(page: Page, count: number): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (history.state as { layers?: number } | null)?.layers ?? 0))
    .toBe(count);
}

/** Opens the match's own page, by a tap on its card beside the cells. */
export async function openItem(page: Page, match: Match): Promise<void> {
  const row = button(matchCard(page, match), `${t('openItem')}: ${matchName(match)}`);
  const { height = 0 } = (await row.boundingBox()) ?? {};
  await row.click({ position: { x: 8, y: height / 2 } });
  await heading(page, matchName(match)).waitFor();
}

/** Chooses a manager's action from the menu of a match, on its page or within its card. */
export async function chooseAction(
  at: Page | Locator,
  action: 'start' | 'enterResults' | 'updateResults' | 'moveDate' | 'editItem' | 'voidItem',
): Promise<void> {
  await button(at, t('manageItem')).click();
  const page = 'page' in at ? at.page() : at;
  await dialog(page, t('manageItem'))
    .getByRole('menuitem', { name: t(action), exact: true })
    .click();
}

/** The day in `days` days, as the value of a date field. */
export const dayFromNow = (days: number): string =>
  toIsraelInput(new Date(Date.now() + days * 86_400_000).toISOString()).slice(0, 10);

/** Chooses the game type of a round of matches. */
export async function chooseRound(page: Page): Promise<void> {
  await dialog(page, t('wizardType'))
    .getByRole('button', { name: /^כדורגל/ })
    .click();
  await dialog(page, t('wizardSubtype'))
    .getByRole('button', { name: /^מחזור משחקים/ })
    .click();
  await dialog(page, t('wizardRules')).waitFor();
}

/** Continues the wizard's stored draft. */
export const resumeDraft = (page: Page, translate = t): Promise<void> =>
  button(dialog(page, translate('wizardResume')), translate('wizardContinue')).click();

/** Waits until a game is created, and closes the sheet that offers to share it. */
export async function closeCreated(page: Page): Promise<void> {
  const created = dialog(page, t('gameCreated'));
  await button(created, t('close')).click();
  await created.waitFor({ state: 'hidden' });
  await page.waitForURL(/#\/post\/\d+$/);
}

/** Searches for home and away of each match and taps them. */
export async function chooseMatches(page: Page, matches: readonly Match[]): Promise<void> {
  const slide = dialog(page, t('wizardMatches'));
  await slide.waitFor();
  const search = slide.getByRole('searchbox', { name: t('searchOrGuest') });
  for (const team of matches.flat()) {
    // The list may still be replaced by the answer of an earlier search.
    await search.fill(team);
    await button(slide, team).click();
  }
  await slide.getByText(t('matchesCount', { count: matches.length }), { exact: true }).waitFor();
}

/** Enters scores by the pad: the first tap opens it, each digit moves to the next cell. Returns the number of taps. */
export async function tapScores(page: Page, first: Match, scores: readonly Score[]): Promise<number> {
  let taps = 0;
  const tap = async (what: Locator) => {
    await what.click();
    taps += 1;
  };
  await tap(button(matchCard(page, first), t('cellEmpty', { name: first[0] })));
  const pad = page.getByRole('region', { name: /^הניחוש על / });
  for (const digit of scores.flat()) await tap(button(pad, String(digit)));
  return taps;
}

/** Waits until both cells of a score have this state's label. */
export async function waitForScore(
  at: Within,
  [home, away]: Match,
  [ownScore, otherScore]: Score,
  state: 'cellSaved' | 'cellLocked' | 'cellWaiting' | 'cellMine' | 'cellExact' | 'cellHit' | 'cellMissed',
): Promise<void> {
  const role = ['cellSaved', 'cellWaiting', 'cellMine'].includes(state) ? 'button' : 'img';
  await at.getByRole(role, { name: t(state, { name: home, digit: ownScore }), exact: true }).waitFor();
  await at.getByRole(role, { name: t(state, { name: away, digit: otherScore }), exact: true }).waitFor();
}

/** A score's label for screen readers. */
export const scoreText = ([home, away]: Match, [homeScore, awayScore]: Score): string =>
  t('scoreSpoken', { home, away, homeScore, awayScore });

/** The owner enters the result in its sheet, and saves it. */
export async function enterResult(page: Page, [home, away]: Match, [goals, against]: Score): Promise<void> {
  const sheet = dialog(page, t('InsertItemResults'));
  await sheet.getByRole('spinbutton', { name: home, exact: true }).fill(String(goals));
  await sheet.getByRole('spinbutton', { name: away, exact: true }).fill(String(against));
  await button(sheet, t('resultSave')).click();
  await sheet.waitFor({ state: 'hidden' });
}

/** Waits until a member's row in the standings shows these points. */
export const waitForStanding = (page: Page, name: string, points: number): Promise<void> =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(name) }) })
    .filter({ has: page.getByText(t('points', { count: points }), { exact: true }) })
    .waitFor();

/** Prints how many taps a flow took, and how many seconds. */
export const reportTaps = (flow: string, taps: number, began: number) =>
  console.log(`${flow}: ${taps} taps, ${((performance.now() - began) / 1000).toFixed(1)} s`);

/** Counts and times the taps of a flow, from the first one; typing does not count. */
export function countTaps(flow: string) {
  let taps = 0;
  let began = 0;
  return {
    async tap(what: Locator): Promise<void> {
      if (taps === 0) began = performance.now();
      await what.click();
      taps += 1;
    },
    /** Prints and returns the number so far. */
    total(): number {
      reportTaps(flow, taps, began);
      return taps;
    },
  };
}
