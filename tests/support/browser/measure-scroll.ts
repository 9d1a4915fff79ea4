import type { Page } from 'playwright-core';
import { runSize } from '#tests/support/run-size.ts';
import { longestTask, prioritizeRenderer, tasksDuring } from './main-thread-tasks.ts';

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
  const maxStretches = runSize('stretches of the scroll', 5, 15);
  const alone = maxStretches > 5;
  const enough = alone ? 0 : 50;
  const all: number[] = [];
  for (let at = 0; at < maxStretches && !(Math.min(...all) < enough); at += 1)
    all.push(4 * longestTask(await tasksDuring(page, stretch), 'cpu'));
  const work = alone ? Math.max(...all) : Math.min(...all);
  const summary =
    `longest task at 4×: ${work.toFixed(1)} ms of work${first ? '' : ', among others'} ` +
    `(stretches: ${all.map((it) => it.toFixed(0)).join(' ')})`;
  return { work, summary };
}
