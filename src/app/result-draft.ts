import * as v from 'valibot';

/** A result being typed, as stored in the tab's storage. */
export const ResultDraftSchema = v.object({
  version: v.number(),
  typed: v.record(v.string(), v.pipe(v.number(), v.integer())),
});
