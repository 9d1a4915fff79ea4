import { endVotes } from '#server/commands/end-votes.ts';
import {
  cleanUpIdempotencyKeys,
  cleanUpLiveEvents,
  cleanUpPictures,
  cleanUpSignIns,
} from '#server/db/cleanup.ts';
import { closePassedItemsJob } from '#server/db/close-passed-items.ts';
import { pushJob } from '#server/notifications/push-outbox.ts';
import { reminderJob } from '#server/notifications/reminders.ts';
import { sourcesJob } from './sources-job.ts';
import type { Job } from './job-scheduler.ts';
import type { Platform } from './platform.ts';

/** The jobs that a server runs. */
export const jobsOf = (platform: Platform): Job[] => [
  cleanUpSignIns(platform.db),
  cleanUpIdempotencyKeys(platform.db),
  cleanUpLiveEvents(platform.db),
  cleanUpPictures(platform.db),
  closePassedItemsJob(platform.db),
  {
    name: 'votes',
    intervalMs: 60_000,
    async run() {
      await endVotes(platform.db);
    },
  },
  reminderJob(platform.db),
  pushJob(platform),
  ...(platform.settings.sources.addresses.length > 0 ? [sourcesJob(platform)] : []),
];
