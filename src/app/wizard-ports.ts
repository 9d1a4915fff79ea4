import { fromCallback } from 'xstate';
import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { calls } from '#contract/calls.ts';
import { asFailure, isTransient } from '#contract/failures.ts';
import type { ItemRule, ItemType, Option } from '#contract/models.ts';
import { GameDraft } from '#domain/wizard/game-draft.ts';
import type { DraftKey } from '#domain/wizard/wizard-context.ts';
import { createLeague } from '#machines/create-league.ts';
import { optionPicker } from '#machines/option-picker.ts';
import { gameTypePicker } from '#machines/game-type-picker.ts';
import { wizard } from '#machines/wizard.ts';
import { withTimeout } from './with-timeout.ts';

const PendingRequest = v.object({ words: v.string(), key: v.string() });

/**
 * Makes a thing once, however often its answer is lost: the same words go out under the same key until they are
 * answered, over a reload too.
 */
function createIdempotent(storage: KeyValueStore) {
  // Where nothing can be kept, at least as long as the page lasts.
  const sent = new Map<string, v.InferOutput<typeof PendingRequest>>();
  return async <Made>(what: string, body: unknown, send: (key: string) => Promise<Made>): Promise<Made> => {
    const place = `sending:${what}`;
    const words = JSON.stringify(body);
    const kept = v.safeParse(PendingRequest, sent.get(what) ?? storage.read(place));
    const key = kept.success && kept.output.words === words ? kept.output.key : crypto.randomUUID();
    const settle = () => {
      sent.delete(what);
      storage.write(place, null);
    };
    sent.set(what, { words, key });
    storage.write(place, { words, key });
    try {
      const made = await send(key);
      settle();
      return made;
    } catch (thrown) {
      const failure = asFailure(thrown);
      // A conflict is the first try, still on its way.
      if (!isTransient(failure) && failure.kind !== 'conflict') settle();
      throw thrown;
    }
  };
}

const draftKey = ({ member, league }: DraftKey) => `wizard:${member}:${league ?? 'any'}`;

/** The create-games wizard with its ports made real. Its draft is one a member and the league it was begun in. */
export function provideWizard(storage: KeyValueStore, http: Api): typeof wizard {
  const createOnce = createIdempotent(storage);
  return wizard.provide({
    actors: {
      loadDraft: withTimeout(({ input }): Promise<GameDraft | null> => {
        const kept = v.safeParse(GameDraft, storage.read(draftKey(input)));
        return Promise.resolve(kept.success ? kept.output : null);
      }),
      draftStore: fromCallback(({ input, receive }) => {
        receive(({ draft }) => void storage.write(draftKey(input), draft));
      }),
      createGame: withTimeout(({ input }) =>
        createOnce('game', input, (key) => http.call(calls.createGame, { body: input, key })),
      ),
      createLeague: createLeague.provide({
        actors: {
          createLeague: withTimeout(({ input: { name } }) => {
            const body = { name, custom: true };
            return createOnce('league', body, (key) => http.create('section', body, { key }));
          }),
        },
      }),
      gameTypePicker: gameTypePicker.provide({
        actors: {
          loadTypes: withTimeout(async ({ input, signal }): Promise<readonly ItemType[]> => {
            const { results } = await http.list('itemtype', { ...input, limit: 100 }, signal);
            return results;
          }),
          loadRules: withTimeout(async ({ input, signal }): Promise<readonly ItemRule[]> => {
            const { results } = await http.list('itemrule', { ...input, limit: 100 }, signal);
            return results;
          }),
        },
      }),
      optionPicker: optionPicker.provide({
        actors: {
          searchOptions: withTimeout(async ({ input, signal }): Promise<readonly Option[]> => {
            const { league: section, ...query } = input;
            const { results } = await http.list('option', { ...query, section }, signal);
            return results;
          }),
          createOption: withTimeout(({ input: { name, league: section } }) => {
            const body = { name, section };
            return createOnce('option', body, (key) => http.create('option', body, { key }));
          }),
        },
      }),
    },
  });
}
