import type { Page } from 'playwright-core';

/** Checks of a page for keyboards and screen readers. */

/**
 * Accessibility problems of a page: references to missing labels or descriptions, focusable controls that are hidden,
 * scrolling regions that cannot be focused, and fields without a name.
 */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nowhere = ['aria-labelledby', 'aria-describedby'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((it) =>
        (it.getAttribute(name) ?? '')
          .split(' ')
          .filter((id) => document.getElementById(id) === null)
          .map((id) => `${name} to nothing: ${it.localName} ${id}`),
      ),
    );
    // A sheet hides the page below from screen readers, and traps the focus.
    const hidden = [...document.querySelectorAll<HTMLElement>('[aria-hidden=true]:not([data-aria-hidden]) *')]
      .filter((it) => it.tabIndex >= 0 && it.checkVisibility() && !it.closest('[data-aria-hidden], [inert]'))
      .map((it) => `takes the focus, unread: ${it.outerHTML.slice(0, 120)}`);
    const still = [...document.querySelectorAll<HTMLElement>('[role=region]')]
      .filter((it) => /auto|scroll/.test(getComputedStyle(it).overflow) && it.tabIndex < 0)
      .map((it) => `scrolls by no key: ${it.ariaLabel}`);
    const nameless = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
      .filter((it) => it.checkVisibility() && !it.ariaLabel && (it.labels?.length ?? 0) === 0)
      .map((it) => `without a name: ${it.outerHTML.slice(0, 120)}`);
    return [...nowhere, ...hidden, ...still, ...nameless];
  });

/** Controls of the topmost sheet that something covers at the center of their visible part. */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sheet = [...document.querySelectorAll('[role=dialog]')].at(-1);
    /** The part of an element that its clipping ancestors leave visible. */
    const inSight = (it: Element) => {
      let { left, right, top, bottom } = it.getBoundingClientRect();
      for (let frame = it.parentElement; frame; frame = frame.parentElement) {
        if (getComputedStyle(frame).overflow === 'visible') continue;
        const box = frame.getBoundingClientRect();
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      return { width: right - left, height: bottom - top, x: (left + right) / 2, y: (top + bottom) / 2 };
    };
    return [...(sheet?.querySelectorAll('button, a, input, textarea, select, summary') ?? [])].flatMap(
      (control) => {
        const { width, height, x, y } = inSight(control);
        if (width < 4 || height < 4 || !control.checkVisibility()) return [];
        const top = document.elementFromPoint(x, y);
        if (top && (control.contains(top) || top.contains(control))) return [];
        return [`${control.textContent || control.ariaLabel} under ${top?.textContent || top?.localName}`];
      },
    );
  });

/**
 * The hints of a page's fields: keyboard, autofill and direction. Of other elements, those that are always left to right.
 */
export const fieldHints = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const chosen = /radio|checkbox|file|submit/;
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
      .filter((it) => it.checkVisibility() && !chosen.test(it.type))
      .map((it) => {
        const name = it.ariaLabel ?? [...(it.labels ?? [])].map(({ textContent }) => textContent).join(' ');
        const hints = [it.inputMode, it.getAttribute('autocomplete'), it.dir].filter(Boolean);
        return `${name}: ${hints.join(', ')}`;
      });
    const others = [...document.querySelectorAll<HTMLElement>('#root [dir=ltr], [role=dialog] [dir=ltr]')]
      .filter((it) => it.checkVisibility() && !it.matches('input'))
      .map((it) => `${it.ariaLabel ?? it.localName}: ${it.dir}`);
    return [...fields, ...others];
  });
