import type { Api } from '#actors/api.ts';
import { asFailure } from '#contract/failures.ts';
import type { ResourceInput } from '#machines/resource.ts';

type Params = ResourceInput['params'];
const numberParam = (params: Params, name = 'id') => params[name] as number;

/** What each key of the resource machine loads. `src/screens` names the keys; a new one is a line here. */
const loaders = {
  post: (http: Api, params: Params, signal: AbortSignal) =>
    http.get('post', params['id'] as number | string, { code: params['code'] }, signal),
  item: (http: Api, params: Params, signal: AbortSignal) => http.get('item', numberParam(params), {}, signal),
  league: (http: Api, params: Params, signal: AbortSignal) =>
    http.get('section', numberParam(params), { code: params['code'] }, signal),
  profile: (http: Api, params: Params, signal: AbortSignal) =>
    http.call('profile', { query: { member: numberParam(params) }, signal }),
  missing: (http: Api, params: Params, signal: AbortSignal) =>
    http.call('missing', { query: { post: numberParam(params), limit: 100 }, signal }),
  /** The leagues that staff make games in: the newest of all, and the one they stand in. */
  leaguesToRun: async (http: Api, { league }: Params, signal: AbortSignal) => {
    const query = { is_staff: true, active: true, limit: 100 };
    const { results } = await http.list('section', query, signal);
    if (league === undefined || results.some((one) => one.id === league)) return results;
    // One that is no longer there is only not among them.
    const here = await http.get('section', league as number, {}, signal).catch((thrown: unknown) => {
      if (asFailure(thrown).kind === 'not_found') return null;
      throw thrown;
    });
    return [...(here ? [here] : []), ...results];
  },
  standings: (http: Api, params: Params, signal: AbortSignal) =>
    http.call('standings', {
      query: {
        section: numberParam(params, 'section'),
        clan: params['clan'] as number | undefined,
        post: params['post'] as number | undefined,
        limit: (params['limit'] as number | undefined) ?? 100,
      },
      signal,
    }),
  sessions: (http: Api, _: Params, signal: AbortSignal) => http.call('sessions', { signal }),
  points: (http: Api, params: Params, signal: AbortSignal) =>
    http.call('points', {
      query: {
        section: numberParam(params, 'section'),
        member: params['member'] as number | undefined,
        limit: 100,
      },
      signal,
    }),
} as const;

export type ResourceKey = keyof typeof loaders;

/** Loads one thing by its key. An unknown key is a defect of the screen that asked. */
export function loadResource(
  http: Api,
  { key, params }: ResourceInput,
  signal: AbortSignal,
): Promise<unknown> {
  if (!Object.hasOwn(loaders, key)) return Promise.reject(new Error(`no resource "${key}"`));
  return loaders[key as ResourceKey](http, params, signal);
}
