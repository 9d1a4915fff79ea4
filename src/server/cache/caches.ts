import * as v from 'valibot';
import type { KnownCaller } from '#server/auth/sessions.ts';
import type { Database } from '#server/db/open.ts';
import { TaggedCache } from './tagged-cache.ts';

/** What a process remembers of the database, and how it hears of every change of that. */

/** Payloads on the channel `live` that tell of what is remembered; the others are for streams alone. */
const Change = v.object({ changed: v.string() });
/** The database was replaced by a backup's. */
const Restored = v.object({ restored: v.literal(true) });

export type Caches = {
  /** Callers by the hash of their token. Tags: `session:` and `member:` with the id. */
  readonly callers: TaggedCache<KnownCaller>;
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
  const all = [callers];
  const clear = () => all.forEach((cache) => cache.clear());
  const drop = (tag: string) => all.forEach((cache) => cache.drop(tag));
  return {
    callers,
    follow: () =>
      database.follow('live', {
        onMessage(payload) {
          const message: unknown = JSON.parse(payload);
          if (v.is(Change, message)) drop(message.changed);
          else if (v.is(Restored, message)) clear();
        },
        onOwnChange: drop,
        onCut: clear,
      }),
  };
}
