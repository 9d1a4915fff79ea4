import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { vi } from 'vitest';

/**
 * The ARIA states of a screen, each line once and sorted: what is expanded, selected, current, checked or pressed, by
 * role and by name up to a colon; the opposite states by role alone; and texts of statuses and alerts. What a list
 * fetches as one scrolls counts only once it is on the screen: neither its cards, nor `loading`.
 */
const ariaStates = (page: Page, loading: string): Promise<string[]> =>
  page.evaluate((passing) => {
    const hidden = '[aria-hidden=true], [inert]';
    const isOnScreen = (element: Element) => element.getBoundingClientRect().top < innerHeight;
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest(hidden) &&
      (!element.closest('article') || isOnScreen(element));
    const textOf = (element: Element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      while (walker.nextNode())
        if (!walker.currentNode.parentElement?.closest(hidden))
          texts.push(walker.currentNode.nodeValue ?? '');
      return texts.join(' ').replaceAll(/\s+/g, ' ').trim();
    };
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? textOf(element)).split(':')[0] ?? '';
    const roleOf = (element: Element) =>
      element.getAttribute('role') ?? (element instanceof HTMLAnchorElement ? 'link' : element.localName);
    const lineOf = (role: string, value: string | null, state: string, name: string) => {
      if (value === 'false') return `${role} not ${state}`;
      return `${role} ${value === 'true' ? state : `${state}=${value}`}: ${name}`;
    };
    const stateTexts = ['expanded', 'selected', 'current', 'pressed'].flatMap((state) =>
      [...document.querySelectorAll(`[aria-${state}]`)]
        .filter(isShown)
        .map((it) => lineOf(roleOf(it), it.getAttribute(`aria-${state}`), state, nameOf(it))),
    );
    const checked = [...document.querySelectorAll<HTMLInputElement>('input')]
      .filter(({ type }) => ['radio', 'checkbox'].includes(type))
      .filter((input) => !input.closest(hidden))
      .map((input) => {
        const label = input.ariaLabel ?? [...(input.labels ?? [])].map(textOf).join(' ');
        return lineOf(input.type, String(input.checked), 'checked', label);
      });
    const liveTexts = [...document.querySelectorAll('[role=status], [role=alert]')]
      .filter((element) => isShown(element) && !['', passing].includes(textOf(element)))
      .map((element) => `${roleOf(element)}: ${textOf(element)}`);
    return [...new Set([...stateTexts, ...checked, ...liveTexts])].toSorted();
  }, loading);

/** A screen's states once they equal `written`, or after a minute the actual ones. */
export async function ariaStatesOnceAs(
  written: readonly string[],
  page: Page,
  loading: string,
): Promise<string[]> {
  let found: string[] = [];
  const isAsWritten = async () => {
    found = await ariaStates(page, loading);
    return isDeepStrictEqual(found, written);
  };
  await vi.waitUntil(isAsWritten, { timeout: 60_000, interval: 25 }).catch(() => {});
  return found;
}
