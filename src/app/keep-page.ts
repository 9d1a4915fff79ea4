import { browserStorage, createStorage } from '#actors/storage.ts';
import { keptPageKey, keptPageOf, type KeptNode, type KeptPage } from './prerender/kept-page.ts';

/** How far down a list's cards may begin to be kept, in screens: all others would only delay the first paint. */
const keptScreens = 1.5;

/** The kept copy of a node: without ids, live regions (`role=log`), and a list's later cards. */
function keptNodeOf(node: Node): KeptNode[] {
  if (node instanceof Text) return node.data === '' ? [] : [node.data];
  if (!(node instanceof Element) || node.matches('[role=log]')) return [];
  if (node.matches('[data-known-size]') && node.getBoundingClientRect().top > keptScreens * innerHeight)
    return [];
  const attributes = Object.fromEntries(
    [...node.attributes].flatMap(({ name, value }) => (name === 'id' ? [] : [[name, value]])),
  );
  return [[node.localName, attributes, [...node.childNodes].flatMap(keptNodeOf)]];
}

const texts = new WeakMap<CSSStyleSheet, string>();
/** The rules of a fetched style sheet; cached, so that leaving the page takes no time. */
function textOf(sheet: CSSStyleSheet): string {
  if (!(sheet.ownerNode instanceof HTMLLinkElement)) return '';
  try {
    const known = texts.get(sheet) ?? [...sheet.cssRules].map(({ cssText }) => cssText).join('');
    texts.set(sheet, known);
    return known;
  } catch {
    // The sheet failed to load, so its rules cannot be read.
    return '';
  }
}
const fetchedStyles = (): string => [...document.styleSheets].map(textOf).join('');

/** The page as shown; null unless it is a member's loaded feed, scrolled to its top, with nothing over it. */
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
 * Stores the feed as shown when the page is left, to cover the next visit's loading (prerender/cover.ts). While the page
 * is visible nothing is stored, so that no older state is shown later.
 */
export function keepPage(root: HTMLElement): void {
  const local = browserStorage('localStorage');
  const storage = createStorage(local);
  storage.write(keptPageKey, null);
  fetchedStyles();
  let isKept = false;
  const keep = () => {
    // Both events come when a page is left.
    if (!isKept) storage.write(keptPageKey, pageOnScreen(root, local));
    isKept = true;
  };
  const forget = () => {
    isKept = false;
    storage.write(keptPageKey, null);
  };
  addEventListener('pagehide', keep);
  addEventListener('pageshow', forget);
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? keep() : forget(),
  );
}
