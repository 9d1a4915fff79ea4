import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * A page script that records texts added to live regions, with their politeness; an alert is recorded with its region.
 * Includes texts that were removed again.
 */
export const recordAnnouncements = `
  window.announced = [];
  const announce = (region, { textContent }) => {
    const how = region.getAttribute('aria-live') ?? region.getAttribute('role');
    if (textContent.trim()) window.announced.push([how, textContent.trim()]);
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const it of addedNodes) {
        const region = it.parentElement?.closest('[aria-live], [role=status], [role=log]');
        if (region) announce(region, it);
        if (it.matches?.('[role=alert]')) announce(it, it);
        for (const alert of it.querySelectorAll?.('[role=alert]') ?? []) announce(alert, alert);
      }
  }).observe(document, { childList: true, subtree: true });`;
/** The recorded announcements: politeness or role (`polite`, `status`, `alert`…), and text. */
export const announcements = (page: Page) =>
  page.evaluate(() => (window as unknown as { announced: readonly (readonly [string, string])[] }).announced);

/** Waits until a page with `recordAnnouncements` has announced a text, even if its toast has been removed again. */
export async function untilTold(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => (await announcements(page)).map(([, announcement]) => announcement))
    .toContain(text);
}
