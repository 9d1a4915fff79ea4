import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { pageWindow } from '#server/http/input.ts';
import { readPrintedGames } from '#server/queries/printed-games.ts';

export const printedGames = defineCall('printedGames', {
  target: ({ query }) => ({ model: 'section', id: query.section }),
  handler: (ctx, { query }) => readPrintedGames(ctx, { ...query, ...pageWindow(query) }),
});
