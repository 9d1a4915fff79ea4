import { sql } from 'kysely';
import type { CompetitionChanges, MatchOfLeague } from '#contract/make-game-calls.ts';
import type { ItemStatus } from '#contract/models.ts';
import type { Language } from '#contract/language.ts';
import { optionName } from '#server/db/content-names.ts';
import type { Db } from '#server/db/tables.ts';
import type { Competition, CompetitionMatch } from './competition-format.ts';
import { shiftDate } from './schedule.ts';

/** How a repeated import of a competition changes the items of a league. */

/** The match's fields as they were last applied to its item. */
export type AppliedMatch = { readonly date: string | null; readonly home?: unknown; readonly away?: unknown };

/** A match that was imported into a league. */
export type MadeMatch = {
  readonly tournament: number;
  readonly match: string;
  readonly item: number;
  readonly status: ItemStatus;
  readonly date: string | null;
  /** Betting is over. */
  readonly closed: boolean;
  /** A person entered its result: sources do not change it. */
  readonly hasManualResult: boolean;
  /** Its result is final and cannot be corrected. */
  readonly final: boolean;
  readonly applied: AppliedMatch | null;
  /** The date that the item was created with, or that was last applied. */
  readonly appliedDate: string | null;
  /** Home before away. */
  readonly sides: readonly {
    readonly option: number;
    readonly name: string;
    readonly result: number | null;
  }[];
};

/** The imported matches of a league's tournaments, without those of deleted games, by item id. */
export async function readMadeMatches(
  db: Db,
  league: number,
  language: Language | null,
): Promise<MadeMatch[]> {
  const { rows } = await sql<MadeMatch>`
    select t.id as tournament, ti.match, i.id as item, i.status, i.date, ti.held as "hasManualResult", ti.applied,
      i.standing is not distinct from 'final' as final,
      (i.closed_at is not null or coalesce(i.date <= clock_timestamp(), false)) as closed,
      case when ti.applied is not null then (ti.applied ->> 'date')::timestamptz
        else coalesce((select (s.was #>> '{}')::timestamptz from item_steps s
          where s.item_id = i.id and s.kind = 'moved' order by s.id limit 1), i.date) end as "appliedDate",
      (select jsonb_agg(jsonb_build_object('option', o.option_id, 'name', ${optionName(language)}, 'result', o.result) order by o.position)
        from item_options o left join options first on first.id = o.option_id left join options second on second.id = o.partner_id
        where o.item_id = i.id) as sides
    from tournaments t
    join tournament_items ti on ti.tournament_id = t.id
    join items i on i.id = ti.item_id
    join posts p on p.id = i.post_id and p.active
    where t.league_id = ${league}::integer and t.undone_at is null
    order by i.id`.execute(db);
  return rows;
}

const nameOf = ({ item, sides: [home, away] }: MadeMatch): MatchOfLeague => ({
  item,
  home: home?.name ?? '',
  away: away?.name ?? '',
});

/** A match's kick-off, normalised so that dates compare as strings. */
export const kickOffOf = ({ date }: CompetitionMatch): string | null => shiftDate(date, 0);

export type ChangesOfLeague = {
  readonly competition: Competition;
  /** The imported matches of its tournament. */
  readonly made: readonly MadeMatch[];
  /** Known options by team id. */
  readonly optionOf: ReadonlyMap<string, number>;
  readonly now: Date;
};

/** Whether a match still has the teams of its item: by the team ids last applied, or by the teams' options. */
function hasTeamsOf(
  match: CompetitionMatch,
  { applied, sides }: MadeMatch,
  optionOf: ReadonlyMap<string, number>,
) {
  return (['home', 'away'] as const).every((side, at) => {
    const { team } = match[side];
    if (team === undefined) return false;
    return applied?.[side] === team || optionOf.get(team) === sides[at]?.option;
  });
}

/** Imported matches with the competition's match of the same id; null if there is none, or it has other teams. */
const pairsOf = ({ competition, made, optionOf }: ChangesOfLeague) => {
  const byId = new Map(competition.matches.map((match) => [match.id, match]));
  return made.map((item) => {
    const match = byId.get(item.match);
    return { item, match: match && hasTeamsOf(match, item, optionOf) ? match : null };
  });
};

/** The changes, by kind. `left`: matches that did not end and are no longer in the competition. */
export function changesOf(changes: ChangesOfLeague): CompetitionChanges {
  const now = changes.now.toISOString();
  const moved: CompetitionChanges['moved'] = [];
  const closed: MatchOfLeague[] = [];
  const results: MatchOfLeague[] = [];
  const left: MatchOfLeague[] = [];
  for (const { item, match } of pairsOf(changes)) {
    const { status, date, closed: isClosed, hasManualResult, final: isFinal, appliedDate, sides } = item;
    if (!match) {
      if (status === 'open' || status === 'started') left.push(nameOf(item));
      continue;
    }
    const kickOff = kickOffOf(match);
    if (status === 'open' && !isClosed && kickOff !== null && kickOff !== date && kickOff !== appliedDate) {
      if (kickOff > now) moved.push({ ...nameOf(item), from: date, to: kickOff });
      // After the kick-off betting is closed; a match with a result is settled instead.
      else if (!match.result) closed.push(nameOf(item));
    }
    const { result } = match;
    const stands =
      status === 'ended' && sides[0]?.result === result?.home && sides[1]?.result === result?.away;
    if (result && !hasManualResult && !isFinal && status !== 'void' && !stands) results.push(nameOf(item));
  }
  return { moved, closed, results, left };
}

/** The items that a competition changes, each with its match. */
export function itemsToChange(changes: ChangesOfLeague): { item: MadeMatch; match: CompetitionMatch }[] {
  const { moved, closed, results } = changesOf(changes);
  const ids = new Set([...moved, ...closed, ...results].map(({ item }) => item));
  return pairsOf(changes).flatMap(({ item, match }) =>
    match && ids.has(item.item) ? [{ item, match }] : [],
  );
}

/** Stores the applied fields of each match, so that a later import keeps what a person has changed since. */
export async function storeApplied(db: Db, changes: ChangesOfLeague): Promise<void> {
  const seen = pairsOf(changes).flatMap(({ item, match }) =>
    match
      ? [
          {
            item: item.item,
            applied: { date: kickOffOf(match), home: match.home.team, away: match.away.team },
          },
        ]
      : [],
  );
  await sql`
    update tournament_items ti set applied = seen.applied
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as seen (item integer, applied jsonb)
    where ti.item_id = seen.item and ti.applied is distinct from seen.applied`.execute(db);
}
