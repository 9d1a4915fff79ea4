import type { Http } from '#actors/http.ts';
import { asFailure } from '#contract/failures.ts';
import type { ResourceInput } from '#machines/resource.ts';

type Params = ResourceInput['params'];
const id = (params: Params, name = 'id') => params[name] as number;

/** What each key of the resource machine loads. `src/screens` names the keys; a new one is a line here. */
const loads = {
  post: (http: Http, params: Params, signal: AbortSignal) =>
    http.get('post', params['id'] as number | string, { code: params['code'] }, signal),
  item: (http: Http, params: Params, signal: AbortSignal) => http.get('item', id(params), {}, signal),
  league: (http: Http, params: Params, signal: AbortSignal) =>
    http.get('section', id(params), { code: params['code'] }, signal),
  profile: (http: Http, params: Params, signal: AbortSignal) =>
    http.call('profile', { query: { member: id(params) }, signal }),
  missing: (http: Http, params: Params, signal: AbortSignal) =>
    http.call('missing', { query: { post: id(params), limit: 100 }, signal }),
  /** The leagues that staff make games in: the newest of all, and the one they stand in. */
  leaguesToRun: async (http: Http, { league }: Params, signal: AbortSignal) => {
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
  standings: (http: Http, params: Params, signal: AbortSignal) =>
    http.call('standings', {
      query: {
        section: id(params, 'section'),
        clan: params['clan'] as number | undefined,
        post: params['post'] as number | undefined,
        limit: (params['limit'] as number | undefined) ?? 100,
      },
      signal,
    }),
  sessions: (http: Http, _: Params, signal: AbortSignal) => http.call('sessions', { signal }),
  points: (http: Http, params: Params, signal: AbortSignal) =>
    http.call('points', {
      query: { section: id(params, 'section'), member: params['member'] as number | undefined, limit: 100 },
      signal,
    }),
} as const;

export type ResourceKey = keyof typeof loads;

/** Loads one thing by its key. An unknown key is a defect of the screen that asked. */
export function loadResource(
  http: Http,
  { key, params }: ResourceInput,
  signal: AbortSignal,
): Promise<unknown> {
  if (!Object.hasOwn(loads, key)) return Promise.reject(new Error(`no resource "${key}"`));
  return loads[key as ResourceKey](http, params, signal);
}
