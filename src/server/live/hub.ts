import { sql } from 'kysely';
import * as v from 'valibot';
import { LiveEvent } from '#contract/live-events.ts';
import type { Db } from '#server/db/tables.ts';
import type { Database, StopListening } from '#server/db/open.ts';
import type { Platform } from '#server/boot/platform.ts';

const nullableId = v.nullable(v.number());
const EventRow = v.object({
  id: v.number(),
  type: LiveEvent.entries.type,
  league: nullableId,
  member: nullableId,
  post: nullableId,
  item: nullableId,
  version: nullableId,
});
type EventRow = v.InferOutput<typeof EventRow>;

/** What the database's triggers say on the channel `live`. */
const ChannelMessage = v.union([
  v.object({ event: EventRow }),
  v.object({ membership: v.object({ league: v.number(), member: v.number(), active: v.boolean() }) }),
  v.object({ session: v.number() }),
]);
type ChannelMessage = v.InferOutput<typeof ChannelMessage>;

/** Where one stream's events go. `end` closes it for good. */
export type LiveSubscriber = {
  readonly member: number;
  readonly session: number;
  send(event: LiveEvent): void;
  end(): void;
};
type Stream = {
  readonly listener: LiveSubscriber;
  readonly leagues: Set<number>;
  /** The newest event it has been offered. */
  last: number;
  /** What is said while its past is still being read. */
  early: ChannelMessage[] | null;
};

// With more than this missed, asking for everything anew is cheaper; and this much fits what may wait for a reader.
const maxReplay = 200;

const noSubject = { section: null, post: null, item: null, version: null };
const toLiveEvent = ({ id: at, type, league, post, item, version }: EventRow): LiveEvent => ({
  id: at,
  type,
  section: league,
  post,
  item,
  version,
});

type Backlog = { head: number; leagues: number[]; missed: EventRow[] | null; signedIn: boolean };

/** Where the events are now, the member's leagues, and what came since `after`; null when that is not known any more. */
async function readBacklog(
  db: Db,
  { member, session }: LiveSubscriber,
  after: number | null,
): Promise<Backlog> {
  const { rows } = await sql<Omit<Backlog, 'missed'> & { first: number; missed: EventRow[] }>`
    select coalesce((select max(id) from live_events), 0) as head,
      coalesce((select min(id) from live_events), 1) as first,
      exists (select from sessions where id = ${session}::integer and revoked_at is null) as "signedIn",
      coalesce((select jsonb_agg(league_id) from league_members
                where member_id = ${member}::integer and active), '[]') as leagues,
      coalesce((select jsonb_agg(missed order by id) from (
        select id, type, league_id as league, member_id as member, post_id as post, item_id as item, version
        from live_events where id > ${after}::bigint order by id limit ${maxReplay + 1}::integer) missed), '[]') as missed`.execute(
    db,
  );
  const row = rows[0] ?? { head: 0, first: 1, leagues: [], missed: [], signedIn: false };
  const known =
    after === null || (after >= row.first - 1 && after <= row.head && row.missed.length <= maxReplay);
  return { ...row, missed: known ? row.missed : null };
}

/** The live streams of one process: each hears of its member's leagues and of its member, and of nothing else. */
export class LiveHub {
  readonly #database: Database;
  readonly #streams = new Set<Stream>();
  #listening: Promise<StopListening> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** How many streams a member has here. */
  count(member: number): number {
    return [...this.#streams].filter(({ listener }) => listener.member === member).length;
  }

  /**
   * Joins a stream: first what it missed since `after`, or a reset where that is no longer known, then what comes.
   * Answers the event it starts from, and how to leave.
   */
  async join(listener: LiveSubscriber, after: number | null): Promise<{ from: number; leave: () => void }> {
    const stream: Stream = { listener, leagues: new Set(), last: 0, early: [] };
    // Listening before reading: nothing falls between the two.
    this.#streams.add(stream);
    const leave = () => void this.#streams.delete(stream);
    try {
      await this.#listen();
      const { head, leagues, missed, signedIn } = await readBacklog(this.#database.db, listener, after);
      // Signed out since the request was let in, before anyone listened for that.
      if (!signedIn) listener.end();
      for (const league of leagues) stream.leagues.add(league);
      if (missed === null) listener.send({ id: head, type: 'reset', ...noSubject });
      else for (const told of missed) this.#offer(stream, told);
      stream.last = Math.max(stream.last, head);
      const early = stream.early ?? [];
      stream.early = null;
      for (const message of early) this.#pass(stream, message);
      return { from: head, leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  #listen(): Promise<StopListening> {
    // After a gap nobody knows what was said, a sign-out perhaps: each stream comes back and asks from where it was.
    this.#listening ??= this.#database
      .listen(
        'live',
        (payload) => this.#hear(payload),
        () => this.endAll(),
      )
      .catch((error: unknown) => {
        this.#listening = null;
        throw error;
      });
    return this.#listening;
  }

  /** Ends every stream: each reader comes back when it can. */
  endAll(): void {
    for (const stream of this.#streams) {
      this.#streams.delete(stream);
      stream.listener.end();
    }
  }

  #hear(payload: string): void {
    const read = v.safeParse(ChannelMessage, JSON.parse(payload));
    if (!read.success) return;
    for (const stream of this.#streams) {
      if (stream.early) stream.early.push(read.output);
      else this.#pass(stream, read.output);
    }
  }

  #pass(stream: Stream, message: ChannelMessage): void {
    const { listener, leagues } = stream;
    if ('event' in message) return this.#offer(stream, message.event);
    if ('session' in message) {
      if (message.session !== listener.session) return;
      this.#streams.delete(stream);
      return listener.end();
    }
    const { league, member, active } = message.membership;
    if (member !== listener.member) return;
    if (active) leagues.add(league);
    else if (leagues.delete(league)) listener.send({ id: stream.last, type: 'reset', ...noSubject });
  }

  #offer(stream: Stream, told: EventRow): void {
    if (told.id <= stream.last) return;
    stream.last = told.id;
    const { listener, leagues } = stream;
    const theirs =
      told.member !== null
        ? told.member === listener.member
        : told.league === null || leagues.has(told.league);
    if (theirs) listener.send(toLiveEvent(told));
  }
}

const hubs = new WeakMap<Database, LiveHub>();

/** The hub of a server: one a process. Its streams end when the server is told to stop. */
export function liveHubOf({ database, stopping }: Pick<Platform, 'database' | 'stopping'>): LiveHub {
  const known = hubs.get(database);
  if (known) return known;
  const hub = new LiveHub(database);
  hubs.set(database, hub);
  stopping.addEventListener('abort', () => hub.endAll(), { once: true });
  return hub;
}
