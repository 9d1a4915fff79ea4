import { fromCallback } from 'xstate';
import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { asFailure } from '#contract/failures.ts';
import type { Bet } from '#contract/models.ts';
import { bet } from '#machines/bet.ts';
import { betRegistry, type BetDrafts } from '#machines/bet-registry.ts';
import { withTimeout } from './with-timeout.ts';

const StoredValues = v.record(v.pipe(v.string(), v.digits()), v.nullable(v.number()));

/** Drafts are kept one key an item and member, so that two tabs do not write over each other's. */
const draftPrefix = (member: number) => `draft:${member}:`;

/** Taken back already: an earlier try's answer was lost on the way. */
function ignoreNotFound(thrown: unknown): void {
  if (asFailure(thrown).kind !== 'not_found') throw thrown;
}

/** The bet registry with its ports made real. */
export function provideBetRegistry(storage: KeyValueStore, loadHttp: () => Promise<Api>) {
  const betWithPorts = bet.provide({
    actors: {
      saveBets: withTimeout(async ({ input: { post, set, clear } }): Promise<readonly Bet[]> => {
        const http = await loadHttp();
        const bets =
          set.length === 0
            ? []
            : await http.createMany(
                'bet',
                set.map((one) => ({ ...one, post })),
              );
        if (clear.length > 0) await http.remove('bet', clear).catch(ignoreNotFound);
        return bets;
      }),
      fetchItem: withTimeout(async ({ input: { id }, signal }) => {
        const http = await loadHttp();
        return http.get('item', id, { signal });
      }),
    },
  });
  const unsent = new Map<string, unknown>();
  // Another tab wiped what the browser kept: what is unsent here is written anew, before the session ends by it.
  storage.watch((changed) => {
    if (changed === null) for (const [key, pendingValues] of unsent) storage.write(key, pendingValues);
  });
  return betRegistry.provide({
    actors: {
      bet: betWithPorts,
      loadDrafts: withTimeout(({ input }): Promise<BetDrafts> => {
        const kept = Object.entries(storage.readAll(draftPrefix(input.member)));
        const drafts = kept.flatMap(([item, pendingValues]) => {
          const parsed = v.safeParse(StoredValues, pendingValues);
          return parsed.success ? [[item, parsed.output]] : [];
        });
        return Promise.resolve(Object.fromEntries(drafts));
      }),
      draftStore: fromCallback(({ input, receive }) => {
        receive(({ item, pendingValues }) => {
          const key = `${draftPrefix(input.member)}${item}`;
          unsent.set(key, Object.keys(pendingValues).length > 0 ? pendingValues : null);
          storage.write(key, unsent.get(key));
        });
      }),
    },
  });
}
