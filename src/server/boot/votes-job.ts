import { endVotes } from '#server/commands/end-votes.ts';
import type { Db } from '#server/db/tables.ts';
import type { Job } from './job-scheduler.ts';

/** Ends votes every minute, on one server at a time. */
export const votesJob = (db: Db): Job => ({
  name: 'votes',
  intervalMs: 60_000,
  async run() {
    await endVotes(db);
  },
});
