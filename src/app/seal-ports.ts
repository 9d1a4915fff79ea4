import type { Api } from '#actors/api.ts';
import { sha256 } from '#actors/sha256.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { sealedText } from '#contract/seals.ts';
import { reportOf } from '#domain/seals.ts';
import { sealCheck } from '#machines/seal-check.ts';
import { fetchSeals } from './fetch-seals.ts';
import { resource } from './resource-ports.ts';
import { shownSeals } from './shown-seals.ts';
import { withTimeout } from './with-timeout.ts';

/** The machines of seals with their ports provided. Loaded on demand. */
export function provideSeals(api: Api, storage: KeyValueStore, currentMemberId: () => number) {
  const shown = shownSeals(storage);
  return {
    /** The caller's seal on an item; null without picks, and once the item has started. */
    own: resource<string | null, { item: number }>(async (params, signal) => {
      const [bet] = (await api.list('bet', params, signal)).results;
      const seal = bet?.seal ?? null;
      // After the start the server sends no seal: the stored one is kept.
      if (seal !== null || !bet) shown.keep({ member: currentMemberId(), ...params }, seal);
      return seal;
    }),
    check: sealCheck.provide({
      actors: {
        checkSeals: withTimeout(async ({ input: { item }, signal }) => {
          const bets = await fetchSeals(api, { item }, signal);
          const seals = await Promise.all(bets.map((bet) => sha256(sealedText(bet))));
          const member = currentMemberId();
          return reportOf(bets, seals, { member, shown: shown.load({ member, item }) });
        }),
      },
    }),
  };
}
