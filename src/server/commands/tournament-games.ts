import { sql } from 'kysely';
import type { RuleValue } from '#contract/scoring.ts';
import type { Competition } from '#server/competitions/competition-format.ts';
import { questionsToAsk } from '#server/competitions/questions.ts';
import type { PlayableMatch } from '#server/competitions/schedule.ts';
import { knownTeam, teamRows } from '#server/competitions/team-options.ts';
import { questionRounds, tournamentName } from '#server/competitions/tournaments.ts';
import type { Db } from '#server/db/tables.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { notifyOfMatches } from '#server/notifications/game-notifications.ts';
import { readTypeRules, typeOfLayout } from './create-game.ts';
import { displayRules, validateRules, withLeagueRules } from './game-rules.ts';
import { settleLateJoiners } from './late-joiners.ts';
import { insertGame, insertItems, insertPost, type NewGame } from './insert-game.ts';
import { planQuestions, planRounds, type PlannedRound } from './tournament-plan.ts';

/** Layout of a match. */
export const matchLayout = 'home/away';

/** The author of the created posts (null for none), and their language. */
type Importer = Pick<MemberContext, 'db' | 'language'> & { readonly me: { readonly id: number | null } };

type Options = {
  readonly optionOf: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;
};

/** The option of each team; creates options in the league for unknown teams. */
async function resolveTeams(ctx: Importer, league: number, { teams }: Competition): Promise<Options> {
  const { rows } = await sql<{ team: string; option: number; name: string }>`
    with team as (
      select * from ${teamRows(teams, ctx.language)}
    ),
    known as (${knownTeam(league)}),
    made as (
      insert into options (name, league_id, maker_id)
      select shown, ${league}::integer, ${ctx.me.id}::integer from team
      where not exists (select from known where known.team = team.id) order by id
      returning id, name
    )
    select team, option, name from known
    union all
    select team.id, made.id, made.name from made join team on team.shown = made.name`.execute(ctx.db);
  return {
    optionOf: new Map(rows.map(({ team, option }) => [team, option])),
    names: new Map(rows.map(({ option, name }) => [option, name])),
  };
}

export type OpenTournament = {
  readonly id: number;
  readonly created: string;
  readonly shift_days: number;
  readonly item_type_id: number;
  readonly rules: Record<string, RuleValue>;
};

/** What exists of a tournament: matches, games, and rounds whose games were removed by hand. */
export async function readMade(db: Db, tournament: number) {
  const items = await db
    .selectFrom('tournament_items')
    .select('match')
    .where('tournament_id', '=', tournament)
    .execute();
  const games = await sql<{ round: string; post: number; next: number; active: boolean }>`
    select g.round, g.post_id as post, p.active,
      (select coalesce(max(i.position) + 1, 0) from items i where i.post_id = g.post_id) as next
    from tournament_games g join posts p on p.id = g.post_id
    where g.tournament_id = ${tournament}::integer`.execute(db);
  return {
    matches: new Set(items.map(({ match }) => match)),
    games: new Map(games.rows.map(({ round, ...game }) => [round, game])),
    removed: new Set(games.rows.flatMap(({ round, active }) => (active ? [] : [round]))),
  };
}

type Made = Awaited<ReturnType<typeof readMade>>;

/** Inserts a round's game, or appends to the existing one; returns its post, and the position of the first added item. */
async function makeRound(
  db: Db,
  tournament: number,
  round: PlannedRound,
  game: NewGame,
  existing: { post: number; next: number } | undefined,
): Promise<{ post: number; from: number }> {
  if (existing) {
    await insertItems(db, existing.post, game, existing.next);
    return { post: existing.post, from: existing.next };
  }
  const post = await insertPost(db, game);
  await insertItems(db, post, game);
  await db
    .insertInto('tournament_games')
    .values({ tournament_id: tournament, round: round.round, post_id: post })
    .execute();
  return { post, from: 0 };
}

/** Creates the games of a competition's questions in a league: one game of votes per kind. */
export async function makeQuestions(
  ctx: MemberContext,
  competition: Competition,
  league: number,
  tournament: OpenTournament,
  now: Date,
): Promise<void> {
  const { db, language } = ctx;
  const questions = questionsToAsk(competition, now);
  const { optionOf, names } = await resolveTeams(ctx, league, competition);
  const itemType = await typeOfLayout(ctx, 'vote');
  const typeRules = await readTypeRules(ctx, itemType);
  for (const { kind, description, points, groups, items } of planQuestions(questions, {
    optionOf,
    language,
  })) {
    const given = { description, pts_correct: points };
    const { rules, problems } = validateRules('vote', typeRules, given, { rounds: 1 }, now);
    // Staff may have changed the type's rules so that a question does not fit them.
    if (Object.keys(problems).length > 0) throw problem.field('questions', 'invalid');
    const post = await insertGame(db, {
      league,
      author: ctx.me.id,
      itemType,
      layout: 'vote',
      rules: withLeagueRules(rules, tournament.rules),
      displayRules: displayRules('vote', typeRules, rules),
      groups,
      items,
      names,
    });
    await db
      .insertInto('tournament_games')
      .values({ tournament_id: tournament.id, round: questionRounds[kind], post_id: post })
      .execute();
    await emit(db, { type: 'post', league, post, version: 1 });
  }
}

/** Creates a tournament's matches in the games of their rounds, and notifies the league once. */
export async function makeMatches(
  ctx: Importer,
  competition: Competition,
  league: number,
  tournament: OpenTournament,
  { matches: made, games }: Made,
  matches: readonly PlayableMatch[],
  actor: number | null,
): Promise<void> {
  const { db } = ctx;
  const { optionOf, names } = await resolveTeams(ctx, league, competition);
  const shiftDays = tournament.shift_days;
  const rounds = planRounds(competition, matches, { optionOf, shiftDays, language: ctx.language });
  const typeRules = await readTypeRules(ctx, tournament.item_type_id);
  const places: { post: number; match: string; position: number }[] = [];
  for (const round of rounds) {
    const game: NewGame = {
      league,
      author: ctx.me.id,
      itemType: tournament.item_type_id,
      layout: matchLayout,
      rules: { ...tournament.rules, description: round.name },
      displayRules: displayRules(matchLayout, typeRules, tournament.rules),
      groups: round.groups,
      items: round.items,
      names,
    };
    const existing = games.get(round.round);
    const { post, from } = await makeRound(db, tournament.id, round, game, existing);
    places.push(...round.matches.map((match, at) => ({ post, match, position: from + at })));
    await emit(db, { type: 'post', league, post, ...(!existing && { version: 1 }) });
  }
  await sql`
    insert into tournament_items (tournament_id, match, item_id)
    select ${tournament.id}::integer, place.match, i.id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place (post integer, match text, position integer)
    join items i on i.post_id = place.post and i.position = place.position`.execute(db);
  // An added item can reopen a round that was over, which changes the points of late joiners.
  for (const { post } of rounds.flatMap(({ round }) => games.get(round) ?? []))
    if (await settleLateJoiners(db, { league, post, rules: tournament.rules }))
      await emit(db, { type: 'standings', league, post });
  await notifyOfMatches(db, {
    league,
    actor,
    tournament: tournament.id,
    game: tournamentName(competition, ctx.language),
    matches: matches.length,
    before: made.size,
  });
}
