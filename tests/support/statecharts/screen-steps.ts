import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { GameDraft } from '#domain/wizard/game-draft.ts';
import { emit, type NewLiveEvent } from '#server/live/emit.ts';
import { button, pageTime, resumeDraft, textbox } from '#tests/support/browser/page-actions.ts';
import { buildPage } from '#tests/support/builders.ts';
import { runSize } from '#tests/support/run-size.ts';
import type { BrowserFixture } from '#tests/support/browser/browser-fixture.ts';
import type { MachineExpectations } from './test-machine.ts';
import { t } from '#tests/support/translations.ts';
import { coveringWalks, walkOnScreen, type ScreenSpec } from './screen-walks.ts';

/** The most walks that a machine makes on each screen; the longest first. */
const maxWalksPerScreen = runSize('walks of each machine’s cover on each of its screens, at most', 1, 100);
/** The least number of moves of a walk, which goes on until it has shown every state it comes to. */
const movesOfWalk = runSize('moves of a walk, at least', 12, Infinity);

/**
 * Walks every transition of the machine on its screens, each walk on a new page; the transitions that cannot be walked
 * must be those declared. Each of several screens walks the transitions that the ones before it left.
 */
export async function walkScreens<Machine extends AnyStateMachine>(
  fixture: BrowserFixture,
  machine: Machine,
  expectations: MachineExpectations<Machine>,
  screens: ScreenSpec<Machine> | readonly ScreenSpec<Machine>[],
  isMember: boolean,
) {
  let unwalked: readonly string[] | undefined;
  const planned = [screens].flat().map((screen: ScreenSpec<Machine>) => {
    const { walks, untaken } = coveringWalks(machine, expectations, screen, unwalked);
    unwalked = untaken;
    return { screen, walks };
  });
  const declared = planned.flatMap(({ screen }) => Object.keys(screen.unwalked));
  expect([...(unwalked ?? [])].toSorted()).toEqual([...new Set(declared)].toSorted());
  const walks = planned.flatMap((plan) =>
    [...plan.walks]
      .toSorted((one, other) => other.moves.length - one.moves.length)
      .slice(0, maxWalksPerScreen)
      .map(({ start, moves, shown }) => ({
        walk: { start, moves: moves.slice(0, Math.max(movesOfWalk, shown)) },
        screen: plan.screen,
      })),
  );
  const moves = walks.reduce((sum, { walk }) => sum + walk.moves.length, 0);
  const total = planned.reduce((sum, plan) => sum + plan.walks.length, 0);
  process.stdout.write(
    `journeys: ${machine.id} on its screen: ${walks.length} of ${total} walks, ${moves} moves\n`,
  );
  for (const { walk, screen } of walks) {
    const person = await (isMember ? fixture.signedInVisitor('דנה') : fixture.newVisitor('דנה'));
    try {
      await walkOnScreen(machine, expectations, screen, walk, person.page);
    } finally {
      // Requests that are still held are dropped.
      await person.page.unrouteAll({ behavior: 'ignoreErrors' });
      await person.context.close();
      // Refused and failed calls are the walk's own, and so are those that a made-up answer leads to.
      fixture.allowErrors(person, /status of|net::ERR/);
    }
  }
}

/** Waits until `valueOf` returns `expected`. */
export async function waitUntilEqual(valueOf: () => Promise<unknown>, expected: unknown): Promise<void> {
  await expect.poll(valueOf).toEqual(expected);
}
export const seeAlert = (page: Page, words: string) =>
  page.getByRole('alert').filter({ hasText: words }).waitFor();
/** Types a value, even if the field already has it. */
export const retype = async (page: Page, label: string, value: string) => {
  await textbox(page, label).fill('');
  await textbox(page, label).fill(value);
};
export const seeBusy = (page: Page, name: string) =>
  waitUntilEqual(() => button(page, name).getAttribute('aria-busy'), 'true');
export const seeReady = (page: Page, name: string) =>
  waitUntilEqual(
    async () => [await button(page, name).isEnabled(), await button(page, name).getAttribute('aria-busy')],
    [true, null],
  );
export const requestTo =
  (path: string, method = 'GET') =>
  (request: Request, url: URL) =>
    url.pathname.endsWith(`/api/${path}`) && request.method() === method;
export const presetSessionValue = (key: string, value: unknown) => (page: Page) =>
  page.addInitScript(
    ([name, stored]) => sessionStorage.setItem(`hevre:${name}`, stored as string),
    [key, JSON.stringify(value)],
  );
/** A list's answer on the wire, by the rows that its port answers. */
export const listAnswer = (rows: readonly unknown[]) => buildPage(...rows);
/** Opens the wizard with this stored draft, and resumes it. */
export const openDraft = async (fixture: BrowserFixture, page: Page, draft: GameDraft) => {
  await page.addInitScript(
    (stored) => localStorage.setItem('hevre:wizard:3:any', stored),
    JSON.stringify(draft),
  );
  await fixture.open(page, '/main?wizard=1');
  await resumeDraft(page);
};
/** Answers `ping/` with the page's own clock, which a walk may have moved. */
export async function answerPing(request: Request, url: URL) {
  if (!requestTo('ping/')(request, url)) return undefined;
  return { ok: true, version: '', time: new Date(await pageTime(request.frame().page())).toISOString() };
}
/** Refreshes the feed by its button. */
export async function refreshFeed(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/post/'),
    button(page, t('refresh')).click(),
  ]);
  await seeReady(page, t('refresh'));
}

/** Emits live events of the server, as if something happened elsewhere. */
export const emitEvents = (fixture: BrowserFixture, ...events: NewLiveEvent[]): Promise<void> =>
  emit(fixture.server.platform.db, ...events);
/** The id of the member who is signed in on this page. */
export const signedInMemberId = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('hevre:session') ?? '') as { user: { id: number } }).user.id,
  );
