import type { LiveEvent } from './live-events.ts';

/** Everything may have changed: what is shown is read again. Apart from its schema, which the first screen does without. */
export const resetEvent = (id: number): LiveEvent => ({
  id,
  type: 'reset',
  section: null,
  post: null,
  item: null,
  version: null,
});
