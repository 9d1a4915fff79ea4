import { formatPhone } from '#contract/phone.ts';
import type { Db } from '#server/db/tables.ts';
import type { LiveLeague } from './live-league.ts';
import { demoMembers } from './demo-members.ts';

/** Whether the demo uses its own database: the settings name none. */
export const isOwnDatabase = (env: Readonly<Record<string, string | undefined>>): boolean =>
  // An empty setting counts as unset (settings.ts).
  !env['DATABASE_URL']?.trim() && !env['DATA_DIR']?.trim();

const [owner, friend] = demoMembers;

/** Fills an empty database; returns the live league, that of an earlier start too, and a text for the operator. */
export async function fillDemo(db: Db, now: Date): Promise<{ league: LiveLeague | null; said: string }> {
  const { count } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const signIn = `Sign in as ${owner.name} (${formatPhone(owner.phone)}, who runs it) or ${friend.name} (${formatPhone(friend.phone)}); the PIN is printed here.`;
  const [{ findLiveLeague, makeLiveLeague }, { seedDemo }] = await Promise.all([
    import('./live-league.ts'),
    import('./seed.ts'),
  ]);
  if (count > 0) {
    const league = await findLiveLeague(db);
    if (league) return { league, said: `The demo league goes on. ${signIn}` };
    return {
      league: null,
      said: 'This database has members: no demo league was made in it. Start with an empty DATA_DIR, or with none.',
    };
  }
  return {
    league: await makeLiveLeague(db, await seedDemo(db, now), now),
    said: `The demo league is ready. ${signIn}`,
  };
}
