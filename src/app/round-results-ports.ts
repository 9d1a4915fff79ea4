import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { calls } from '#contract/calls.ts';
import type { RoundDrafts } from '#domain/round-results.ts';
import { roundResults } from '#machines/round-results.ts';
import { ResultDraftSchema } from './result-draft.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/** The round's results with their ports provided. Loaded on demand. */
export function provideRoundResults(api: Api, tabStorage: KeyValueStore): typeof roundResults {
  const drafts = storedValue<RoundDrafts, { game: number }>(tabStorage, {
    key: ({ game }) => `round:${game}`,
    schema: v.record(v.string(), ResultDraftSchema),
  });
  return roundResults.provide({
    actors: {
      loadDrafts: drafts.ports.load,
      draftStore: drafts.ports.keep,
      setResults: withTimeout(({ input }) => api.call(calls.setResults, { body: input })),
    },
  });
}
