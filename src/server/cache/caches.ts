import * as v from 'valibot';
import type { KnownCaller } from '#server/auth/sessions.ts';
import type { LeagueTable } from '#server/queries/league-tables.ts';
import type { PostCard } from '#server/queries/post-cards.ts';
import type { RememberedLeague, RememberedViewer } from '#server/queries/remembered-feeds.ts';
import type { Database } from '#server/db/open.ts';
import { TaggedCache } from './tagged-cache.ts';

/** What a process remembers of the database, and how it hears of every change of that. */

/** Payloads on the channel `live` (0030_cards.sql). */
const Change = v.object({ changed: v.string() });
const PostEvent = v.object({ event: v.object({ member: v.null(), post: v.number() }) });
const NotificationEvent = v.object({
  event: v.object({ type: v.literal('notification'), member: v.number() }),
});
const Membership = v.object({ membership: v.object({ league: v.number() }) });
/** The database was replaced by a backup's. */
const Restored = v.object({ restored: v.literal(true) });

export type Caches = {
  /** Callers by the hash of their token. Tags: `session:` and `member:` with the id. */
  readonly callers: TaggedCache<KnownCaller>;
  /** Cards of posts. Tags: `post:`, and what the card shows: `league:`, `member:` and `option:`. */
  readonly cards: TaggedCache<PostCard>;
  /** How many messages a chat has, by its post's id. Tags: `post:`. */
  readonly messageCounts: TaggedCache<number>;
  /** How many notifications a member has, by their id. Tags: `notified:`. */
  readonly notificationCounts: TaggedCache<number>;
  /** Ids of a league's members by name, by its id. Tags: `league:`, and `member:` alone, for anybody. */
  readonly leagueMembers: TaggedCache<Int32Array>;
  /** Tables of leagues and of their games. Tags: `table:`, `league:`, and `member:` of each row, or alone for many rows. */
  readonly tables: TaggedCache<LeagueTable>;
  /** Leagues as feeds are ordered by, by id. Tags: `feed:`, `league:`. */
  readonly feedLeagues: TaggedCache<RememberedLeague>;
  /** Members as readers of feeds, by id. Tags: `viewer:`, `member:`, and `league:` of each league that they are in. */
  readonly feedViewers: TaggedCache<RememberedViewer>;
  /** Whether anything is answered from memory: every change has been heard of by now. */
  isCurrent(): boolean;
  /** Begins to hear of changes. */
  follow(): void;
};

const megabyte = 2 ** 20;

/**
 * The caches of a process. Until it follows the database's changes, and while it cannot hear them, they answer nothing:
 * whoever asks them asks the database.
 */
export function createCaches(database: Database): Caches {
  const isCurrent = () => database.isCurrent();
  const callers = new TaggedCache<KnownCaller>({ maxBytes: 16 * megabyte, isCurrent });
  const cards = new TaggedCache<PostCard>({ maxBytes: 64 * megabyte, isCurrent });
  const messageCounts = new TaggedCache<number>({ maxBytes: megabyte, isCurrent });
  const notificationCounts = new TaggedCache<number>({ maxBytes: megabyte, isCurrent });
  const leagueMembers = new TaggedCache<Int32Array>({ maxBytes: 16 * megabyte, isCurrent });
  const tables = new TaggedCache<LeagueTable>({ maxBytes: 32 * megabyte, isCurrent });
  const feedLeagues = new TaggedCache<RememberedLeague>({ maxBytes: 32 * megabyte, isCurrent });
  const feedViewers = new TaggedCache<RememberedViewer>({ maxBytes: 16 * megabyte, isCurrent });
  const all = [
    callers,
    cards,
    messageCounts,
    notificationCounts,
    leagueMembers,
    tables,
    feedLeagues,
    feedViewers,
  ];
  const clear = () => all.forEach((cache) => cache.clear());
  const drop = (tag: string) => all.forEach((cache) => cache.drop(tag));
  return {
    callers,
    cards,
    messageCounts,
    notificationCounts,
    leagueMembers,
    tables,
    feedLeagues,
    feedViewers,
    isCurrent,
    follow: () =>
      database.follow('live', {
        onMessage(payload) {
          const message: unknown = JSON.parse(payload);
          if (v.is(Change, message)) drop(message.changed);
          else if (v.is(PostEvent, message)) drop(`post:${message.event.post}`);
          else if (v.is(NotificationEvent, message)) drop(`notified:${message.event.member}`);
          else if (v.is(Membership, message)) drop(`league:${message.membership.league}`);
          else if (v.is(Restored, message)) clear();
        },
        onOwnChange: drop,
        onCut: clear,
      }),
  };
}
