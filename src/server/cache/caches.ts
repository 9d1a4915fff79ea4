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

const megabyte = 2 ** 20;

export type Caches = ReturnType<typeof createCaches>;

/**
 * The caches of a process. Until it follows the database's changes, and while it cannot hear them, they answer nothing:
 * whoever asks them asks the database.
 */
export function createCaches(database: Database) {
  const isCurrent = () => database.isCurrent();
  const cache = <Value>(megabytes: number) =>
    new TaggedCache<Value>({ maxBytes: megabytes * megabyte, isCurrent });
  const caches = {
    /** Callers by the hash of their token. Tags: `session:` and `member:` with the id. */
    callers: cache<KnownCaller>(16),
    /** Cards of posts. Tags: `post:`, and what the card shows: `league:`, `member:` and `option:`. */
    cards: cache<PostCard>(64),
    /** How many messages a chat has, by its post's id. Tags: `post:`. */
    messageCounts: cache<number>(1),
    /** How many notifications a member has, by their id. Tags: `notified:`. */
    notificationCounts: cache<number>(1),
    /** Ids of a league's members by name, by its id. Tags: `league:`, and `member:` alone, for anybody. */
    leagueMembers: cache<Int32Array>(16),
    /** Tables of leagues and of their games. Tags: `table:`, `league:`, and `member:` of each row, or alone for many rows. */
    tables: cache<LeagueTable>(32),
    /** Leagues as feeds are ordered by, by id. Tags: `feed:`, `league:`. */
    feedLeagues: cache<RememberedLeague>(32),
    /** Members as readers of feeds, by id. Tags: `viewer:`, `member:`, and `league:` of each league that they are in. */
    feedViewers: cache<RememberedViewer>(16),
  };
  const all = Object.values(caches);
  const clear = () => all.forEach((one) => one.clear());
  const drop = (tag: string) => all.forEach((one) => one.drop(tag));
  return {
    ...caches,
    /** Whether anything is answered from memory: every change has been heard of by now. */
    isCurrent,
    /** Begins to hear of changes. */
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
