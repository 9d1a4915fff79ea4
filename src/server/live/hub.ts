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

/** Payloads that the database's triggers send on the channel `live`. */
const ChannelMessage = v.union([
  v.object({ event: EventRow }),
  v.object({ membership: v.object({ league: v.number(), member: v.number(), active: v.boolean() }) }),
  v.object({ session: v.number() }),
]);
type ChannelMessage = v.InferOutput<typeof ChannelMessage>;

/** One SSE connection: its member, session, and how to write to it or end it. */
export type LiveSubscriber = {
  readonly member: number;
  readonly session: number;
  send(event: LiveEvent): void;
  end(): void;
};
type Stream = {
  readonly listener: LiveSubscriber;
  readonly leagues: Set<number>;
  /** Id of the last event considered. */
  last: number;
  /** Messages that arrive while the backlog is read; null afterwards. */
  early: ChannelMessage[] | null;
};

// Above 200 missed events a `reset` is sent instead (and 200 fit the stream's buffer).
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

/**
 * The newest event id, the member's leagues, and the events after `after`; missed is null when they are too many or
 * deleted.
 */
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

/** The SSE streams of this process. A stream receives events of its member and of their leagues. */
export class LiveHub {
  readonly #database: Database;
  readonly #streams = new Set<Stream>();
  #listening: Promise<StopListening> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Streams of a member in this process. */
  count(member: number): number {
    return [...this.#streams].filter(({ listener }) => listener.member === member).length;
  }

  /**
   * Subscribes a stream: first the events after `after`, or a reset where they are no longer known, then live ones.
   * Returns the id it starts from, and how to unsubscribe.
   */
  async join(listener: LiveSubscriber, after: number | null): Promise<{ from: number; leave: () => void }> {
    const stream: Stream = { listener, leagues: new Set(), last: 0, early: [] };
    // Subscribes before reading the backlog, so no event is lost between.
    this.#streams.add(stream);
    const leave = () => void this.#streams.delete(stream);
    try {
      await this.#listen();
      const { head, leagues, missed, signedIn } = await readBacklog(this.#database.db, listener, after);
      // Signed out between authentication and subscription.
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
    // After a lost database connection all streams are ended: clients reconnect and resume from their last id.
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

  /** Ends every stream; clients reconnect. */
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

/** The hub of a server process. Its streams end when the server stops. */
export function liveHubOf({ database, stopping }: Pick<Platform, 'database' | 'stopping'>): LiveHub {
  const known = hubs.get(database);
  if (known) return known;
  const hub = new LiveHub(database);
  hubs.set(database, hub);
  stopping.addEventListener('abort', () => hub.endAll(), { once: true });
  return hub;
}
