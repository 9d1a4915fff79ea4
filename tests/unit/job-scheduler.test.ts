import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JobScheduler, type Job } from '#server/boot/job-scheduler.ts';
import type { Log } from '#server/boot/log.ts';
import type { Db } from '#server/db/tables.ts';

/** When a server's timers start its jobs; what depends on the database is in database.test.ts. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A scheduler whose jobs are always due. */
function open(logged: unknown[] = []) {
  const note = (level: string) => (fields: object, text: string) => void logged.push([level, fields, text]);
  const log = { warn: note('warn'), error: note('error') } as unknown as Log;
  const started: string[] = [];
  const atOnce: string[] = [];
  class AlwaysDue extends JobScheduler {
    override async runIfDue(job: Job, now = false): Promise<boolean> {
      started.push(job.name);
      if (now) atOnce.push(job.name);
      await job.run(new AbortController().signal);
      return true;
    }
  }
  return { jobs: new AlwaysDue({} as Db, log), started, atOnce };
}
const job = (name: string, intervalMs: number, run = () => Promise.resolve()): Job => ({
  name,
  intervalMs,
  run,
});

test('a job first runs after a second, or its interval if that is shorter, and then at its interval', async () => {
  const { jobs, started } = open();
  jobs.add(job('rarely', 5_000));
  jobs.add(job('often', 400));
  await vi.advanceTimersByTimeAsync(399);
  expect(started).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(['often']);
  await vi.advanceTimersByTimeAsync(600);
  expect(started.toSorted()).toEqual(['often', 'often', 'rarely']);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(started.filter((name) => name === 'rarely')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(started.filter((name) => name === 'rarely')).toHaveLength(2);
  await jobs.stop();
});

test('a stopped scheduler has no timers, waits for running jobs and starts no more', async () => {
  const { jobs, started } = open();
  let end = () => {};
  jobs.add({ ...job('long', 100, () => new Promise((resolve) => (end = resolve))), isDueAfter: () => true });
  jobs.add(job('rarely', 5_000));
  await vi.advanceTimersByTimeAsync(100);
  let stopped = false;
  const stopping = jobs.stop().then(() => (stopped = true));
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(10);
  expect(stopped).toBe(false);
  end();
  await stopping;
  jobs.add(job('late', 100));
  jobs.onLive('news');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([started, vi.getTimerCount()]).toEqual([['long'], 0]);
});

test('a job that a payload starts need not be due by its interval; one that a timer starts must be', async () => {
  const { jobs, started, atOnce } = open();
  let end = () => {};
  const isDueAfter = (payload: string) => payload === 'news';
  jobs.add({ ...job('told', 400, () => new Promise((resolve) => (end = resolve))), isDueAfter });
  jobs.add(job('untold', 400));
  await vi.advanceTimersByTimeAsync(400);
  jobs.onLive('other');
  expect([started, atOnce]).toEqual([['told', 'untold'], []]);
  // A job that is running is run once more.
  jobs.onLive('news');
  jobs.onLive('news');
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect([started, atOnce]).toEqual([['told', 'untold', 'told'], ['told']]);
  end();
  await vi.advanceTimersByTimeAsync(0);
  jobs.onLive('news');
  expect([started, atOnce]).toEqual([
    ['told', 'untold', 'told', 'told'],
    ['told', 'told'],
  ]);
  end();
  await jobs.stop();
});

test('a job that fails is logged, and runs again', async () => {
  const logged: unknown[] = [];
  const { jobs, started } = open(logged);
  const broken = new Error('broken');
  const cut = Object.assign(new Error('cut off'), { code: '57P01' });
  jobs.add(job('broken', 100, () => Promise.reject(started.length > 1 ? cut : broken)));
  await vi.advanceTimersByTimeAsync(200);
  await jobs.stop();
  expect(logged).toEqual([
    ['error', { job: 'broken', error: broken }, 'job failed'],
    ['warn', { job: 'broken', error: cut }, 'job failed'],
  ]);
});
