import type { Post } from '#contract/models.ts';

/** The first line of a post's words; empty where it has none. */
export const headlineOf = ({ description }: Pick<Post, 'description'>): string =>
  description.split('\n')[0] ?? '';

/** The name of a game: its headline, else its first item's name. */
export const gameNameOf = (post: Pick<Post, 'description' | 'items_data'>): string =>
  headlineOf(post) || (post.items_data[0]?.name ?? '');
