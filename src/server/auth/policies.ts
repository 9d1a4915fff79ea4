import type { CallName } from '#contract/calls.ts';
import type { ModelName } from '#contract/model-registry.ts';

/**
 * Who may what (decisions §3): one row a model and a call. A name is the least a caller must be, with regard to the
 * object where there is one (`access.ts` works that out): the league that it is in, or the group.
 * Before any of this, what a caller may not know of does not exist.
 */

/** From the least to the most. In a group, `leagueMember` is who is in it and `owner` who made it. */
export const ranks = ['guest', 'member', 'leagueMember', 'owner', 'staff', 'superuser'] as const;
export type Rank = (typeof ranks)[number];

/** `self`: the object is the caller's own, whatever else they are. */
export type AccessRule = Rank | 'self' | 'selfOrStaff';

export type ModelVerb = 'list' | 'get' | 'create' | 'update' | 'remove';

export const modelPolicies: Record<ModelName, Partial<Record<ModelVerb, AccessRule>>> = {
  section: { list: 'guest', get: 'guest', create: 'member', update: 'owner', remove: 'owner' },
  clan: { list: 'member', get: 'leagueMember', create: 'member', update: 'owner', remove: 'owner' },
  member: { list: 'member', get: 'member', update: 'self' },
  notification: { list: 'member', get: 'self', update: 'self' },
  post: { list: 'guest', get: 'guest', create: 'owner', update: 'owner', remove: 'owner' },
  postcomment: {
    list: 'member',
    get: 'member',
    create: 'leagueMember',
    update: 'selfOrStaff',
    remove: 'selfOrStaff',
  },
  item: { list: 'guest', get: 'guest', update: 'owner' },
  itemoption: { list: 'guest', get: 'guest', update: 'owner' },
  bet: { list: 'member', get: 'self', create: 'leagueMember', update: 'self', remove: 'self' },
  option: { list: 'member', get: 'member', create: 'member', update: 'selfOrStaff', remove: 'selfOrStaff' },
  itemtype: { list: 'member', get: 'member', create: 'staff', update: 'staff', remove: 'staff' },
  itemrule: { list: 'member', get: 'member', create: 'staff', update: 'staff', remove: 'staff' },
};

export const callPolicies: Record<CallName, AccessRule> = {
  sendPin: 'guest',
  logIn: 'guest',
  socialLogIn: 'guest',
  appData: 'guest',
  ping: 'guest',
  linkPhone: 'member',
  logOut: 'member',
  sessions: 'member',
  revokeSessions: 'member',
  setPushId: 'member',
  deleteMe: 'member',
  exportMe: 'member',
  readNotifications: 'member',
  talk: 'leagueMember',
  readTalk: 'leagueMember',
  // With an id it asks what changing that object asks.
  uploadImage: 'member',
  events: 'member',
  join: 'member',
  inviteGroup: 'member',
  enter: 'member',
  leave: 'member',
  renewCode: 'owner',
  standings: 'member',
  points: 'leagueMember',
  itemBets: 'leagueMember',
  missing: 'leagueMember',
  // Visible to whom one shares something with; each league in it to its own members.
  profile: 'member',
  createGame: 'owner',
  setResults: 'owner',
  enterResult: 'owner',
};

/** How a caller stands to an object. */
export type Access = { readonly who: Rank; readonly self: boolean };

const rankIndex = (who: Rank) => ranks.indexOf(who);

/** Whether `who` is at least `least`. */
export const atLeast = (who: Rank, least: Rank): boolean => rankIndex(who) >= rankIndex(least);

/** Whether a rule lets someone who stands so. */
export function allows(rule: AccessRule, { who, self }: Access): boolean {
  if (rule === 'self') return self;
  if (rule === 'selfOrStaff') return self || atLeast(who, 'staff');
  return atLeast(who, rule);
}
