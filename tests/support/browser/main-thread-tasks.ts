import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { runSize } from '#tests/support/run-size.ts';

/** A task of the page's main thread, in milliseconds: how long it lasted, and how long the processor worked on it. */
type Task = { readonly wall: number; readonly cpu: number };

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
};

/** Every task of the page's main thread while something is done to it, as Chromium's own trace has them. */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<Task[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('a page without a browser');
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
  if (!begins || !ends) throw new Error('the trace lost its marks');
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === begins.pid && tid === begins.tid)
    .filter(({ ts }) => ts > begins.ts && ts < ends.ts)
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
}

/**
 * Has the machine run the page's process before all others, so that what is measured is the page. Answers whether it
 * may: only Linux does, and only for who may ask.
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
 * The longest task of the page's own work while it is scrolled, in milliseconds on a device that is four times slower:
 * its processor time, four times, since a throttled browser counts what others had the processor for as work. Each
 * stretch is of rows that were not there before. In the company of other tests the quietest is judged, and it ends with
 * the first that is good; by itself the worst of all.
 */
export async function measureScroll(
  page: Page,
  stretch: () => Promise<void>,
): Promise<{ readonly work: number; readonly told: string }> {
  const first = await prioritizeRenderer(page);
  const most = runSize('stretches of the scroll', 5, 15);
  const alone = most > 5;
  const enough = alone ? 0 : 50;
  const all: number[] = [];
  for (let at = 0; at < most && !(Math.min(...all) < enough); at += 1)
    all.push(4 * longestTask(await tasksDuring(page, stretch), 'cpu'));
  const work = alone ? Math.max(...all) : Math.min(...all);
  const told =
    `longest task at 4×: ${work.toFixed(1)} ms of work${first ? '' : ', among others'} ` +
    `(stretches: ${all.map((it) => it.toFixed(0)).join(' ')})`;
  return { work, told };
}
