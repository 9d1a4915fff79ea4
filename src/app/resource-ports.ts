import type { Http } from '#actors/http.ts';
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
  member: (http: Http, params: Params, signal: AbortSignal) => http.get('member', id(params), {}, signal),
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
