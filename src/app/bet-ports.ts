import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import { tick } from '#actors/haptics.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { asFailure } from '#contract/failures.ts';
import type { Bet } from '#contract/models.ts';
import type { StoredPicks } from '#domain/bet/pending-values.ts';
import type { AppActor } from '#machines/app.ts';
import { bet } from '#machines/bet.ts';
import { betRegistry } from '#machines/bet-registry.ts';
import { shownSeals } from './shown-seals.ts';
import { storedRecord } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/** A `not_found` on removal: an earlier try already removed it and its answer was lost. */
function ignoreNotFound(thrown: unknown): void {
  if (asFailure(thrown).kind !== 'not_found') throw thrown;
}

const Picks = v.record(v.pipe(v.string(), v.digits()), v.nullable(v.number()));

/** The bet registry with its ports provided. */
export function provideBetRegistry(api: Api, storage: KeyValueStore, app: () => AppActor) {
  const { ports } = storedRecord<StoredPicks, { member: number }>(storage, {
    key: ({ member }) => `draft:${member}:`,
    schema: v.union([Picks, v.object({ removed: Picks })]),
  });
  const shown = shownSeals(storage);
  return betRegistry.provide({
    actors: {
      bet: bet.provide({
        actors: {
          saveBets: withTimeout(
            async ({ input: { item, post, set, clear }, signal }): Promise<readonly Bet[]> => {
              const rows = set.map((one) => ({ ...one, post }));
              const bets = rows.length > 0 ? await api.createMany('bet', rows, signal) : [];
              if (clear.length > 0) await api.remove('bet', clear, signal).catch(ignoreNotFound);
              if (bets.length > 0) tick();
              // What is taken back changes the seal, and answers none.
              const seal = clear.length > 0 ? null : bets[0]?.seal;
              const member = app().getSnapshot().context.session?.user.id ?? 0;
              shown.keep({ member, item }, seal ?? null);
              return bets;
            },
          ),
          fetchItem: withTimeout(({ input: { id }, signal }) => api.get('item', id, { signal })),
        },
      }),
      loadDrafts: ports.load,
      draftStore: ports.keep,
    },
  });
}
