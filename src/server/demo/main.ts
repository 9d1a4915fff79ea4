import { formatPhone } from '#contract/phone.ts';
import type { LiveLeague } from './live-league.ts';
import { people } from './people.ts';

/**
 * `npm run demo`: the real server on a folder of its own, filled anew at each start so that a match is always live, and
 * another one kicks off every five minutes. It never touches the data of `npm start`, and never a database that is not
 * empty.
 */
const own = process.env['DATABASE_URL'] === undefined && process.env['DATA_DIR'] === undefined;
if (own) process.env['DATA_DIR'] = '.data-demo';

const { start } = await import('#server/boot/start.ts');
const { buildClient } = await import('#server/boot/client-build.ts');
const { liveLeagueJob, makeLiveLeague } = await import('./live-league.ts');
let liveLeague: LiveLeague | null = null;
start({
  build: buildClient,
  emptyDatabase: own,
  seed: async (db) => {
    const { seedDemo } = await import('./seed.ts');
    const { count } = await db
      .selectFrom('members')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const now = new Date();
    if (count === 0) liveLeague = await makeLiveLeague(db, await seedDemo(db, now), now);
    const [owner, friend] = people;
    process.stdout.write(
      `The demo league is ready. Sign in as ${owner.name} (${formatPhone(owner.phone)}, who runs it) or ${friend.name} (${formatPhone(friend.phone)}); the PIN is printed here.\n`,
    );
  },
  jobs: (platform) => (liveLeague ? [liveLeagueJob(platform, liveLeague)] : []),
});
