import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { GameDraft } from '#contract/game-draft.ts';
import { button, textbox } from '#tests/support/play.ts';
import type { Town } from '#tests/support/town.ts';
import type { EveryEdge } from '#tests/support/walks.ts';
import { coverOf, walkOnScreen, type OnScreen } from './screen.ts';

/** Walks a cover of the machine's transitions, each walk on a page of its own; what is left must be said. */
export async function walksOn<Machine extends AnyStateMachine>(
  town: Town,
  machine: Machine,
  edges: EveryEdge<Machine>,
  screen: OnScreen<Machine>,
  isMember: boolean,
) {
  const { walks, left } = coverOf(machine, edges, screen);
  expect([...left].sort()).toEqual(Object.keys(screen.unwalked).sort());
  const moves = walks.reduce((sum, walk) => sum + walk.moves.length, 0);
  console.log(`${machine.id}: ${walks.length} walks on the screen, ${moves} moves`);
  for (const walk of walks) {
    const person = await (isMember ? town.livesHere('דנה') : town.arrives('דנה'));
    try {
      await walkOnScreen(machine, edges, screen, walk, person.page);
    } finally {
      // Refused and cut calls are the walk's own, and so is what a made-up answer leads on to.
      town.forgive(person, /status of|net::ERR/);
      await person.context.close();
    }
  }
}

/** Waits until the page says so. */
export async function seen(what: () => Promise<unknown>, wanted: unknown): Promise<void> {
  await expect.poll(what, { timeout: 5000 }).toEqual(wanted);
}
export const says = (page: Page, words: string) =>
  page.getByRole('alert').filter({ hasText: words }).waitFor();
/** Typed anew, even where it says the same already. */
export const types = async (page: Page, label: string, value: string) => {
  await textbox(page, label).fill('');
  await textbox(page, label).fill(value);
};
export const isBusy = (page: Page, name: string) =>
  seen(() => button(page, name).getAttribute('aria-busy'), 'true');
export const isReady = (page: Page, name: string) =>
  seen(
    async () => [await button(page, name).isEnabled(), await button(page, name).getAttribute('aria-busy')],
    [true, null],
  );
export const asks =
  (path: string, method = 'GET') =>
  (request: Request, url: URL) =>
    url.pathname.endsWith(`/api/${path}`) && request.method() === method;
export const keeps = (key: string, value: unknown) => (page: Page) =>
  page.addInitScript(
    ([name, kept]) => sessionStorage.setItem(`hevre:${name}`, kept as string),
    [key, JSON.stringify(value)],
  );
/** A page of a list, with all there is. */
export const rows = (results: readonly unknown[] = []) => ({ count: results.length, next: null, results });
/** Goes on with a game where its draft was left. */
export const takesUp = async (town: Town, page: Page, draft: GameDraft) => {
  await page.addInitScript((kept) => localStorage.setItem('hevre:wizard:3:any', kept), JSON.stringify(draft));
  await town.open(page, '/main?wizard=1');
};
/** From here on the page's time goes only where the walk says so. */
export const stopsTime = (page: Page) => page.clock.pauseAt(Date.now() + 1000);
