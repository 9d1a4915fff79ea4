import type { BrowserContext } from 'playwright-core';

/** Bound by the fixture in every page. */
const bindingName = 'reportLayoutShift';
/** What a screen may shift in all between a tap, a key or another address and the next one. */
const mostShift = 0.02;

type Shift = {
  readonly value: number;
  readonly address: string;
  /** The same for all that came after one tap, key or address, until the next one. */
  readonly step: string;
  /** What moved, and where from and to. */
  readonly sources: readonly string[];
};

/**
 * What the browser calls a shift, and after a tap or a key too: only the frame that paints what the tap itself does is its
 * answer, and whatever comes later was loaded. What scrolls shifts nothing, nor does a window that has another size,
 * until another screen is opened in it.
 */
const watching = `
  let scrolledAt = -Infinity;
  let resized = false;
  let step = 0;
  const answers = [];
  const answer = () => {
    const frame = { from: performance.now(), to: Infinity };
    answers.push(frame);
    requestAnimationFrame(() => requestAnimationFrame(() => (frame.to = performance.now())));
  };
  const observed = (type, listener) => addEventListener(type, listener, { capture: true, passive: true });
  observed('scroll', () => (scrolledAt = performance.now()));
  observed('resize', () => (resized = true));
  observed('hashchange', () => {
    resized = false;
    step += 1;
  });
  for (const type of ['pointerdown', 'keydown']) observed(type, () => (step += 1));
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup', 'input', 'change'])
    observed(type, answer);
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
      if (resized || Math.abs(startTime - scrolledAt) < 200) continue;
      if (answers.some(({ from, to }) => from <= startTime && startTime <= to)) continue;
      window.${bindingName}({
        value,
        address: location.hash,
        step: performance.timeOrigin + ' ' + step,
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
  readonly #bySteps = new Map<string, Shift[]>();

  static async of(context: BrowserContext): Promise<LayoutShifts> {
    const shifts = new LayoutShifts();
    await context.exposeBinding(bindingName, (_, shift: Shift) => shifts.#add(shift));
    await context.addInitScript(watching);
    return shifts;
  }

  #add(shift: Shift): void {
    this.#bySteps.set(shift.step, [...(this.#bySteps.get(shift.step) ?? []), shift]);
  }

  /** The steps since this was last called that shifted by more than they may: how much, and a line for each shift. */
  take(): string[] {
    const steps = [...this.#bySteps.values()];
    this.#bySteps.clear();
    return steps.flatMap((shifts) => {
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      if (sum <= mostShift) return [];
      return [
        `shifts by ${sum.toFixed(3)}`,
        ...shifts.map(
          ({ value, address, sources }) => `${value.toFixed(3)} at ${address}: ${sources.join('; ')}`,
        ),
      ];
    });
  }
}
