import { followSource } from '#server/commands/follow-source.ts';
import type { SourceAddress } from '#server/competitions/sources/addresses.ts';
import { askSource } from '#server/competitions/sources/ask.ts';
import type { Job } from './job-scheduler.ts';
import type { Platform } from './platform.ts';

/** Asks one source what is new, where it is its turn, and takes what it says to the items of every league. */
async function visitSource(platform: Platform, source: SourceAddress, stopping: AbortSignal): Promise<void> {
  const { db, log, io, settings, competitions } = platform;
  const { competition, kind } = source;
  const outcome = await askSource(db, source, {
    fetch: io.fetch,
    token: settings.sources.footballDataToken,
    budget: settings.sources.requestsPerDay,
    catalogue: competitions,
    stopping,
  });
  if (outcome?.kind === 'failed')
    log.warn({ source: kind, competition, reason: outcome.reason }, 'source failed');
  if (outcome?.kind === 'answered' && (outcome.skipped > 0 || outcome.problems.length > 0))
    log.warn(
      { source: kind, competition, skipped: outcome.skipped, problems: outcome.problems.slice(0, 5) },
      'source not wholly understood',
    );
  const { failed } = await followSource(db, competition, stopping);
  for (const { item, error } of failed)
    log.error({ source: kind, competition, item, error }, 'source not followed');
}

/** Results by themselves: every quarter of a minute a look at whose turn it is, on one server at a time. */
export const sourcesJob = (platform: Platform): Job => ({
  name: 'sources',
  intervalMs: 15_000,
  async run(stopping) {
    for (const source of platform.settings.sources.addresses) {
      if (stopping.aborted) return;
      await visitSource(platform, source, stopping);
    }
  },
});
