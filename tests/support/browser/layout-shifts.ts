import type { BrowserContext, Page } from 'playwright-core';

/** Bound by the fixture in every page. */
const bindingName = 'reportLayoutShift';
/** What one document may shift in all, after taps too (a cumulative layout shift of 0.1 is called good). */
const mostShift = 0.02;

type Shift = {
  readonly value: number;
  /** Of the document: each load begins anew. */
  readonly document: number;
  readonly address: string;
  /** What moved, and where from and to. */
  readonly sources: readonly string[];
};

const watching = `
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
    for (const { value, sources } of list.getEntries())
      window.${bindingName}({
        value,
        document: performance.timeOrigin,
        address: location.hash,
        sources: sources.map(({ node, previousRect, currentRect }) =>
          nameOf(node) + ': ' + box(previousRect) + ' to ' + box(currentRect)),
      });
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

  /** Each document that shifted by more than it may, with what moved in it. */
  tooMany(): string[] {
    return [...this.#byPage.values()].flatMap((shifts) =>
      [...new Set(shifts.map(({ document }) => document))].flatMap((document) => {
        const own = shifts.filter((shift) => shift.document === document);
        const sum = own.reduce((total, { value }) => total + value, 0);
        if (sum <= mostShift) return [];
        const lines = own.map(
          ({ value, address, sources }) =>
            `  ${value.toFixed(4)} at ${address}\n    ${sources.join('\n    ')}`,
        );
        return [`layout shifts of ${sum.toFixed(4)}:\n${lines.join('\n')}`];
      }),
    );
  }
}
