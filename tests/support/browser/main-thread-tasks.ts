import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { runSize } from '#tests/support/run-size.ts';

/** A task of the page's main thread, in milliseconds: by the clock, and of CPU time. */
type Task = { readonly wall: number; readonly cpu: number };

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
};

/** The tasks of the page's main thread during `act`, from Chromium's trace. */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<Task[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const mark = (name: string) => page.evaluate((it) => void performance.mark(it), name);
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await mark('begins');
  await act();
  await mark('ends');
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[];
  };
  const begins = traceEvents.find(({ name }) => name === 'begins');
  const ends = traceEvents.find(({ name }) => name === 'ends');
  if (!begins || !ends) throw new Error('the trace lacks its marks');
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === begins.pid && tid === begins.tid)
    .filter(({ ts }) => ts > begins.ts && ts < ends.ts)
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
}

/**
 * Gives the page's process real-time priority, so that other load is not measured. Answers whether it could: only on
 * Linux, with the right to.
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

/**
 * The longest task of a scroll, in milliseconds at 4× throttling, and a line that sums it up. It is CPU time, times
 * four: Chromium's own throttling would multiply the time the process waited for a processor, too. `stretch` scrolls on
 * to new rows. Beside other tests the best stretch counts, and the first good one ends it; in `test:full` the worst.
 */
export async function measureScroll(
  page: Page,
  stretch: () => Promise<void>,
): Promise<{ readonly work: number; readonly summary: string }> {
  const first = await prioritizeRenderer(page);
  const most = runSize('stretches of the scroll', 5, 15);
  const alone = most > 5;
  const enough = alone ? 0 : 50;
  const all: number[] = [];
  for (let at = 0; at < most && !(Math.min(...all) < enough); at += 1)
    all.push(4 * longestTask(await tasksDuring(page, stretch), 'cpu'));
  const work = alone ? Math.max(...all) : Math.min(...all);
  const summary =
    `longest task at 4×: ${work.toFixed(1)} ms of work${first ? '' : ', among others'} ` +
    `(stretches: ${all.map((it) => it.toFixed(0)).join(' ')})`;
  return { work, summary };
}
