import { sql } from 'kysely';
import type { Catalogue } from '#server/competitions/catalogue.ts';
import type { Db } from '#server/db/tables.ts';
import { competitionOfSource } from './competition-of-source.ts';
import { fetchDocument, type FetchedDocument, type Validators } from './fetch-document.ts';
import type { Source, SourceAnswer, SourceMatch } from './source.ts';
import { parseCompetition } from '#server/competitions/competition-format.ts';

const clock = sql`clock_timestamp()`;
/** Only one process asks a source at a time; if it dies, the next one may ask after a minute. */
const lease = sql`${clock} + interval '1 minute'`;
const day = sql`(${clock} at time zone 'utc')::date`;

type Claim = Validators & { readonly failures: number };

/** Claims the source's turn if it is due and within its daily budget, so that one process asks. */
async function claimTurn(
  db: Db,
  { competition, url, adapter }: Source,
  budget: number,
): Promise<Claim | null> {
  await sql`
    insert into sources as s (competition, name, address) values (${competition}, ${adapter.name}, ${url})
    on conflict (competition) do update set name = excluded.name, address = excluded.address, etag = null, last_modified = null,
      next_at = '-infinity', failures = 0
    where s.address <> excluded.address`.execute(db);
  const { rows } = await sql<Claim>`
    update sources set next_at = ${lease}, asked_on = ${day}, asked = case when asked_on = ${day} then asked else 0 end + 1
    where competition = ${competition} and (next_at <= ${clock} or next_at > ${clock} + interval '2 days')
      and (asked_on <> ${day} or asked < ${budget}::integer)
    returning failures, etag, last_modified as "lastModified"`.execute(db);
  return rows[0] ?? null;
}

/** Whether a match is near: from ten minutes before kick-off until it is final, for at most six hours. */
const isNear = sql`exists (
  select from source_matches m
  where m.competition = s.competition and m.state ->> 'status' in ('live', 'scheduled')
    and (m.state ->> 'date')::timestamptz between ${clock} - interval '6 hours' and ${clock} + interval '10 minutes')`;

async function scheduleNext(
  db: Db,
  { competition, adapter: { pace } }: Source,
  validators: Validators,
): Promise<void> {
  await sql`
    update sources s set failures = 0, answered_at = ${clock}, etag = ${validators.etag}, last_modified = ${validators.lastModified},
      next_at = ${clock} + case when ${isNear} then ${pace.live}::integer else ${pace.idle}::integer end * interval '1 second'
    where competition = ${competition}`.execute(db);
}

const hour = 3_600;
/** Seconds until the next try: 30, doubled with each failure up to an hour; at least `retryAfter`, up to a day. */
export const backOff = (failures: number, retryAfter: number | null): number =>
  Math.min(24 * hour, Math.max(Math.min(hour, 30 * 2 ** Math.min(failures, 10)), retryAfter ?? 0));

/** Whether a report is not older than the stored one; without timestamps it counts as newer. */
const isNotOlder = (known: SourceMatch | undefined, reported: SourceMatch): boolean =>
  !known || known.updated === null || reported.updated === null || reported.updated >= known.updated;

/** Stores the changed matches and the updated competition; returns how many changed. */
async function storeAnswer(
  db: Db,
  competition: string,
  catalogue: Catalogue,
  answer: SourceAnswer,
): Promise<{ changed: number; problems: readonly string[] }> {
  const { rows } = await sql<{ match: string; state: SourceMatch }>`
    select match, state from source_matches where competition = ${competition}`.execute(db);
  const known = new Map(rows.map(({ match, state }) => [match, state]));
  // If a document has a match twice, the last one counts.
  const reportById = new Map(answer.matches.map((match) => [match.id, match]));
  const news = [...reportById.values()].filter((match) => isNotOlder(known.get(match.id), match));
  const { rows: changed } = await sql`
    insert into source_matches as m (competition, match, state)
    select ${competition}, id, state
    from jsonb_to_recordset(${JSON.stringify(news.map((state) => ({ id: state.id, state })))}::jsonb) as one (id text, state jsonb)
    on conflict (competition, match) do update set state = excluded.state where m.state <> excluded.state
    returning match`.execute(db);
  for (const match of news) known.set(match.id, match);
  const all = { ...answer, matches: [...known.values()] };
  const document = competitionOfSource(competition, catalogue.get(competition), all);
  const parsed = parseCompetition(document);
  if (!('competition' in parsed)) {
    return { changed: changed.length, problems: parsed.problems.map(({ path, code }) => `${path}: ${code}`) };
  }
  await sql`update sources set document = ${JSON.stringify(document)}::jsonb
    where competition = ${competition} and document is distinct from ${JSON.stringify(document)}::jsonb`.execute(
    db,
  );
  return { changed: changed.length, problems: [] };
}

/** Result of asking a source; null if it was not due. */
export type AskOutcome =
  | {
      readonly kind: 'answered';
      readonly changed: number;
      readonly skipped: number;
      readonly problems: readonly string[];
    }
  | { readonly kind: 'failed'; readonly reason: string }
  | null;

export type AskOptions = {
  readonly fetch: typeof globalThis.fetch;
  readonly token: string | null;
  readonly budget: number;
  readonly catalogue: Catalogue;
  readonly stopping: AbortSignal;
};

async function readAnswer(
  db: Db,
  source: Source,
  fetched: Extract<FetchedDocument, { kind: 'document' }>,
  before: Validators,
  catalogue: Catalogue,
): Promise<Exclude<AskOutcome, null>> {
  const known = catalogue.get(source.competition);
  const teamIds = new Map(known?.teams.map(({ id, name }) => [name.en, id]));
  const answer = source.adapter.read(fetched.document, teamIds);
  if (!answer || (answer.matches.length === 0 && answer.skipped > 0))
    return { kind: 'failed', reason: 'not a document of this source' };
  // A cache may still serve an older file.
  const at = (header: string | null) => (header === null ? NaN : Date.parse(header));
  const stale = at(fetched.lastModified) < at(before.lastModified);
  const stored = stale
    ? { changed: 0, problems: [] }
    : await storeAnswer(db, source.competition, catalogue, answer);
  await scheduleNext(db, source, stale ? before : fetched);
  return { kind: 'answered', skipped: answer.skipped, ...stored };
}

/** Asks a source for changes if it is due, and stores them. */
export async function askSource(db: Db, source: Source, options: AskOptions): Promise<AskOutcome> {
  const turn = await claimTurn(db, source, options.budget);
  if (!turn) return null;
  const token = source.adapter.takesToken ? options.token : null;
  const fetched = await fetchDocument(options.fetch, { url: source.url, token, ...turn }, options.stopping);
  if (fetched.kind === 'unchanged') {
    await scheduleNext(db, source, turn);
    return { kind: 'answered', changed: 0, skipped: 0, problems: [] };
  }
  const outcome =
    fetched.kind === 'failed' ? fetched : await readAnswer(db, source, fetched, turn, options.catalogue);
  if (outcome.kind === 'answered') return outcome;
  const wait = backOff(turn.failures, fetched.kind === 'failed' ? fetched.retryAfter : null);
  await sql`
    update sources set failures = failures + 1, next_at = ${clock} + ${wait}::integer * interval '1 second'
    where competition = ${source.competition}`.execute(db);
  return { kind: 'failed', reason: outcome.reason };
}
