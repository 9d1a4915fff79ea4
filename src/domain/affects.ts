import type { LiveEvent } from '#contract/live-events.ts';

/** What a view shows, with the ids to compare with live events. */
export type LiveSubject =
  | {
      readonly kind:
        | 'appData'
        | 'me'
        | 'profile'
        | 'notifications'
        | 'leagues'
        | 'leagueInvitations'
        | 'groupMembers';
    }
  | {
      readonly kind: 'league' | 'leagueMembers' | 'latestGame' | 'standings' | 'points' | 'invitableGroups';
      readonly league: number;
    }
  | { readonly kind: 'game' | 'gameHeader' | 'chat'; readonly game: number }
  | { readonly kind: 'missingBettors'; readonly game: number; readonly league: number | null }
  | { readonly kind: 'item'; readonly item: number; readonly game: number | null }
  | { readonly kind: 'itemBets'; readonly item: number }
  | { readonly kind: 'bettors'; readonly item: number; readonly league: number | null };

/**
 * Whether a view may be outdated after an event. A reset affects everything. `member` with a league: somebody joined it
 * (leaving and removal send `league`); without: the caller's profile, preferences or one of their groups changed.
 */
export function affects({ type, section, post, item }: LiveEvent, subject: LiveSubject): boolean {
  if (type === 'reset') return true;
  const isMine = type === 'member' && section === null;
  /** Whether the members of the league may have changed. */
  const isMembership = (league: number | null) =>
    league !== null && section === league && (type === 'league' || type === 'member');
  switch (subject.kind) {
    case 'notifications':
      // Notifications of a deleted game show that.
      return type === 'notification' || type === 'post';
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
      return isMembership(subject.league);
    case 'latestGame':
      return section === subject.league && type === 'post';
    case 'invitableGroups':
      return isMine || isMembership(subject.league);
    case 'standings':
      return isMembership(subject.league) || (section === subject.league && type === 'standings');
    case 'points': // A table with live scores, or a ledger, whose lines show an item's name and whether its result is final.
      return (
        isMembership(subject.league) ||
        (section === subject.league && (type === 'standings' || type === 'item'))
      );
    case 'game':
      return post === subject.game;
    case 'gameHeader':
      return post === subject.game && type !== 'comment';
    case 'chat':
      return post === subject.game && type === 'comment';
    case 'missingBettors':
      return (post === subject.game && type !== 'comment') || isMembership(subject.league);
    case 'item':
      return item === subject.item || (type === 'post' && post === subject.game);
    case 'itemBets':
      return item === subject.item;
    case 'bettors':
      return item === subject.item || isMembership(subject.league);
  }
}
