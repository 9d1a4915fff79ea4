import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * A script of a page that records what is added to its live regions, with how it is told; an alert is told with its
 * region. It also has what has left the screen again.
 */
export const recordAnnouncements = `
  window.told = [];
  const tell = (region, { textContent }) => {
    const how = region.getAttribute('aria-live') ?? region.getAttribute('role');
    if (textContent.trim()) window.told.push([how, textContent.trim()]);
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const it of addedNodes) {
        const region = it.parentElement?.closest('[aria-live], [role=status], [role=log]');
        if (region) tell(region, it);
        if (it.matches?.('[role=alert]')) tell(it, it);
        for (const alert of it.querySelectorAll?.('[role=alert]') ?? []) tell(alert, alert);
      }
  }).observe(document, { childList: true, subtree: true });`;
/** What the page has told so far: how (`polite`, `status`, `alert`…), and the words. */
export const announcements = (page: Page) =>
  page.evaluate(() => (window as unknown as { told: readonly (readonly [string, string])[] }).told);

/** Waits until a page with `recordAnnouncements` has told this: a toast may have left again before anybody looks. */
export async function untilTold(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await announcements(page)).map(([, words]) => words)).toContain(text);
}
