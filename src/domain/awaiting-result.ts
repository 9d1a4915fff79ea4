import type { Item } from '#contract/models.ts';

/** Whether an item has no result yet and is not void. */
export const isUnsettled = ({ status }: Item): boolean => status === 'open' || status === 'started';

/** Whether a result is due at `now`, the server's time in milliseconds: the item has started, or its date has passed. */
export const isDueAt = ({ status, date }: Item, now: number): boolean =>
  status === 'started' || (status === 'open' && date !== null && Date.parse(date) <= now);
