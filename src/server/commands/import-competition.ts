import { sql } from 'kysely';
import type * as v from 'valibot';
import type { ImportInput, Tournament } from '#contract/make-game-calls.ts';
import type { RuleValue } from '#contract/scoring.ts';
import { countAgainstQuota } from '#server/auth/quotas.ts';
import type { Competition } from '#server/competitions/competition-format.ts';
import { isOver, matchesToMake, replayShift } from '#server/competitions/schedule.ts';
import { readCurrentCatalogue } from '#server/competitions/stored-competitions.ts';
import { readTournament, tournamentName, undoUntil } from '#server/competitions/tournaments.ts';
import type { Db } from '#server/db/tables.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { emit } from '#server/live/emit.ts';
import { notifyOfMatches } from '#server/notifications/game-notifications.ts';
import { readTypeRules, typeOfLayout } from './create-game.ts';
import { displayRules, validateRules } from './game-rules.ts';
import { insertItems, insertPost, type NewGame } from './insert-game.ts';
import { planRounds, type PlannedRound } from './tournament-plan.ts';

type ImportBody = v.InferOutput<typeof ImportInput>;

const layout = 'home/away';
/** Rules that a round has from its competition. */
const ownRules = ['description', 'due_date', 'rounds', 'ordering_type', 'players'];

type Options = {
  readonly optionOf: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;
};

/**
 * The option of each team: the staff's catalogue's, by its name in English or Hebrew, else the league's own. One that
 * is nowhere is made, in the league.
 */
async function resolveTeams(
  ctx: MemberContext,
  league: number,
  { teams }: Competition,
  used: ReadonlySet<string>,
): Promise<Options> {
  const asked = teams
    .filter(({ id }) => used.has(id))
    .map(({ id, name }) => ({ id, ...name, shown: ctx.language === 'en' ? name.en : name.heb }));
  const { rows } = await sql<{ team: string; option: number; name: string }>`
    with team as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as team (id text, heb text, en text, shown text)
    ),
    known as (
      select distinct on (team.id) team.id as team, o.id as option, o.name
      from team join options o on o.active and (
        case when o.league_id is null then not o.private and (o.value = team.en or o.name = team.heb)
          else o.league_id = ${league}::integer and o.name in (team.heb, team.en) end)
      order by team.id, o.league_id is not null, coalesce(o.value = team.en, false) desc, o.id
    ),
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
  const rules = await validateRoundRules(ctx, itemType, given, now);
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

/**
 * Imports a competition into a league, in the caller's transaction: a game for each round, an item for each match whose
 * teams are known and whose kick-off is ahead. Imported again, it makes what has become known since, and nothing twice:
 * not what was removed by hand either. Rules are those of the first time. The league is told once.
 */
export async function importCompetitionIntoLeague(ctx: MemberContext, body: ImportBody): Promise<Tournament> {
  const { db } = ctx;
  const catalogue = await readCurrentCatalogue(db, ctx.platform.competitions);
  const competition = catalogue.get(body.competition);
  if (!competition) throw problem.field('competition', 'unknown_id');
  const league = await db
    .selectFrom('leagues')
    .select('active')
    .where('id', '=', body.section)
    .executeTakeFirstOrThrow();
  if (!league.active) throw problem.field('section', 'invalid');
  const now = new Date();
  const tournament = await openTournament(ctx, competition, body, now);
  const { matches: made, games, removed } = await readMade(db, tournament.id);
  const shiftDays = tournament.shift_days;
  const matches = matchesToMake(competition, { made, removed, shiftDays, now });
  if (matches.length > 0) {
    await countAgainstQuota(ctx, 'posts');
    const used = new Set(matches.flatMap(({ home, away }) => [home.team, away.team]));
    const { optionOf, names } = await resolveTeams(ctx, body.section, competition, used);
    const rounds = planRounds(competition, matches, { optionOf, shiftDays, language: ctx.language });
    const typeRules = await readTypeRules(ctx, tournament.item_type_id);
    const places: { post: number; match: string; position: number }[] = [];
    for (const round of rounds) {
      const game: NewGame = {
        league: body.section,
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
      await emit(db, { type: 'post', league: body.section, post, ...(!standing && { version: 1 }) });
    }
    await sql`
      insert into tournament_items (tournament_id, match, item_id)
      select ${tournament.id}::integer, place.match, i.id
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place (post integer, match text, position integer)
      join items i on i.post_id = place.post and i.position = place.position`.execute(db);
    await notifyOfMatches(ctx, {
      league: body.section,
      tournament: tournament.id,
      game: tournamentName(competition, ctx.language),
      matches: matches.length,
      before: made.size,
    });
  }
  return readTournament(ctx, competition, tournament, matches.length);
}

type UndoOutcome = 'undone' | 'too_late' | 'has_bets' | 'has_started';

/**
 * Takes an import back, for ten minutes and only while it is as if it had not been: nobody has bet, nothing has
 * started. Its games are removed as by hand, and the notifications of it with them. The caller has locked its posts: a bet
 * that is under way, which shares that lock, is waited for and seen; a later one finds no game.
 */
export async function undoImportFromLeague(
  { db }: MemberContext,
  tournament: { readonly id: number; readonly created: string; readonly league_id: number },
  now: Date,
): Promise<UndoOutcome> {
  if (now.toISOString() > undoUntil(tournament.created)) return 'too_late';
  const items = sql`select item_id from tournament_items where tournament_id = ${tournament.id}::integer`;
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
