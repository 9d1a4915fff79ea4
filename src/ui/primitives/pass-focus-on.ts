import { focusOnce } from './focus-once.ts';

/**
 * Ref of an element around rows that may be removed: the focus of a removed row passes to the next one, which stands
 * in its place, else to the one before, else to what is around it, or after it where nothing is shown any more.
 */
export function passFocusOn(rows: HTMLElement | null): (() => void) | undefined {
  if (!rows) return undefined;
  let focused: Element | null = null;
  rows.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) focused = target;
  });
  const observer = new MutationObserver((changes) => {
    if (document.activeElement !== document.body) return;
    const removal = changes.find(({ removedNodes }) => [...removedNodes].some((it) => it.contains(focused)));
    if (!removal) return;
    const heirs = [removal.nextSibling, removal.previousSibling, removal.target, rows.nextElementSibling];
    // A virtual list also removes rows that are scrolled out of sight, which must not be scrolled back to.
    const canTakeFocus = (heir: Node | null) =>
      heir instanceof HTMLElement && heir.isConnected && focusOnce(heir, { preventScroll: true });
    heirs.some((heir) => canTakeFocus(heir));
  });
  observer.observe(rows, { childList: true, subtree: true });
  return () => observer.disconnect();
}
