import { fillDemo, isOwnDatabase } from './fill.ts';
import type { LiveLeague } from './live-league.ts';

/**
 * `npm run demo`: the real server on a folder of its own, filled again at each start so that a match is always live and
 * another one starts every five minutes. It never uses the data of `npm start`, nor
 * a database that is not empty, unless an earlier start has filled it: its live league goes on.
 */
const own = isOwnDatabase(process.env);
if (own) process.env['DATA_DIR'] = '.data-demo';

const { start } = await import('#server/boot/start.ts');
const { buildClient } = await import('#server/boot/client-build.ts');
const { liveLeagueJob } = await import('./live-league.ts');
let liveLeague: LiveLeague | null = null;
start({
  build: buildClient,
  emptyDatabase: own,
  seed: async (db) => {
    const { league, said } = await fillDemo(db, new Date());
    liveLeague = league;
    process.stdout.write(`${said}\n`);
  },
  jobs: (platform) => (liveLeague ? [liveLeagueJob(platform, liveLeague)] : []),
});
