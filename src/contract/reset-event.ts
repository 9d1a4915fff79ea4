import type { LiveEvent } from './live-events.ts';

/** The event after which everything shown is refetched. In its own file, so that the first screen does not load the schema. */
export const resetEvent = (id: number): LiveEvent => ({
  id,
  type: 'reset',
  section: null,
  post: null,
  item: null,
  version: null,
});
