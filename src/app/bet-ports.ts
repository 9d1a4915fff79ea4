import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import { tick } from '#actors/haptics.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { asFailure } from '#contract/failures.ts';
import type { SavedBets, StoredPicks } from '#domain/bet/pending-values.ts';
import type { AppActor } from '#machines/app.ts';
import { bet } from '#machines/bet.ts';
import { betRegistry, isShown, type SyncedItems } from '#machines/bet-registry.ts';
import { shownSeals } from './shown-seals.ts';
import { storedRecord } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * Removes bets, which counts as one change of the picks of `version`. Resolves with the new version, or with undefined if
 * an earlier attempt, whose answer was lost, had removed them.
 */
const removeBets = (api: Api, ids: readonly number[], version: number, signal: AbortSignal) =>
  api.remove('bet', ids, { query: { version }, signal }).then(
    () => version + 1,
    (thrown: unknown) => {
      if (asFailure(thrown).kind !== 'not_found') throw thrown;
      return undefined;
    },
  );

/** The maximum rows of a page; picks on more items are fetched when the connection is next restored. */
const largestPage = 100;

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
            async ({ input: { item, post, version, set, clear }, signal }): Promise<SavedBets> => {
              const rows = set.map((one) => ({ ...one, post, version }));
              const bets = rows.length > 0 ? await api.createMany('bet', rows, signal) : [];
              const placed = bets[0]?.version ?? version;
              const saved = clear.length > 0 ? await removeBets(api, clear, placed, signal) : placed;
              if (bets.length > 0) tick();
              // Clearing picks changes the seal, but its answer contains none.
              const seal = clear.length > 0 ? null : bets[0]?.seal;
              const member = app().getSnapshot().context.session?.user.id ?? 0;
              shown.keep({ member, item }, seal ?? null);
              return { bets, version: saved };
            },
          ),
          fetchItem: withTimeout(({ input: { id }, signal }) => api.get('item', id, { signal })),
        },
      }),
      loadDrafts: ports.load,
      draftStore: ports.keep,
      fetchItems: withTimeout(async ({ input: { ids }, signal }): Promise<SyncedItems> => {
        const asked = ids.slice(0, largestPage);
        const { results } = await api.list('item', { ids: asked, limit: largestPage }, signal);
        return { items: results, serverNow: Date.now() + (app().getSnapshot().context.clockOffset ?? 0) };
      }),
    },
  });
}

/**
 * Shows a toast for each refused bet whose item no view shows: picks that an earlier page could not send. Called once the
 * registry is started, before it has fetched their items, so that none is missed.
 */
export function toastRefusals(app: AppActor): void {
  const { context, children } = app.getSnapshot();
  const { bets } = context;
  bets?.on('bet.refused', ({ item, failure }) => {
    if (isShown(bets.getSnapshot().context, item.id)) return;
    children.toasts?.send({
      type: 'toast.show',
      toast: {
        kind: 'failure',
        message: 'spoken.said',
        values: { who: item.name },
        reason: failure.kind,
      },
    });
  });
}
