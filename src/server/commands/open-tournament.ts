import { sql } from 'kysely';
import type * as v from 'valibot';
import type { LateJoiner } from '#contract/models.ts';
import type { ImportInput } from '#contract/make-game-calls.ts';
import type { RuleValue } from '#contract/scoring.ts';
import type { Competition } from '#server/competitions/competition-format.ts';
import { isOver, replayShift } from '#server/competitions/schedule.ts';
import type { MemberContext } from '#server/http/context.ts';
import { problem } from '#server/http/problems.ts';
import { readTypeRules, typeOfLayout } from './create-game.ts';
import { validateRules, withLeagueRules } from './game-rules.ts';
import { matchLayout, type OpenTournament } from './tournament-games.ts';

export type ImportBody = v.InferOutput<typeof ImportInput>;

/** Rules that a round gets from its competition, not from the request. */
const ownRules = ['description', 'due_date', 'rounds', 'ordering_type', 'players'];

/** Validates the rules of all rounds; throws the problems of the given fields. */
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
  const { rules, problems } = validateRules(matchLayout, typeRules, all, league, now);
  if (Object.keys(problems).length > 0) throw problem.validation(problems);
  return rules;
}

/** Creates the league's tournament of this competition, or finds the open one: concurrent imports share it. */
export async function openTournament(
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
  const existing = await found();
  if (existing) return existing;
  // Nobody can bet on what was played; one that is not over is played as it is.
  if (over && !replay) throw problem.field('competition', 'past');
  if (!over && replay) throw problem.field('replay', 'invalid');
  const itemType = await typeOfLayout(ctx, matchLayout);
  const rules = withLeagueRules(await validateRoundRules(ctx, itemType, given, now), {
    late_joiner: league.late_joiner,
  });
  const { rows } = await sql<OpenTournament>`
    insert into tournaments (league_id, competition, shift_days, item_type_id, rules, start_by)
    values (${section}::integer, ${competition.id}, ${replay ? replayShift(competition, now) : 0}::integer,
      ${itemType}::integer, ${JSON.stringify(rules)}::jsonb, ${startBy})
    on conflict (league_id, competition) where undone_at is null do nothing
    returning ${columns}`.execute(ctx.db);
  // A concurrent import created the tournament and has committed: continue with it.
  const open = rows[0] ?? (await found());
  if (!open) throw problem.conflict();
  return open;
}
