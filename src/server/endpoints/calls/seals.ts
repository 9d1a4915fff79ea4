import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { pageWindow } from '#server/http/input.ts';
import { readSeals } from '#server/queries/seals.ts';

export const seals = defineCall('seals', {
  target: ({ query: { item, section = 0 } }) =>
    item === undefined ? { model: 'section', id: section } : { model: 'item', id: item },
  handler: (ctx, { query }) => readSeals(ctx, { ...query, ...pageWindow(query) }),
});
