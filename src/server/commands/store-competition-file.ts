import { sql } from 'kysely';
import type * as v from 'valibot';
import { fileLimits, type CompetitionFile, type CompetitionFileInput } from '#contract/make-game-calls.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import type { Competition } from '#server/competitions/competition-format.ts';
import { readCsv } from '#server/competitions/files/read-csv.ts';
import { readJson } from '#server/competitions/files/read-json.ts';
import { readCurrentCatalogue } from '#server/competitions/stored-competitions.ts';
import { summarizeCompetition } from '#server/competitions/tournaments.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';

type FileBody = v.InferOutput<typeof CompetitionFileInput>;

/** Stores a league's own competition or a new version of it; throws 409 if the league has the maximum number. */
async function storeCompetition(ctx: MemberContext, league: number, competition: Competition): Promise<void> {
  await countAgainstQuota(ctx, 'competitions');
  const { rows } = await sql`
    insert into league_competitions (league_id, id, document)
    select ${league}::integer, ${competition.id}, ${JSON.stringify(competition)}::jsonb
    where (select count(*) from league_competitions
      where league_id = ${league}::integer and id <> ${competition.id}) < ${fileLimits.competitions}::integer
    on conflict (league_id, id) do update
      set document = excluded.document, updated = clock_timestamp()
    returning id`.execute(ctx.db);
  if (rows.length === 0) throw problem.conflict();
}

/**
 * Checks a file of matches for a league; answers the competition, or the problems by line. With `store` and without
 * problems it becomes one of the league's own competitions; storing the same file again changes nothing.
 */
export async function storeCompetitionFile(ctx: MemberContext, body: FileBody): Promise<CompetitionFile> {
  const read = body.format === 'csv' ? readCsv(body.text, body.name) : readJson(body.text);
  if ('problems' in read) {
    const problems = read.problems.toSorted((one, other) => one.line - other.line);
    return {
      competition: null,
      problems: problems.slice(0, fileLimits.problems),
      problemCount: problems.length,
    };
  }
  const { competition } = read;
  const { competitions, settings } = ctx.platform;
  const others = await readCurrentCatalogue(ctx.db, competitions);
  // Ids of catalogue competitions are taken: those are shared by all leagues, and may have a source.
  const isTaken =
    others.has(competition.id) ||
    settings.sources.addresses.some((address) => address.competition === competition.id);
  if (isTaken)
    return {
      competition: null,
      problems: [{ line: 1, field: 'id', code: 'duplicate', value: competition.id }],
      problemCount: 1,
    };
  if (body.store) await storeCompetition(ctx, body.section, competition);
  return {
    competition: await summarizeCompetition(ctx, body.section, competition, new Date()),
    problems: [],
    problemCount: 0,
  };
}
