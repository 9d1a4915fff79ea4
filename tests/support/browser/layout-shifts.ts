import type { BrowserContext, Page } from 'playwright-core';

/** Bound by the fixture in every page. */
const bindingName = 'reportLayoutShift';
/** What a screen may shift in all while it opens, after the taps that open it too. */
const mostShift = 0.02;

type Shift = {
  readonly value: number;
  readonly address: string;
  /** What moved, and where from and to. */
  readonly sources: readonly string[];
};

/** What scrolls shifts nothing, nor does a window that has another size, until another screen is opened in it. */
const watching = `
  let scrolledAt = -Infinity;
  let resized = false;
  addEventListener('scroll', () => (scrolledAt = performance.now()), { capture: true, passive: true });
  addEventListener('resize', () => (resized = true));
  addEventListener('hashchange', () => (resized = false));
  new PerformanceObserver((list) => {
    const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const nameOf = (node) => {
      const element = node?.nodeType === 1 ? node : node?.parentElement;
      if (!element) return 'a removed node';
      const { tagName, dataset, textContent } = element;
      const label = element.getAttribute('aria-label') ?? textContent.trim().slice(0, 40);
      const named = ['skeleton', 'item', 'state', 'toast', 'pane'].flatMap((name) =>
        name in dataset ? [name + '=' + dataset[name]] : []);
      return [tagName.toLowerCase(), element.getAttribute('role'), ...named, label].filter(Boolean).join(' ');
    };
    for (const { value, sources, startTime } of list.getEntries()) {
      if (resized || Math.abs(startTime - scrolledAt) < 200) continue;
      window.${bindingName}({
        value,
        address: location.hash,
        sources: sources.map(({ node, previousRect, currentRect }) =>
          nameOf(node) + ': ' + box(previousRect) + ' to ' + box(currentRect)),
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** The layout shifts of a context's pages, those after a tap or a key too. */
export class LayoutShifts {
  readonly #byPage = new Map<Page, Shift[]>();

  static async of(context: BrowserContext): Promise<LayoutShifts> {
    const shifts = new LayoutShifts();
    await context.exposeBinding(bindingName, ({ page }, shift: Shift) => shifts.#add(page, shift));
    await context.addInitScript(watching);
    return shifts;
  }

  #add(page: Page, shift: Shift): void {
    this.#byPage.set(page, [...(this.#byPage.get(page) ?? []), shift]);
  }

  /** What shifted since this was last called, where that is more than it may be: how much, and a line for each shift. */
  take(): string[] {
    const shifts = [...this.#byPage.values()].flat();
    this.#byPage.clear();
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    if (sum <= mostShift) return [];
    return [
      `shifts by ${sum.toFixed(3)}`,
      ...shifts.map(
        ({ value, address, sources }) => `${value.toFixed(3)} at ${address}: ${sources.join('; ')}`,
      ),
    ];
  }
}
