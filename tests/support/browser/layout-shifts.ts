import type { BrowserContext } from 'playwright-core';

/** Bound by the fixture in every page. */
const bindingName = 'reportLayoutShift';
/** Maximum sum of layout shifts of a screen while it opens, including those after the taps that open it. */
const mostShift = 0.02;

type Shift = {
  readonly value: number;
  readonly address: string;
  /** What moved, and where from and to. */
  readonly sources: readonly string[];
};

/** Neither scrolling counts as a shift, nor does a resized window until another screen is opened in it. */
const watching = `
  let scrolledAt = -Infinity;
  let openedAt = 0;
  const observed = (type, listener) => addEventListener(type, listener, { capture: true, passive: true });
  observed('scroll', () => (scrolledAt = performance.now()));
  observed('resize', () => (openedAt = Infinity));
  observed('hashchange', () => (openedAt = Math.min(openedAt, performance.now())));
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
  const report = (entries) => {
    for (const { value, sources, startTime } of entries) {
      if (startTime < openedAt || Math.abs(startTime - scrolledAt) < 200) continue;
      window.${bindingName}({
        value,
        address: location.hash,
        sources: sources.map(({ node, previousRect, currentRect }) =>
          nameOf(node) + ': ' + box(previousRect) + ' to ' + box(currentRect)),
      });
    }
  };
  const observer = new PerformanceObserver((list) => report(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  observed('pagehide', () => report(observer.takeRecords()));`;

/** The layout shifts of a context's pages, those after a tap or a key too. */
export class LayoutShifts {
  readonly #shifts: Shift[] = [];

  static async of(context: BrowserContext): Promise<LayoutShifts> {
    const shifts = new LayoutShifts();
    await context.exposeBinding(bindingName, (_, shift: Shift) => void shifts.#shifts.push(shift));
    await context.addInitScript(watching);
    return shifts;
  }

  /** The shifts since the last call if their sum is more than `max`: the sum, and a line for each shift. */
  drain(max: number = mostShift): string[] {
    const shifts = this.#shifts.splice(0);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    if (sum <= max) return [];
    return [
      `shifts by ${sum.toFixed(3)}`,
      ...shifts.map(
        ({ value, address, sources }) => `${value.toFixed(3)} at ${address}: ${sources.join('; ')}`,
      ),
    ];
  }
}
