import type { LiveEvent } from '#contract/live-events.ts';
import type { GameState } from '#contract/models.ts';

/** The filters of a feed; undefined: all leagues, any state. */
export type FeedScope = {
  readonly league: number | undefined;
  readonly state: GameState | undefined;
  /** Whether the caller is in a league: staff hear of the official ones too. */
  readonly isMine: (league: number) => boolean;
};

type FeedChange =
  | { readonly type: 'list.refresh' }
  | { readonly type: 'rows.arrived' | 'rows.changed'; readonly ids: readonly number[] };

/** The events to send to a feed's list after a live event. `isKnown`: whether the list has a row of that game. */
export function feedChanges(
  { type, post, section, version }: LiveEvent,
  { league, state, isMine }: FeedScope,
  isKnown: (game: number) => boolean,
): readonly FeedChange[] {
  if (type === 'reset') return [{ type: 'list.refresh' }];
  if (post === null || (league !== undefined && section !== league)) return [];
  const belongs = league !== undefined || section === null || isMine(section);
  if (type === 'post' && version === 1)
    return belongs && (state === undefined || state === 'open')
      ? [{ type: 'rows.arrived', ids: [post] }]
      : [];
  if (type !== 'post' && type !== 'item' && type !== 'votes' && type !== 'comment') return [];
  // It may be in this state only now.
  const joins = belongs && state !== undefined && (type === 'item' || type === 'post') && !isKnown(post);
  return [{ type: 'rows.changed', ids: [post] }, ...(joins ? [{ type: 'list.refresh' } as const] : [])];
}
