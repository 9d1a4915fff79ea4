import { browserStorage, createStorage } from '#actors/storage.ts';
import { keptPageKey, keptPageOf, type KeptNode, type KeptPage } from './prerender/kept-page.ts';

/** Cards of a list beyond so many are not kept. */
const cards = 8;

/** What of a page is kept: no ids, no messages that go by themselves, and a list's first cards. */
function keptNodeOf(node: Node): KeptNode[] {
  if (node instanceof Text) return node.data === '' ? [] : [node.data];
  if (!(node instanceof Element) || node.matches('[role=log]')) return [];
  if (node.matches('[data-known-size]') && Number(node.getAttribute('data-index')) >= cards) return [];
  const attributes = Object.fromEntries(
    [...node.attributes].flatMap(({ name, value }) => (name === 'id' ? [] : [[name, value]])),
  );
  return [[node.localName, attributes, [...node.childNodes].flatMap(keptNodeOf)]];
}

const texts = new WeakMap<CSSStyleSheet, string>();
/** The rules of a sheet that was fetched; put together once, so that leaving the page waits for nothing. */
function textOf(sheet: CSSStyleSheet): string {
  if (!(sheet.ownerNode instanceof HTMLLinkElement)) return '';
  try {
    const known = texts.get(sheet) ?? [...sheet.cssRules].map(({ cssText }) => cssText).join('');
    texts.set(sheet, known);
    return known;
  } catch {
    // Its file did not come: there are no rules to read.
    return '';
  }
}
const fetchedStyles = (): string => [...document.styleSheets].map(textOf).join('');

/** The page as it is on the screen; null unless it is a member's feed, loaded, from its top, with nothing over it. */
function pageOnScreen(root: HTMLElement, local: Storage | null): KeptPage | null {
  const of = keptPageOf(local);
  const isFeed = /^(#\/?(main)?)?$/.test(location.hash) && root.querySelector('article') !== null;
  const isCovered = document.querySelector('[role=dialog], [data-kept-page], [data-skeleton]') !== null;
  if (of === null || !isFeed || isCovered || scrollY > 0) return null;
  return {
    of,
    width: document.documentElement.clientWidth,
    styles: fetchedStyles(),
    content: [...root.childNodes].flatMap(keptNodeOf),
  };
}

/**
 * Keeps the feed as it is when the page is left, for the next visit's first picture (prerender/cover.ts). While the page is
 * in view nothing is kept: what was seen last is what is shown first, or nothing.
 */
export function keepPage(root: HTMLElement): void {
  const local = browserStorage('localStorage');
  const storage = createStorage(local);
  storage.write(keptPageKey, null);
  fetchedStyles();
  const keep = () => storage.write(keptPageKey, pageOnScreen(root, local));
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? keep() : storage.write(keptPageKey, null),
  );
}
