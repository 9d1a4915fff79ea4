import * as v from 'valibot';

/** A result being typed, as the tab's storage holds it. */
export const ResultDraftSchema = v.object({
  version: v.number(),
  typed: v.record(v.string(), v.pipe(v.number(), v.integer())),
});
