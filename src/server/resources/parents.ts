import type { ModelName } from '#contract/model-registry.ts';
import type { Target } from '#server/auth/access.ts';
import type { CreateInput } from '#server/endpoints/model-endpoint.ts';

/** The object that a new one goes into, whose standing the policy asks for; null goes into nothing. */
export const createTargets: { readonly [N in ModelName]?: (input: CreateInput<N>) => Target | null } = {
  bet: ({ itemOption }) => ({ model: 'itemoption', id: itemOption }),
  postcomment: ({ comment_post }) => ({ model: 'post', id: comment_post }),
  post: ({ section }) => (section === null ? null : { model: 'section', id: section }),
  option: ({ section }) => (section === undefined ? null : { model: 'section', id: section }),
};
