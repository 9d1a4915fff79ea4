import type { LiveEvent } from '#contract/live-events.ts';
import type { GameState } from '#contract/models.ts';

/** What a view shows, by the ids that live events carry. */
export type LiveSubject =
  | {
      readonly kind:
        'appData' | 'me' | 'profile' | 'notifications' | 'leagues' | 'leagueInvitations' | 'groupMembers';
    }
  | { readonly kind: 'league' | 'leagueMembers' | 'standings' | 'invitableGroups'; readonly league: number }
  | { readonly kind: 'game' | 'gameHeader' | 'chat'; readonly game: number }
  | { readonly kind: 'missingBettors'; readonly game: number; readonly league: number | null }
  | { readonly kind: 'item'; readonly item: number; readonly game: number | null }
  | { readonly kind: 'itemBets'; readonly item: number };

/**
 * Whether what a view shows may be out of date after an event. A reset affects everything. `member` with a league:
 * somebody joined it (leaving sends `league`); without: the caller's profile, preferences or one of their groups.
 */
export function affects({ type, section, post, item }: LiveEvent, subject: LiveSubject): boolean {
  if (type === 'reset') return true;
  const isMine = type === 'member' && section === null;
  switch (subject.kind) {
    case 'notifications':
      return type === 'notification';
    case 'me':
    case 'groupMembers':
      return isMine;
    case 'leagues':
      return type === 'member';
    case 'appData':
    case 'leagueInvitations': // An invitation also sends a notification.
      return type === 'league' || type === 'member' || type === 'notification';
    case 'profile':
      return type === 'league' || type === 'member' || type === 'standings';
    case 'league':
    case 'leagueMembers':
      return section === subject.league && (type === 'league' || type === 'member');
    case 'invitableGroups':
      return isMine || (section === subject.league && (type === 'league' || type === 'member'));
    case 'standings':
      return section === subject.league && (type === 'standings' || type === 'member');
    case 'game':
      return post === subject.game;
    case 'gameHeader':
      return post === subject.game && type !== 'comment';
    case 'chat':
      return post === subject.game && type === 'comment';
    case 'missingBettors':
      return (
        (post === subject.game && type !== 'comment') ||
        (type === 'member' && section !== null && section === subject.league)
      );
    case 'item':
      return item === subject.item || (type === 'post' && post === subject.game);
    case 'itemBets':
      return item === subject.item;
  }
}

/** The games of a feed: of one league or all, in one state or any, to bet on or all. */
export type FeedScope = {
  readonly league: number | undefined;
  readonly state: GameState | undefined;
  readonly toBet: boolean;
};

type FeedChange =
  | { readonly type: 'list.refresh' }
  | { readonly type: 'rows.arrived' | 'rows.changed'; readonly ids: readonly number[] };

/** What a feed's list does after an event; `isKnown` tells whether one of its rows is that game. */
export function feedChanges(
  { type, post, section, version }: LiveEvent,
  { league, state, toBet }: FeedScope,
  isKnown: (game: number) => boolean,
): readonly FeedChange[] {
  if (type === 'reset') return [{ type: 'list.refresh' }];
  if (post === null || (league !== undefined && section !== league)) return [];
  if (type === 'post' && version === 1) {
    // Games to bet on are sorted by deadline, which the server does.
    if (toBet) return [{ type: 'list.refresh' }];
    return state === undefined || state === 'open' ? [{ type: 'rows.arrived', ids: [post] }] : [];
  }
  if (type !== 'post' && type !== 'item' && type !== 'votes' && type !== 'comment') return [];
  // It may belong to a filtered feed only now.
  const joins = (toBet || state !== undefined) && (type === 'item' || type === 'post') && !isKnown(post);
  return [{ type: 'rows.changed', ids: [post] }, ...(joins ? [{ type: 'list.refresh' } as const] : [])];
}
