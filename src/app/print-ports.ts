import type { Api } from '#actors/api.ts';
import { printPage } from '#actors/print-page.ts';
import { calls } from '#contract/calls.ts';
import { printCalls } from '#contract/printing.ts';
import type { PrintedLeague } from '#domain/printed-league.ts';
import { printLeague } from '#machines/print-league.ts';
import { fetchAll } from './fetch-all.ts';
import { withTimeout } from './with-timeout.ts';

/** Games per request, since the rounds of a large league are large. */
const gamesAtOnce = 5;

/** The printing of a league, with its ports provided. Loaded on demand. */
export const providePrint = (api: Api) =>
  printLeague.provide({
    actors: {
      fetchLeague: withTimeout(async ({ input: { league: section }, signal }): Promise<PrintedLeague> => {
        const [league, table, games] = await Promise.all([
          api.get('section', section, { signal }),
          fetchAll((page) => api.call(calls.standings, { query: { section, ...page }, signal })),
          fetchAll(
            (page) => api.call(printCalls.printedGames, { query: { section, ...page }, signal }),
            gamesAtOnce,
          ),
        ]);
        return { league, table, games, at: new Date().toISOString() };
      }),
      printPage: withTimeout(async () => printPage()),
    },
  });
