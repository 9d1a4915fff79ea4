import { sql, type RawBuilder } from 'kysely';
import type { Reader } from '#server/db/content-names.ts';
import { callerId, isStaff, type Context } from '#server/http/context.ts';
import { isInLeague } from './conditions.ts';

/** The reader of a query. `id` is null for a guest; staff see and manage everything. */
export type Viewer = Reader & { readonly isStaff: boolean };
export const viewerOf = (ctx: Context): Viewer => ({
  id: callerId(ctx),
  language: ctx.language,
  isStaff: isStaff(ctx),
});

/** SQL on `l` (leagues): the viewer is in the league. */
export const isMember = (viewer: Viewer): RawBuilder<boolean> => isInLeague(sql`l.id`, viewer.id);

/** SQL on `l` (leagues): the viewer manages the league. */
export const isRunByViewer = (viewer: Viewer): RawBuilder<boolean> => sql<boolean>`(${viewer.isStaff}::boolean
  or coalesce(l.custom and l.owner_id = ${viewer.id}::integer and ${isMember(viewer)}, false))`;

/** SQL on `l` (leagues): those that are shown to one who is in them, by `member`; official ones are to everybody. */
export const isOwnOrOfficial = (member: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`((not l.custom and l.active) or ${member})`;

/** SQL on `l` (leagues): leagues whose posts the viewer may see, by the rules of auth/access.ts; a removed one hides them. */
export const isVisibleLeague = (viewer: Viewer): RawBuilder<boolean> => sql`(l.removed_at is null
  and (${viewer.isStaff}::boolean or ${isOwnOrOfficial(isMember(viewer))}))`;

/**
 * SQL on `p` (posts) and `l` (leagues): the post is visible to the viewer. A removed post is visible to the league's
 * managers.
 */
export const visiblePosts = (viewer: Viewer): RawBuilder<boolean> => sql`
  ((p.active or ${isRunByViewer(viewer)}) and (p.league_id is null or ${isVisibleLeague(viewer)}))`;
