import { browserStorage, createStorage } from '#actors/storage.ts';
import { keptPageKey, keptPageOf, type KeptNode, type KeptPage } from './prerender/kept-page.ts';

/** Cards further down than this many windows are not kept. */
const windows = 1.5;

/** What of a page is kept: no ids, no messages that go by themselves, and of a list what is near the window. */
function keptNodeOf(node: Node): KeptNode[] {
  if (node instanceof Text) return node.data === '' ? [] : [node.data];
  if (!(node instanceof Element) || node.matches('[role=log]')) return [];
  if (node.matches('[data-index]') && node.getBoundingClientRect().top > windows * innerHeight) return [];
  const attributes = Object.fromEntries(
    [...node.attributes].flatMap(({ name, value }) => (name === 'id' ? [] : [[name, value]])),
  );
  return [[node.localName, attributes, [...node.childNodes].flatMap(keptNodeOf)]];
}

const cssOf = ({ ownerNode, cssRules }: CSSStyleSheet) =>
  ownerNode instanceof HTMLLinkElement ? [...cssRules].map(({ cssText }) => cssText) : [];

/** The page as it is on the screen; null unless it is a member's feed, loaded, from its top, with nothing over it. */
function pageOnScreen(root: HTMLElement, local: Storage | null): KeptPage | null {
  const of = keptPageOf(local);
  const isFeed = /^(#\/?(main)?)?$/.test(location.hash) && root.querySelector('article') !== null;
  const isCovered = document.querySelector('[role=dialog], [data-kept-page], [data-skeleton]') !== null;
  if (of === null || !isFeed || isCovered || scrollY > 0) return null;
  return {
    of,
    width: document.documentElement.clientWidth,
    styles: [...document.styleSheets].flatMap(cssOf).join(''),
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
  const keep = () => storage.write(keptPageKey, pageOnScreen(root, local));
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? keep() : storage.write(keptPageKey, null),
  );
}
