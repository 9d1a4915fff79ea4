import type { Api } from '#actors/api.ts';
import { calls } from '#contract/calls.ts';
import { asFailure } from '#contract/failures.ts';
import { modelRegistry, type ListQueryOf } from '#contract/model-registry.ts';
import type { CachedAnswer } from '#domain/cached-answer.ts';
import { resourceOf } from '#machines/resource.ts';
import type { ResourceMachines } from '#screens/app-context.tsx';
import type { AnswerCache } from './answer-cache.ts';
import { withTimeout } from './with-timeout.ts';

/** A resource with its `load` port provided. */
export const resource = <Value, Params>(
  load: (params: Params, signal: AbortSignal, mayBeCached: boolean) => Promise<Value | CachedAnswer<Value>>,
) =>
  resourceOf<Value, Params>().provide({
    actors: { load: withTimeout(({ input, signal }) => load(input.params, signal, input.mayBeCached)) },
  });

/** Every resource of the screens with its call. */
export const provideResources = (api: Api, last: AnswerCache): ResourceMachines => ({
  post: resource((params, signal, mayBeCached) =>
    last.staleIfError(
      { name: 'game', params, schema: modelRegistry.post.read },
      () => api.get('post', params.id, { code: params.code, signal }),
      mayBeCached,
    ),
  ),
  page: resource(({ slug, language }, signal) =>
    api
      .get('post', language === 'heb' ? slug : `${slug}.${language}`, { signal })
      .catch((thrown: unknown) => {
        // The language has no pages of its own: use the default one.
        if (asFailure(thrown).kind === 'not_found') return api.get('post', slug, { signal });
        throw thrown;
      }),
  ),
  item: resource((params, signal, mayBeCached) =>
    last.staleIfError(
      { name: 'item', params, schema: modelRegistry.item.read },
      () => api.get('item', params.id, { signal }),
      mayBeCached,
    ),
  ),
  gameSteps: resource(async ({ post }, signal) => {
    const { results } = await api.call(calls.gameSteps, { query: { post }, signal });
    return results;
  }),
  gameType: resource(({ id }, signal) => api.get('itemtype', id, { signal })),
  league: resource((params, signal, mayBeCached) =>
    last.staleWhileRevalidate(
      { name: 'league', params, schema: modelRegistry.section.read },
      () => api.get('section', params.id, { code: params.code, signal }),
      mayBeCached,
    ),
  ),
  profile: resource(({ member }, signal) => api.call(calls.profile, { query: { member }, signal })),
  missingBettors: resource(({ post }, signal) =>
    api.call(calls.missingBettors, { query: { post, limit: 100 }, signal }),
  ),
  bettors: resource(({ item }, signal) => api.call(calls.bettors, { query: { item, limit: 100 }, signal })),
  leaguesToRun: resource(async ({ league }, signal) => {
    const query: ListQueryOf<'section'> = { is_staff: true, active: true, limit: 100 };
    const { results } = await api.list('section', query, signal);
    if (league === undefined || results.some(({ id }) => id === league)) return results;
    // A deleted league is left out.
    const here = await api.get('section', league, { signal }).catch((thrown: unknown) => {
      if (asFailure(thrown).kind === 'not_found') return null;
      throw thrown;
    });
    return [...(here ? [here] : []), ...results];
  }),
  standings: resource((query, signal, mayBeCached) =>
    last.staleWhileRevalidate(
      { name: 'place', params: query, schema: calls.standings.answer },
      () => api.call(calls.standings, { query, signal }),
      mayBeCached,
    ),
  ),
  sessions: resource((_, signal) => api.call(calls.sessions, { query: { limit: 100 }, signal })),
});
