import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Log } from './log.ts';

export type Job = {
  name: string;
  /** Milliseconds between runs, across all servers. */
  intervalMs: number;
  /** Whether a payload on the channel `live` makes it due immediately. */
  isDueAfter?(payload: string): boolean;
  /** Runs the job; has to end early when the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
};

const clock = sql`clock_timestamp()`;
// A claim expires after ten minutes, in case its server has died.
const claimExpiry = sql`${clock} + interval '10 minutes'`;

/** Runs each job once per interval, on one server at a time, which claims the job's row in `jobs`. */
export class JobScheduler {
  readonly #db: Db;
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #jobs: Job[] = [];
  /** Jobs that became due again while running on this server. */
  readonly #dueAgain = new Set<Job>();
  readonly #busy = new Set<Job>();
  readonly #running = new Set<Promise<void>>();

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Schedules a job; the first run is after a second at most. */
  add(job: Job): void {
    this.#jobs.push(job);
    this.#schedule(job, Math.min(job.intervalMs, 1_000));
  }

  /** Starts the jobs that a payload makes due; one running here runs once more, one claimed by another server is skipped. */
  onLive(payload: string): void {
    for (const job of this.#jobs) {
      if (!job.isDueAfter?.(payload)) continue;
      if (this.#busy.has(job)) this.#dueAgain.add(job);
      else this.#start(job, true);
    }
  }

  /** Runs the job if it is unclaimed and, unless `now`, due. Returns whether it ran. */
  async runIfDue(job: Job, now = false): Promise<boolean> {
    const claim = await this.#claim(job, now);
    if (claim === null) return false;
    try {
      await job.run(this.#stop.signal);
    } finally {
      // Released only if the claim is still this one: an expired claim may have been taken over.
      await sql`
        update jobs set held_until = null where name = ${job.name} and held_until = ${claim}::timestamptz`.execute(
        this.#db,
      );
    }
    return true;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #schedule(job: Job, delayMs: number): void {
    if (this.#stop.signal.aborted) return;
    const timer = setTimeout(() => this.#start(job), delayMs);
    timer.unref();
    this.#timers.set(job.name, timer);
  }

  #start(job: Job, now = false): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timers.get(job.name));
    this.#busy.add(job);
    const run = this.#runLogged(job, now).finally(() => {
      this.#running.delete(run);
      this.#busy.delete(job);
      if (this.#dueAgain.delete(job)) this.#start(job, true);
      else this.#schedule(job, job.intervalMs);
    });
    this.#running.add(run);
  }

  async #runLogged(job: Job, now: boolean): Promise<void> {
    try {
      await this.runIfDue(job, now);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#log[isDatabaseUnavailable(error) ? 'warn' : 'error']({ job: job.name, error }, 'job failed');
    }
  }

  /** Claims a job; returns the claim's expiry, which identifies it by its microseconds, or null if it may not run. */
  async #claim({ name, intervalMs }: Job, now: boolean): Promise<string | null> {
    // 90 % of the interval, so that a timer that fires slightly early does not skip a run. A `last_run` in the future was
    // written before the clock was set back.
    const { rows } = await sql<{ claim: string }>`
      insert into jobs (name, last_run, held_until) values (${name}, ${clock}, ${claimExpiry})
      on conflict (name) do update set last_run = excluded.last_run, held_until = excluded.held_until
      where (${now}::boolean or jobs.last_run <= ${clock} - ${intervalMs * 0.9} * interval '1 millisecond' or jobs.last_run > ${clock})
        and (jobs.held_until is null or jobs.held_until < ${clock} or jobs.held_until > ${claimExpiry})
      returning held_until::text as claim`.execute(this.#db);
    return rows[0]?.claim ?? null;
  }
}
