import type { Api } from '#actors/api.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { decodeText } from '#contract/decode-text.ts';
import { makeGameCalls } from '#contract/make-game-calls.ts';
import { competitionFile } from '#machines/competition-file.ts';
import { importCompetition } from '#machines/import-competition.ts';
import { createIdempotent } from './create-idempotent.ts';
import { withTimeout } from './with-timeout.ts';

/** The import of competitions with its ports provided. Loaded on demand. */
export function provideImportCompetition(api: Api, storage: KeyValueStore): typeof importCompetition {
  const createOnce = createIdempotent(storage);
  return importCompetition.provide({
    actors: {
      competitionFile: competitionFile.provide({
        actors: {
          readFile: withTimeout(async ({ input }) =>
            decodeText(new Uint8Array(await input.file.arrayBuffer())),
          ),
          checkFile: withTimeout(({ input, signal }) =>
            api.call(makeGameCalls.competitionFile, { body: input, signal }),
          ),
          // Storing is idempotent, so it needs no key.
          storeFile: withTimeout(({ input }) =>
            api.call(makeGameCalls.competitionFile, { body: { ...input, store: true } }),
          ),
        },
      }),
      fetchCompetitions: withTimeout(({ input: { league }, signal }) =>
        api.call(makeGameCalls.competitions, { query: { section: league }, signal }),
      ),
      importCompetition: withTimeout(({ input, signal }) =>
        createOnce('tournament', input, signal, (key) =>
          api.call(makeGameCalls.importCompetition, { body: input, key }),
        ),
      ),
      undoImport: withTimeout(async ({ input: { league, competition } }) => {
        const { res } = await api.call(makeGameCalls.undoImport, { query: { section: league, competition } });
        return res;
      }),
    },
  });
}
