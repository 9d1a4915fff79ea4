import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * A page script that records texts added to live regions, with their politeness; an alert is recorded with its region.
 * Includes texts that were removed again.
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
/** The recorded announcements: politeness or role (`polite`, `status`, `alert`…), and text. */
export const announcements = (page: Page) =>
  page.evaluate(() => (window as unknown as { told: readonly (readonly [string, string])[] }).told);

/** Waits until a page with `recordAnnouncements` has announced a text, even if its toast has been removed again. */
export async function untilTold(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => (await announcements(page)).map(([, announcement]) => announcement))
    .toContain(text);
}
