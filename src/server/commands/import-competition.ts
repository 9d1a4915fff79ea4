import { sql } from 'kysely';
import type * as v from 'valibot';
import type { Language } from '#contract/language.ts';
import type { LateJoiner } from '#contract/models.ts';
import type { ImportInput, Tournament } from '#contract/make-game-calls.ts';
import type { RuleValue } from '#contract/scoring.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import type { Competition } from '#server/competitions/competition-format.ts';
import { questionsToAsk } from '#server/competitions/questions.ts';
import { isOver, matchesToMake, replayShift, type PlayableMatch } from '#server/competitions/schedule.ts';
import { knownTeam, optionsOfTeams, teamRows } from '#server/competitions/team-options.ts';
import {
  itemsToChange,
  kickOffOf,
  readMadeMatches,
  storeApplied,
  type ChangesOfLeague,
} from '#server/competitions/changes.ts';
import { readLeagueCatalogue } from '#server/competitions/stored-competitions.ts';
import {
  followsSource,
  questionRounds,
  readTournament,
  tournamentName,
  undoUntil,
} from '#server/competitions/tournaments.ts';
import type { Db } from '#server/db/tables.ts';
import { transaction } from '#server/db/transaction.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { notifyOfMatches } from '#server/notifications/game-notifications.ts';
import { readTypeRules, typeOfLayout } from './create-game.ts';
import { followDate, followResult, type Told } from './follow-source.ts';
import { displayRules, validateRules, withLeagueRules } from './game-rules.ts';
import { lockActiveItem } from './item-lifecycle.ts';
import { settleLateJoiners } from './late-joiners.ts';
import { insertGame, insertItems, insertPost, type NewGame } from './insert-game.ts';
import { nameTeams } from './name-teams.ts';
import { planQuestions, planRounds, type PlannedRound } from './tournament-plan.ts';

type ImportBody = v.InferOutput<typeof ImportInput>;

const layout = 'home/away';
/** Rules that a round has from its competition. */
const ownRules = ['description', 'due_date', 'rounds', 'ordering_type', 'players'];

/** Whose posts they are, and the language they are in. */
type Importer = Pick<MemberContext, 'db' | 'language'> & { readonly me: { readonly id: number } };

type Options = {
  readonly optionOf: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;
};

/** The option of each team. Where none is known, one is made in the league. */
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

type OpenTournament = {
  readonly id: number;
  readonly created: string;
  readonly shift_days: number;
  readonly item_type_id: number;
  readonly rules: Record<string, RuleValue>;
};

/** The rules that every round has, validated; their problems are those of the fields given. */
async function validateRoundRules(
  ctx: MemberContext,
  itemType: number,
  given: ImportBody['rules'],
  now: Date,
): Promise<Record<string, RuleValue>> {
  const typeRules = await readTypeRules(ctx, itemType);
  const fixed = ownRules.filter((key) => Object.hasOwn(given, key));
  if (fixed.length > 0)
    throw problem.validation(
      Object.fromEntries(fixed.map((key) => [`rules.${key}`, { code: 'unknown_field' }])),
    );
  const league = { rounds: 1, group_members: 1 };
  const all = { ...given, rounds: 1, ordering_type: 'as_chosen', description: '-' };
  const { rules, problems } = validateRules(layout, typeRules, all, league, now);
  if (Object.keys(problems).length > 0) throw problem.validation(problems);
  return rules;
}

/** Opens the league's tournament of this competition, or finds the one that is open: two imports at once make one. */
async function openTournament(
  ctx: MemberContext,
  competition: Competition,
  { section, rules: given, replay, startBy }: ImportBody,
  league: { readonly late_joiner: LateJoiner },
  now: Date,
): Promise<OpenTournament> {
  const over = isOver(competition, now);
  const columns = sql`id, created, shift_days, item_type_id, rules`;
  const found = async () => {
    const { rows } = await sql<OpenTournament>`
      select ${columns} from tournaments
      where league_id = ${section}::integer and competition = ${competition.id} and undone_at is null
      for update`.execute(ctx.db);
    return rows[0];
  };
  const standing = await found();
  if (standing) return standing;
  // Nobody can bet on what was played; one that is not over is played as it is.
  if (over && !replay) throw problem.field('competition', 'past');
  if (!over && replay) throw problem.field('replay', 'invalid');
  const itemType = await typeOfLayout(ctx, layout);
  const rules = withLeagueRules(await validateRoundRules(ctx, itemType, given, now), {
    late_joiner: league.late_joiner,
  });
  const { rows } = await sql<OpenTournament>`
    insert into tournaments (league_id, competition, shift_days, item_type_id, rules, start_by)
    values (${section}::integer, ${competition.id}, ${replay ? replayShift(competition, now) : 0}::integer,
      ${itemType}::integer, ${JSON.stringify(rules)}::jsonb, ${startBy})
    on conflict (league_id, competition) where undone_at is null do nothing
    returning ${columns}`.execute(ctx.db);
  // Another import was first: it has committed, and this one goes on with its tournament.
  const open = rows[0] ?? (await found());
  if (!open) throw problem.conflict();
  return open;
}

/** What of a tournament is made: its matches, its games, and the rounds whose games were removed by hand. */
async function readMade(db: Db, tournament: number) {
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

const toMake = (
  competition: Competition,
  { shift_days: shiftDays }: OpenTournament,
  { matches: made, removed }: Made,
  now: Date,
): PlayableMatch[] => matchesToMake(competition, { made, removed, shiftDays, now });

/** Inserts one round's game, or appends to the one it has; answers its post, and the first position it filled. */
async function makeRound(
  db: Db,
  tournament: number,
  round: PlannedRound,
  game: NewGame,
  standing: { post: number; next: number } | undefined,
): Promise<{ post: number; from: number }> {
  if (standing) {
    await insertItems(db, standing.post, game, standing.next);
    return { post: standing.post, from: standing.next };
  }
  const post = await insertPost(db, game);
  await insertItems(db, post, game);
  await db
    .insertInto('tournament_games')
    .values({ tournament_id: tournament, round: round.round, post_id: post })
    .execute();
  return { post, from: 0 };
}

/** Asks a competition's questions in a league: a game of votes of each kind, beside the rounds' games. */
async function makeQuestions(
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
    // A type that staff have changed may ask for what a question has no answer to, or take no such points.
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

/** Makes a tournament's matches into its rounds' games, and tells the league once. */
async function makeMatches(
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
      layout,
      rules: { ...tournament.rules, description: round.name },
      displayRules: displayRules(layout, typeRules, tournament.rules),
      groups: round.groups,
      items: round.items,
      names,
    };
    const standing = games.get(round.round);
    const { post, from } = await makeRound(db, tournament.id, round, game, standing);
    places.push(...round.matches.map((match, at) => ({ post, match, position: from + at })));
    await emit(db, { type: 'post', league, post, ...(!standing && { version: 1 }) });
  }
  await sql`
    insert into tournament_items (tournament_id, match, item_id)
    select ${tournament.id}::integer, place.match, i.id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place (post integer, match text, position integer)
    join items i on i.post_id = place.post and i.position = place.position`.execute(db);
  // A round that was over is not any more.
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

/** Locks the posts of a competition's tournament in a league, before the tournament is: an undo waits, or is waited for. */
async function lockPosts(db: Db, league: number, competition: string): Promise<void> {
  await sql`
    select p.id from posts p join tournament_games g on g.post_id = p.id join tournaments t on t.id = g.tournament_id
    where t.league_id = ${league}::integer and t.competition = ${competition} and t.undone_at is null
    order by p.id for share of p`.execute(db);
}

/**
 * Takes what a competition says now to the items that were made of it, as a source's news are taken: dates that are ahead
 * move, results are entered where no person has. What is not in it any more is left. Each step is signed by the caller,
 * with the competition's name.
 */
async function applyChanges(
  { db, me, language }: MemberContext,
  changes: ChangesOfLeague,
): Promise<Tournament['changed']> {
  const changed = { moved: 0, closed: 0, results: 0 };
  const by = { member: me.id, source: tournamentName(changes.competition, language) };
  for (const { item: made, match } of itemsToChange(changes)) {
    const locked = await lockActiveItem(db, made.item);
    if (!locked) continue;
    // Read behind the lock: a person may have entered a result meanwhile.
    const { rows } = await sql<{ now: string; held: boolean }>`
      select clock_timestamp() as now, held from tournament_items where item_id = ${made.item}::integer`.execute(
      db,
    );
    const [current] = rows;
    if (!current) continue;
    const told: Told = {
      state: {
        date: kickOffOf(match),
        status: match.result ? 'final' : 'scheduled',
        score: match.result ?? null,
      },
      applied: { date: made.told },
      held: current.held,
      by,
      now: current.now,
    };
    const moved = await followDate(db, locked, told);
    const item = await followResult(db, moved, told);
    const isSettled = item.version !== moved.version;
    if (isSettled) changed.results += 1;
    if (moved.date !== locked.date) changed.moved += 1;
    else if (moved.closed && !locked.closed && !isSettled) changed.closed += 1;
    if (moved !== locked)
      await emit(db, {
        type: 'item',
        league: item.league,
        post: item.post,
        item: item.id,
        version: item.version,
      });
  }
  await storeApplied(db, changes);
  return changed;
}

/**
 * Imports a competition into a league, in the caller's transaction: a game for each round, an item for each match whose
 * teams are known and whose kick-off is ahead. Imported again, it makes what has become known since, and nothing twice:
 * not what was removed by hand either; and what has changed since is taken to the items there are, unless a source tells
 * them. Rules are those of the first time, which also asks the questions. The league is told of new matches once.
 */
export async function importCompetitionIntoLeague(ctx: MemberContext, body: ImportBody): Promise<Tournament> {
  const { db } = ctx;
  const catalogue = await readLeagueCatalogue(db, ctx.platform.competitions, body.section);
  const competition = catalogue.get(body.competition);
  if (!competition) throw problem.field('competition', 'unknown_id');
  const league = await db
    .selectFrom('leagues')
    .select(['active', 'late_joiner'])
    .where('id', '=', body.section)
    .executeTakeFirstOrThrow();
  if (!league.active) throw problem.field('section', 'invalid');
  await lockPosts(db, body.section, competition.id);
  const now = new Date();
  const tournament = await openTournament(ctx, competition, body, league, now);
  await nameTeams(ctx, { league: body.section, tournament: tournament.id }, competition, body.teams);
  const made = await readMade(db, tournament.id);
  const matches = toMake(competition, tournament, made, now);
  if (matches.length > 0) {
    await countAgainstQuota(ctx, 'posts');
    if (body.questions && made.games.size === 0)
      await makeQuestions(ctx, competition, body.section, tournament, now);
    await makeMatches(ctx, competition, body.section, tournament, made, matches, ctx.me.id);
  }
  const changed =
    followsSource(ctx.platform.settings, competition.id) || tournament.shift_days > 0
      ? { moved: 0, closed: 0, results: 0 }
      : await applyChanges(ctx, {
          competition,
          made: (await readMadeMatches(db, body.section, ctx.language)).filter(
            (match) => match.tournament === tournament.id,
          ),
          optionOf: await optionsOfTeams(db, body.section, competition, ctx.language),
          now,
        });
  return readTournament(ctx, competition, tournament, { made: matches.length, changed });
}

/** The tournaments of a competition that follow its source; one that is played again on other dates follows nobody. */
export async function followingTournaments(db: Db, competition: string): Promise<number[]> {
  const rows = await db
    .selectFrom('tournaments')
    .select('id')
    .where('competition', '=', competition)
    .where('undone_at', 'is', null)
    .where('shift_days', '=', 0)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Makes what has become known of a tournament that follows a source since it was imported, in a transaction of its own:
 * pairs of a knockout, and rounds that the source has added. They are posts of the league's owner, in their language.
 */
export async function extendTournament(pool: Db, competition: Competition, id: number): Promise<void> {
  await transaction(pool, async (db) => {
    const { rows } = await sql<OpenTournament & { league: number; owner: number; language: Language | null }>`
      select t.id, t.created, t.shift_days, t.item_type_id, t.rules, l.id as league, l.owner_id as owner,
        m.preferences ->> 'language' as language
      from tournaments t join leagues l on l.id = t.league_id and l.active join members m on m.id = l.owner_id
      where t.id = ${id}::integer and t.undone_at is null
      for share of l for update of t`.execute(db);
    const [tournament] = rows;
    if (!tournament) return;
    const { league, owner, language } = tournament;
    const made = await readMade(db, id);
    const matches = toMake(competition, tournament, made, new Date());
    if (matches.length === 0) return;
    await makeMatches(
      { db, language, me: { id: owner } },
      competition,
      league,
      tournament,
      made,
      matches,
      null,
    );
  });
}

type UndoOutcome = 'undone' | 'too_late' | 'has_bets' | 'has_started';

/**
 * Takes an import back, for ten minutes and only while it is as if it had not been: nobody has bet, nothing has
 * started. Its games are removed as by hand, the notifications of it with them, and what it was told of teams' names is
 * forgotten. The caller has locked its posts: a bet
 * that is under way, which shares that lock, is waited for and seen; a later one finds no game.
 */
export async function undoImportFromLeague(
  { db }: MemberContext,
  tournament: { readonly id: number; readonly created: string; readonly league_id: number },
  now: Date,
): Promise<UndoOutcome> {
  if (now.toISOString() > undoUntil(tournament.created)) return 'too_late';
  const items = sql`
    select i.id from items i join tournament_games g on g.post_id = i.post_id
    where g.tournament_id = ${tournament.id}::integer`;
  const { rows } = await sql<{ bets: boolean; started: boolean }>`
    select exists (select from bets where item_id in (${items})) as bets,
      exists (select from items where id in (${items}) and (status <> 'open' or date <= clock_timestamp())) as started`.execute(
    db,
  );
  if (rows[0]?.bets) return 'has_bets';
  if (rows[0]?.started) return 'has_started';
  const posts = await sql<{ post: number }>`
    update posts set active = false, updated = now()
    where id in (select post_id from tournament_games where tournament_id = ${tournament.id}::integer)
    returning id as post`.execute(db);
  await db
    .updateTable('tournaments')
    .set({ undone_at: sql<string>`clock_timestamp()` })
    .where('id', '=', tournament.id)
    .execute();
  await db.deleteFrom('team_names').where('tournament_id', '=', tournament.id).execute();
  const told = await sql<{ member: number }>`
    delete from notifications where league_id = ${tournament.league_id}::integer
      and dedupe like ${`tournament:${tournament.id}:%`}
    returning member_id as member`.execute(db);
  await emit(
    db,
    ...posts.rows.map(({ post }) => ({ type: 'post' as const, league: tournament.league_id, post })),
    ...told.rows.map(({ member }) => ({ type: 'notification' as const, member })),
  );
  return 'undone';
}
