import type { Api } from '#actors/api.ts';
import { limits } from '#contract/limits.ts';
import { sealCalls, type SealedPicks } from '#contract/seals.ts';

type Of = { readonly item: number } | { readonly section: number };

/** All the sealed picks on an item, or on the started items of a league, page by page. */
export async function fetchSeals(api: Api, of: Of, signal?: AbortSignal): Promise<SealedPicks[]> {
  const bets: SealedPicks[] = [];
  for (;;) {
    const query = { ...of, limit: limits.page.max, offset: bets.length };
    const { results, count } = await api.call(sealCalls.seals, { query, signal });
    bets.push(...results);
    if (results.length === 0 || bets.length >= count) return bets;
  }
}
