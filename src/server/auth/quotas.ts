import type { MemberContext } from '#server/http/context.ts';
import { consumeOrRefuse } from '#server/http/consume-or-refuse.ts';

const hour = 3_600;
const day = 24 * hour;

/**
 * What one member may make and cause, over all processes. Posts, pins, corrections, changes by an import and comments notify
 * others: their limits are those of the notices that one member causes another. Edits are those of games and items that
 * their timelines keep.
 */
const quotas = {
  leagues: { max: 60, seconds: day },
  groups: { max: 60, seconds: day },
  competitions: { max: 60, seconds: day },
  options: { max: 500, seconds: day },
  posts: { max: 60, seconds: hour },
  pins: { max: 10, seconds: hour },
  corrections: { max: 30, seconds: hour },
  // Of any number of matches: a file may correct a whole tournament at once.
  'imported changes': { max: 10, seconds: hour },
  edits: { max: 60, seconds: hour },
  objections: { max: 30, seconds: hour },
  'objection votes': { max: 300, seconds: hour },
  invites: { max: 50, seconds: day },
  // A minute's burst, and what goes on for long.
  comments: { max: 30, seconds: 60 },
  'comments:hour': { max: 600, seconds: hour },
} as const;

/** Counts one of each; 429 when the member has none left. Staff make the catalogue and run all leagues: no quotas. */
export async function countAgainstQuota(
  { db, me }: MemberContext,
  ...names: readonly (keyof typeof quotas)[]
): Promise<void> {
  if (me.isStaff) return;
  await consumeOrRefuse(db, ...names.map((name) => ({ bucket: `${name}:${me.id}`, ...quotas[name] })));
}
