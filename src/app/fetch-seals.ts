import type { Api } from '#actors/api.ts';
import { sealCalls, type SealedBets } from '#contract/seals.ts';
import { fetchAll } from './fetch-all.ts';

type Of = { readonly item: number } | { readonly section: number };

/** All the sealed picks on an item, or on the started items of a league. */
export const fetchSeals = (api: Api, of: Of, signal?: AbortSignal): Promise<SealedBets[]> =>
  fetchAll((page) => api.call(sealCalls.seals, { query: { ...of, ...page }, signal }));
