import * as v from 'valibot';
import type { KnownCaller } from '#server/auth/sessions.ts';
import type { LeagueMembers } from '#server/queries/league-members.ts';
import type { LeagueHistory } from '#server/queries/league-statistics.ts';
import type { LeagueTable, ProjectedTable } from '#server/queries/league-tables.ts';
import type { MemberHistory } from '#server/queries/member-statistics.ts';
import type { PostCard } from '#server/queries/post-cards.ts';
import type { RememberedLeague, RememberedViewer } from '#server/queries/remembered-feeds.ts';
import type { Database } from '#server/db/open.ts';
import { newestEventId } from '#server/db/newest-event.ts';
import { TaggedCache } from './tagged-cache.ts';

/** In-memory caches of database rows, and their invalidation. */

/** Payloads on the channel `live` (0030_cards.sql). */
const Change = v.object({ changed: v.string() });
const AnyEvent = v.object({ event: v.object({ id: v.number() }) });
const PostEvent = v.object({ event: v.object({ member: v.null(), post: v.number() }) });
const NotificationEvent = v.object({
  event: v.object({ type: v.literal('notification'), member: v.number() }),
});
const Membership = v.object({ membership: v.object({ league: v.number() }) });
/** The database was replaced by a restored backup. */
const Restored = v.object({ restored: v.literal(true) });

const megabyte = 2 ** 20;

export type Caches = ReturnType<typeof createCaches>;

/**
 * The caches of a process. They return nothing until it is subscribed to the database's changes, and while that connection is
 * not known to be up to date: callers then read from the database.
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
    /** Number of a member's notifications, by member id. Tags: `notified:`. */
    notificationCounts: cache<number>(1),
    /** Members of a league by name, by league id. Tags: `league:`, and `member:` without an id, for any member. */
    leagueMembers: cache<LeagueMembers>(16),
    /** Number of members of a league, by league id. Tags: `league:`. */
    memberCounts: cache<number>(1),
    /** Standings of leagues and of games. Tags: `table:`, `league:`, and `member:` of each row, or without an id if there are many rows. */
    tables: cache<LeagueTable<number>>(32),
    /** Projected tables. Tags: as of tables. */
    projections: cache<ProjectedTable>(16),
    /** Rounds and races of leagues, by league id. Tags: `table:`, `league:`, and `member:` without an id. */
    leagueHistories: cache<LeagueHistory>(8),
    /** Statistics of members, by league, member and language. Tags: `table:`, `league:`, and `member:` and `option:` without an id. */
    memberHistories: cache<MemberHistory | null>(8),
    /** Order keys of leagues in feeds, by league id. Tags: `feed:`, `league:`. */
    feedLeagues: cache<RememberedLeague>(32),
    /** Members as readers of feeds, by member id. Tags: `viewer:`, `member:`, and `league:` of each of their leagues. */
    feedViewers: cache<RememberedViewer>(16),
  };
  const all = Object.values(caches);
  const clear = () => all.forEach((one) => one.clear());
  const drop = (tag: string) => all.forEach((one) => one.drop(tag));
  let lastEventId: number | null = null;
  return {
    ...caches,
    /** Whether the caches may answer: every change older than a second has been received. */
    isCurrent,
    /** Id of the newest live event received: what is read from now on includes it. null: not known. */
    lastEventId: () => (isCurrent() ? lastEventId : null),
    /** Subscribes to the database's changes. */
    async follow() {
      // Before the subscription: an event in between is then newer than this, and never taken as received.
      // Without it, early pages wait for the first event that is received.
      lastEventId = await newestEventId(database.db).catch(() => null);
      database.follow('live', {
        onMessage(payload) {
          const message: unknown = JSON.parse(payload);
          if (v.is(AnyEvent, message)) lastEventId = message.event.id;
          if (v.is(Change, message)) drop(message.changed);
          else if (v.is(PostEvent, message)) drop(`post:${message.event.post}`);
          else if (v.is(NotificationEvent, message)) drop(`notified:${message.event.member}`);
          else if (v.is(Membership, message)) drop(`league:${message.membership.league}`);
          else if (v.is(Restored, message)) {
            // Ids begin again where the backup ended.
            lastEventId = null;
            clear();
          }
        },
        onOwnChange: drop,
        onCut: clear,
      });
    },
  };
}
