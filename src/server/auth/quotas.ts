import type { MemberContext } from '#server/http/context.ts';
import { consumeOrRefuse } from '#server/http/consume-or-refuse.ts';

const hour = 3_600;
const day = 24 * hour;

/**
 * Limits on what one member creates, over all processes. Posts, pins, corrections, changes by an import and comments notify
 * others: their limits also bound the notifications that one member causes. Edits are changes of games and items that
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
  // Counted per import, however many matches it changes.
  'imported changes': { max: 10, seconds: hour },
  edits: { max: 60, seconds: hour },
  objections: { max: 30, seconds: hour },
  'objection votes': { max: 300, seconds: hour },
  invites: { max: 50, seconds: day },
  // A burst in a minute, and a sustained rate.
  comments: { max: 30, seconds: 60 },
  'comments:hour': { max: 600, seconds: hour },
} as const;

/** Counts one unit in each quota of the kind; 429 if one is used up. Staff have no quotas: they run the catalogue and all leagues. */
export async function countAgainstQuota(
  { db, me }: MemberContext,
  ...names: readonly (keyof typeof quotas)[]
): Promise<void> {
  if (me.isStaff) return;
  await consumeOrRefuse(db, ...names.map((name) => ({ bucket: `${name}:${me.id}`, ...quotas[name] })));
}
