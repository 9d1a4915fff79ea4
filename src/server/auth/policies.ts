import type { CallName } from '#contract/calls.ts';
import type { ModelName } from '#contract/model-registry.ts';

/**
 * The policy of each call (decisions §3): a row a model, a column a verb. Each cell is the least rank required, in the
 * object's league or group if it has one (auth/access.ts). Invisible objects answer 404 before the rule is read.
 */

/** In ascending order. In a group, `leagueMember` is a member of it and `owner` created it. */
export const ranks = ['guest', 'member', 'leagueMember', 'owner', 'staff', 'superuser'] as const;
export type Rank = (typeof ranks)[number];

/** self: the object belongs to the caller; rank does not matter. */
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
  item: { list: 'guest', get: 'guest', create: 'owner', update: 'owner' },
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
  chatRead: 'leagueMember',
  markChatRead: 'leagueMember',
  gameSteps: 'leagueMember',
  // With an id, the rule of updating that object applies.
  uploadImage: 'member',
  events: 'member',
  // A guest may look a code up; the handler refuses to join.
  join: 'guest',
  inviteGroup: 'member',
  enter: 'member',
  leave: 'member',
  renewCode: 'owner',
  standings: 'guest',
  leagueStatistics: 'guest',
  memberStatistics: 'guest',
  projectedStandings: 'guest',
  rulesPreview: 'guest',
  points: 'leagueMember',
  itemBets: 'leagueMember',
  missingBettors: 'leagueMember',
  bettors: 'leagueMember',
  seals: 'leagueMember',
  printedGames: 'leagueMember',
  // The member must share a league or group with the caller; the answer lists only shared leagues.
  profile: 'member',
  staff: 'superuser',
  setRole: 'superuser',
  createGame: 'owner',
  competitions: 'owner',
  importCompetition: 'owner',
  competitionFile: 'owner',
  undoImport: 'owner',
  placeJoker: 'leagueMember',
  takeJoker: 'leagueMember',
  setResults: 'owner',
  enterResult: 'owner',
  handBack: 'owner',
  objections: 'leagueMember',
  objectToResult: 'leagueMember',
  voteOnObjections: 'leagueMember',
  confirmResult: 'owner',
};

/** A caller's rank at an object, and whether the object is their own. */
export type Access = { readonly rank: Rank; readonly self: boolean };

const rankIndex = (rank: Rank) => ranks.indexOf(rank);

/** Whether a rank is at least another. */
export const atLeast = (rank: Rank, least: Rank): boolean => rankIndex(rank) >= rankIndex(least);

/** Whether a rule allows this access. */
export function allows(rule: AccessRule, { rank, self }: Access): boolean {
  if (rule === 'self') return self;
  if (rule === 'selfOrStaff') return self || atLeast(rank, 'staff');
  return atLeast(rank, rule);
}
