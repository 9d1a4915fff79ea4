import { followQuestions } from '#server/commands/follow-questions.ts';
import { followSource } from '#server/commands/follow-source.ts';
import { extendTournament, followingTournaments } from '#server/commands/extend-tournament.ts';
import { sourceAt } from '#server/competitions/sources/adapters.ts';
import { askSource } from '#server/competitions/sources/ask.ts';
import { readCurrentCatalogue } from '#server/competitions/stored-competitions.ts';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Source } from '#server/competitions/sources/source.ts';
import type { Job } from './job-scheduler.ts';
import type { Platform } from './platform.ts';

/** Polls a source if it is due, and applies its reports to the items of every league. */
export async function visitSource(platform: Platform, source: Source, stopping: AbortSignal): Promise<void> {
  const { db, log, io, settings, competitions } = platform;
  const { competition, adapter } = source;
  const outcome = await askSource(db, source, {
    fetch: io.fetch,
    token: settings.sources.footballDataToken,
    budget: settings.sources.requestsPerDay,
    catalogue: competitions,
    stopping,
  });
  if (outcome?.kind === 'failed')
    log.warn({ source: adapter.name, competition, reason: outcome.reason }, 'source failed');
  if (outcome?.kind === 'answered' && (outcome.skipped > 0 || outcome.problems.length > 0))
    log.warn(
      { source: adapter.name, competition, skipped: outcome.skipped, problems: outcome.problems.slice(0, 5) },
      'source not wholly understood',
    );
  const { failed } = await followSource(db, competition, stopping);
  for (const { item, error } of failed)
    log.error({ source: adapter.name, competition, item, error }, 'source not followed');
  const questions = await followQuestions(db, competition, stopping);
  for (const { tournament, error } of questions.failed)
    log.error({ source: adapter.name, competition, tournament, error }, 'source not followed by questions');
  if (outcome?.kind === 'answered') await extendTournaments(platform, competition, stopping);
}

/** Creates matches that the source added in every tournament that follows it; a failure does not stop the others. */
async function extendTournaments(
  { db, log, competitions }: Platform,
  id: string,
  stopping: AbortSignal,
): Promise<void> {
  const competition = (await readCurrentCatalogue(db, competitions)).get(id);
  if (!competition) return;
  for (const tournament of await followingTournaments(db, id)) {
    if (stopping.aborted) return;
    try {
      await extendTournament(db, competition, tournament);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ competition: id, tournament, error }, 'tournament not extended');
    }
  }
}

/** The job that polls the sources: checks every 15 seconds which are due, on one server at a time. */
export const sourcesJob = (platform: Platform): Job => ({
  name: 'sources',
  intervalMs: 15_000,
  async run(stopping) {
    for (const address of platform.settings.sources.addresses) {
      if (stopping.aborted) return;
      await visitSource(platform, sourceAt(address), stopping);
    }
  },
});
