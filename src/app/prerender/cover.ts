import type { KeptNode, KeptPage } from './kept-page.ts';

const svg = 'http://www.w3.org/2000/svg';

function elementOf([tag, attributes, children]: Exclude<KeptNode, string>, inSvg: boolean): Element {
  const isSvg = inSvg || tag === 'svg';
  const element = isSvg ? document.createElementNS(svg, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map((child) => (typeof child === 'string' ? child : elementOf(child, isSvg))));
  return element;
}

/** Milliseconds after the app's first render until the cover is removed in any case. */
const longest = 1_500;

/**
 * Covers the page with a kept page until the app has rendered its feed. The cover is inert and hidden from screen readers;
 * taps reach the app below.
 */
export function coverWith({ width, styles, content }: KeptPage, root: HTMLElement): void {
  const { lang, dir, dataset } = document.documentElement;
  const cover = document.createElement('div');
  cover.inert = true;
  cover.ariaHidden = 'true';
  cover.dataset['keptPage'] = '';
  cover.style.cssText = `position:fixed;top:0;left:0;bottom:0;width:${width}px;overflow:hidden;z-index:9999;background:inherit`;
  const page = Object.assign(document.createElement('div'), { lang, dir });
  if (dataset['theme'] !== undefined) page.dataset['theme'] = dataset['theme'];
  page.append(...content.map((node) => (typeof node === 'string' ? node : elementOf(node, false))));
  const style = document.createElement('style');
  style.textContent = (document.querySelector('head > style')?.textContent ?? '') + styles;
  cover.attachShadow({ mode: 'closed' }).append(style, page);
  document.body.append(cover);
  removeOnceDrawn(cover, root);
}

/** Removes the cover once the feed below is rendered, or another screen is shown. */
function removeOnceDrawn(cover: HTMLElement, root: HTMLElement): void {
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const uncover = () => {
    observer.disconnect();
    clearTimeout(deadline);
    requestAnimationFrame(() => setTimeout(() => cover.remove()));
  };
  const observer = new MutationObserver(() => {
    if (root.dataset['prerendered'] !== undefined) return;
    deadline ??= setTimeout(uncover, longest);
    if (root.querySelector('article') && !root.querySelector('[data-skeleton]')) uncover();
  });
  observer.observe(root, { subtree: true, childList: true, attributes: true });
}
