import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';

/** A task of the page's main thread, in milliseconds: by the clock, and of CPU time. */
type Task = { readonly wall: number; readonly cpu: number };

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly elementCount?: number };
};

/** The events of the page's main thread in Chromium's trace during `act`. */
async function traceDuring(
  page: Page,
  category: string,
  act: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const mark = (name: string) => page.evaluate((it) => void performance.mark(it), name);
  await browser.startTracing(page, { categories: [category, 'blink.user_timing'] });
  await mark('begins');
  await act();
  await mark('ends');
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[];
  };
  const begins = traceEvents.find(({ name }) => name === 'begins');
  const ends = traceEvents.find(({ name }) => name === 'ends');
  if (!begins || !ends) throw new Error('the trace lacks its marks');
  return traceEvents.filter(
    ({ pid, tid, ts }) => pid === begins.pid && tid === begins.tid && ts > begins.ts && ts < ends.ts,
  );
}

/** The tasks of the page's main thread during `act`. */
export const tasksDuring = async (page: Page, act: () => Promise<void>): Promise<Task[]> =>
  (await traceDuring(page, 'toplevel', act))
    .filter(({ name }) => name.endsWith('RunTask'))
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));

/** The maximum number of elements in one style recalculation during `act`. */
export const mostStyledDuring = async (page: Page, act: () => Promise<void>): Promise<number> =>
  Math.max(
    0,
    ...(await traceDuring(page, 'devtools.timeline', act))
      .filter(({ name }) => name === 'UpdateLayoutTree')
      .map(({ args }) => args?.elementCount ?? 0),
  );

/**
 * Gives the page's process real-time priority, so that other load is not measured. Resolves with whether it could; only on
 * Linux, with sufficient privileges.
 */
export async function prioritizeRenderer(page: Page): Promise<boolean> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  try {
    for (const { id } of renderers)
      execFileSync('chrt', ['--all-tasks', '--fifo', '--pid', '5', String(id)], { stdio: 'ignore' });
    return renderers.length > 0;
  } catch {
    return false;
  }
}

export const longestTask = (tasks: readonly Task[], of: keyof Task): number =>
  Math.max(0, ...tasks.map((task) => task[of]));
