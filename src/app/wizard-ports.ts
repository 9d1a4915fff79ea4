import type { Api } from '#actors/api.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { makeGameCalls } from '#contract/make-game-calls.ts';
import type { ModelName, Row } from '#contract/model-registry.ts';
import { GameDraft } from '#domain/wizard/game-draft.ts';
import type { DraftKey } from '#domain/wizard/wizard-context.ts';
import { createLeague } from '#machines/create-league.ts';
import { optionPicker } from '#machines/option-picker.ts';
import { gameTypePicker } from '#machines/game-type-picker.ts';
import { wizard } from '#machines/wizard.ts';
import type { ToastWhenOffline } from './offline-toast.ts';
import { createIdempotent } from './create-idempotent.ts';
import { storedValue } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/** The wizard with its ports provided. It stores one draft per member and league it was opened in. */
export function provideWizard(
  storage: KeyValueStore,
  http: Api,
  toastWhenOffline: ToastWhenOffline,
): typeof wizard {
  const createIdempotently = createIdempotent(storage);
  const createOnce: typeof createIdempotently = (...request) =>
    toastWhenOffline(createIdempotently(...request));
  const rows = async <Name extends ModelName>(
    ...query: Parameters<typeof http.list<Name>>
  ): Promise<readonly Row<Name>[]> => (await http.list(...query)).results;
  const draft = storedValue<GameDraft, DraftKey>(storage, {
    key: ({ member, league }) => `wizard:${member}:${league ?? 'any'}`,
    schema: GameDraft,
  });
  return wizard.provide({
    actors: {
      loadDraft: draft.ports.load,
      draftStore: draft.ports.keep,
      createGame: withTimeout(({ input, signal }) =>
        createOnce('game', input, signal, (key) => http.call(makeGameCalls.createGame, { body: input, key })),
      ),
      createLeague: createLeague.provide({
        actors: {
          createLeague: withTimeout(({ input: { name }, signal }) => {
            const body = { name, custom: true };
            return createOnce('league', body, signal, (key) => http.create('section', body, { key }));
          }),
        },
      }),
      gameTypePicker: gameTypePicker.provide({
        actors: {
          loadTypes: withTimeout(({ input, signal }) => rows('itemtype', { ...input, limit: 100 }, signal)),
          loadRules: withTimeout(({ input, signal }) => rows('itemrule', { ...input, limit: 100 }, signal)),
        },
      }),
      optionPicker: optionPicker.provide({
        actors: {
          searchOptions: withTimeout(({ input: { league: section, ...query }, signal }) =>
            http.list('option', { ...query, section }, signal),
          ),
          createOption: withTimeout(({ input: { name, league: section }, signal }) => {
            const body = { name, section };
            return createOnce('option', body, signal, (key) => http.create('option', body, { key }));
          }),
        },
      }),
    },
  });
}
