import { asLockedCaller, authorize } from '#server/auth/access.ts';
import { callPolicies } from '#server/auth/policies.ts';
import { importCompetitionIntoLeague } from '#server/commands/import-competition.ts';
import { undoImportFromLeague } from '#server/commands/undo-import.ts';
import { storeCompetitionFile } from '#server/commands/store-competition-file.ts';
import { readTeamOptions } from '#server/competitions/team-options.ts';
import { readCompetitions } from '#server/competitions/tournaments.ts';
import { storableId } from '#server/db/values.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { orNotFound } from '#server/http/problems.ts';

/** Competitions: the catalogue, a league's own from files, importing one into a league, and undoing that. */

export const competitions = defineCall('competitions', {
  target: ({ query }) => ({ model: 'section', id: query.section }),
  async handler(ctx, { query }) {
    const results = await readCompetitions(ctx, query.section, new Date());
    const teams = await readTeamOptions(ctx.db, query.section, ctx.language);
    return { results, count: results.length, teams };
  },
});

export const importCompetition = defineCall('importCompetition', {
  target: ({ body }) => ({ model: 'section', id: body.section }),
  status: 201,
  handler: (ctx, { body }) => importCompetitionIntoLeague(ctx, body),
});

export const competitionFile = defineCall('competitionFile', {
  target: ({ body }) => ({ model: 'section', id: body.section }),
  // Serialised, so that the limit on a league's own competitions holds.
  lock: 'change',
  handler: (ctx, { body }) => storeCompetitionFile(ctx, body),
});

export const undoImport = defineCall('undoImport', {
  target: ({ query }) => ({ model: 'section', id: query.section }),
  // The tournament's posts are locked before the league (db/locks.ts).
  transactions: 'byHandler',
  async handler(ctx, { query: { section, competition } }) {
    const id = storableId(section);
    const res = await asLockedCaller(ctx, 'share', async (txContext) => {
      const { db } = txContext;
      const posts = db
        .selectFrom('tournament_games as g')
        .innerJoin('tournaments as t', 't.id', 'g.tournament_id')
        .select('g.post_id')
        .where('t.league_id', '=', id)
        .where('t.competition', '=', competition);
      await db
        .selectFrom('posts')
        .select('id')
        .where('id', 'in', posts)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const owner = await authorize(txContext, { model: 'section', ids: [id] }, callPolicies.undoImport);
      const tournament = await db
        .selectFrom('tournaments')
        .select(['id', 'created', 'league_id'])
        .where('league_id', '=', id)
        .where('competition', '=', competition)
        .where('undone_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      return undoImportFromLeague(owner, orNotFound(tournament), new Date());
    });
    return { res };
  },
});
