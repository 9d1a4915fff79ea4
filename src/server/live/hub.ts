import { sql } from 'kysely';
import * as v from 'valibot';
import { LiveEvent } from '#contract/live-events.ts';
import { resetEvent } from '#contract/reset-event.ts';
import { isLiveSession } from '#server/db/live-sessions.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { encodeEvent } from './encode-event.ts';
import type { Db } from '#server/db/tables.ts';
import type { Database, StopListening } from '#server/db/open.ts';
import type { Platform } from '#server/boot/platform.ts';

const nullableId = v.nullable(v.number());
const EventRow = v.object({
  id: v.number(),
  type: LiveEvent.entries.type,
  league: nullableId,
  /** Whether its league is an official one, which staff run without being in it. */
  official: v.boolean(),
  member: nullableId,
  post: nullableId,
  item: nullableId,
  version: nullableId,
});
type EventRow = v.InferOutput<typeof EventRow>;

/** Payloads of the database's triggers on the channel `live`. */
const ChannelMessage = v.union([
  v.object({ event: EventRow }),
  v.object({ membership: v.object({ league: v.number(), member: v.number(), active: v.boolean() }) }),
  v.object({ role: v.object({ member: v.number(), staff: v.boolean() }) }),
  v.object({ session: v.number() }),
]);
type ChannelMessage = v.InferOutput<typeof ChannelMessage>;
/** Sent after the database was restored from a backup: ids known to streams are invalid. */
const RestoredMessage = v.object({ restored: v.literal(true) });

/** One SSE connection: its member, session, and how to write to it or end it. */
type LiveSubscriber = {
  readonly member: number;
  readonly session: number;
  send(message: Uint8Array): void;
  end(): void;
};
type Stream = {
  readonly subscriber: LiveSubscriber;
  readonly leagues: Set<number>;
  isStaff: boolean;
  /** Id of the last event considered. */
  lastEventId: number;
  /** Messages that arrive while the backlog is read; null afterwards. */
  buffered: ChannelMessage[] | null;
};

// Above 200 missed events a `reset` is sent instead (and 200 fit the stream's buffer).
const maxReplay = 200;

const messages = new WeakMap<EventRow, Uint8Array>();

/** An event's encoded message; cached, since every stream sends the same bytes. */
function messageOf(event: EventRow): Uint8Array {
  const known = messages.get(event);
  if (known) return known;
  const { id, type, league, post, item, version } = event;
  const message = encodeEvent({ id, type, section: league, post, item, version });
  messages.set(event, message);
  return message;
}

/** Whether an event is the member's own leaving or removal, after which they may see less. */
const isOwnLeaving = ({ subscriber, leagues }: Stream, { type, member, league }: EventRow): boolean =>
  type === 'league' && member === subscriber.member && league !== null && !leagues.has(league);

type Backlog = {
  head: number;
  leagues: number[];
  isStaff: boolean;
  missed: EventRow[] | null;
  signedIn: boolean;
};

/**
 * The newest event id, the member's leagues and whether they are staff, and the events after `after`; missed is null when
 * they are too many or deleted.
 */
async function readBacklog(
  db: Db,
  { member, session }: LiveSubscriber,
  after: number | null,
): Promise<Backlog> {
  const { rows } = await sql<Omit<Backlog, 'missed'> & { first: number; missed: EventRow[] }>`
    select coalesce((select max(id) from live_events), 0) as head,
      coalesce((select min(id) from live_events), 1) as first,
      exists (select from sessions s where s.id = ${session}::integer and ${isLiveSession}) as "signedIn",
      coalesce((select jsonb_agg(league_id) from league_members
                where member_id = ${member}::integer and active), '[]') as leagues,
      exists (select from members where id = ${member}::integer and (is_staff or is_superuser)) as "isStaff",
      coalesce((select jsonb_agg(missed order by id) from (
        select id, type, league_id as league, member_id as member, post_id as post, item_id as item, version,
          exists (select from leagues l where l.id = league_id and not l.custom) as official
        from live_events where id > ${after}::bigint order by id limit ${maxReplay + 1}::integer
      ) missed), '[]') as missed`.execute(db);
  const row = onlyRow(rows);
  const known =
    after === null || (after >= row.first - 1 && after <= row.head && row.missed.length <= maxReplay);
  return { ...row, missed: known ? row.missed : null };
}

/** The SSE streams of this process. A stream receives events of its member and of their leagues; of staff, of the official ones too. */
class LiveHub {
  readonly #database: Database;
  readonly #streams = new Set<Stream>();
  #listening: Promise<StopListening> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The number of a member's streams in this process. */
  count(member: number): number {
    return [...this.#streams].filter(({ subscriber }) => subscriber.member === member).length;
  }

  /**
   * Subscribes a stream: sends the events after `after`, or a reset if they are unknown or the member left a league
   * meanwhile, then live events. Resolves with the id it starts from, and how to unsubscribe.
   */
  async subscribe(
    subscriber: LiveSubscriber,
    after: number | null,
  ): Promise<{ from: number; unsubscribe: () => void }> {
    const stream: Stream = { subscriber, leagues: new Set(), isStaff: false, lastEventId: 0, buffered: [] };
    // Subscribes before reading the backlog, so no event is lost between.
    this.#streams.add(stream);
    const unsubscribe = () => void this.#streams.delete(stream);
    try {
      await this.#ensureListening();
      const { head, leagues, isStaff, missed, signedIn } = await readBacklog(
        this.#database.db,
        subscriber,
        after,
      );
      // Signed out between authentication and subscription.
      if (!signedIn) subscriber.end();
      for (const league of leagues) stream.leagues.add(league);
      stream.isStaff = isStaff;
      if (missed === null || missed.some((event) => isOwnLeaving(stream, event)))
        subscriber.send(encodeEvent(resetEvent(head)));
      else for (const event of missed) this.#deliver(stream, event);
      stream.lastEventId = Math.max(stream.lastEventId, head);
      const buffered = stream.buffered ?? [];
      stream.buffered = null;
      for (const message of buffered) this.#dispatch(stream, message);
      return { from: head, unsubscribe };
    } catch (error) {
      unsubscribe();
      throw error;
    }
  }

  #ensureListening(): Promise<StopListening> {
    // A lost database connection ends all streams: clients reconnect and resume after their last id.
    this.#listening ??= this.#database
      .listen(
        'live',
        (payload) => this.#onMessage(payload),
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
      stream.subscriber.end();
    }
  }

  #onMessage(payload: string): void {
    const sent: unknown = JSON.parse(payload);
    if (v.is(RestoredMessage, sent)) return this.endAll();
    const message = v.safeParse(ChannelMessage, sent);
    if (!message.success) return;
    for (const stream of this.#streams) {
      if (stream.buffered) stream.buffered.push(message.output);
      else this.#dispatch(stream, message.output);
    }
  }

  #dispatch(stream: Stream, message: ChannelMessage): void {
    const { subscriber, leagues } = stream;
    if ('event' in message) return this.#deliver(stream, message.event);
    if ('session' in message) {
      if (message.session !== subscriber.session) return;
      this.#streams.delete(stream);
      return subscriber.end();
    }
    if ('role' in message) {
      if (message.role.member === subscriber.member) stream.isStaff = message.role.staff;
      return;
    }
    const { league, member, active } = message.membership;
    if (member !== subscriber.member) return;
    if (active) leagues.add(league);
    else if (leagues.delete(league)) subscriber.send(encodeEvent(resetEvent(stream.lastEventId)));
  }

  #deliver(stream: Stream, event: EventRow): void {
    if (event.id <= stream.lastEventId) return;
    stream.lastEventId = event.id;
    const { subscriber, leagues, isStaff } = stream;
    const isRecipient =
      event.member !== null
        ? event.member === subscriber.member
        : event.league === null || leagues.has(event.league) || (isStaff && event.official);
    if (isRecipient) subscriber.send(messageOf(event));
  }
}

const hubs = new WeakMap<Database, LiveHub>();

/** The hub of a database, created on first use. Its streams end when the server stops. */
export function liveHubOf({ database, stopping }: Pick<Platform, 'database' | 'stopping'>): LiveHub {
  const known = hubs.get(database);
  if (known) return known;
  const hub = new LiveHub(database);
  hubs.set(database, hub);
  stopping.addEventListener('abort', () => hub.endAll(), { once: true });
  return hub;
}
