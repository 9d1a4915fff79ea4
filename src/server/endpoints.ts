import type { CallName } from '#contract/calls.ts';
import type { ModelName } from '#contract/model-registry.ts';
import type { CallEndpoint } from './endpoints/call-endpoint.ts';
import { deleteMe, exportMe, profile } from './endpoints/calls/account.ts';
import { appData } from './endpoints/calls/app-data.ts';
import { markChatRead, chatRead, gameSteps } from './endpoints/calls/chat.ts';
import {
  competitionFile,
  competitions,
  importCompetition,
  undoImport,
} from './endpoints/calls/competitions.ts';
import { createGame } from './endpoints/calls/create-game.ts';
import { events } from './endpoints/calls/events.ts';
import { bettors, itemBets, missingBettors } from './endpoints/calls/item-bets.ts';
import { placeJoker, takeJoker } from './endpoints/calls/jokers.ts';
import { enter, inviteGroup, join, leave, renewCode } from './endpoints/calls/membership.ts';
import { readNotifications, setPushId } from './endpoints/calls/notifications.ts';
import { confirmResult, objections, objectToResult, voteOnObjections } from './endpoints/calls/objections.ts';
import { enterResult, handBack, setResults } from './endpoints/calls/results.ts';
import { printedGames } from './endpoints/calls/printed-games.ts';
import { seals } from './endpoints/calls/seals.ts';
import { logOut, revokeSessions, sessions } from './endpoints/calls/sessions.ts';
import { setRole, staff } from './endpoints/calls/roles.ts';
import { linkPhone, logIn, sendPin, socialLogIn } from './endpoints/calls/sign-in.ts';
import { points, standings } from './endpoints/calls/standings.ts';
import { leagueStatistics, memberStatistics } from './endpoints/calls/statistics.ts';
import { projectedStandings, rulesPreview } from './endpoints/calls/what-if.ts';
import { uploadImage } from './endpoints/calls/upload-image.ts';
import type { ModelEndpoint } from './endpoints/model-endpoint.ts';
import { bet } from './endpoints/models/bet.ts';
import { group } from './endpoints/models/group.ts';
import { itemOption } from './endpoints/models/item-option.ts';
import { itemRule } from './endpoints/models/item-rule.ts';
import { itemType } from './endpoints/models/item-type.ts';
import { item } from './endpoints/models/item.ts';
import { league } from './endpoints/models/league.ts';
import { member } from './endpoints/models/member.ts';
import { message } from './endpoints/models/message.ts';
import { notification } from './endpoints/models/notification.ts';
import { option } from './endpoints/models/option.ts';
import { post } from './endpoints/models/post.ts';

/**
 * Table of contents of the API: the endpoint of every call and of every model of the contract.
 * Paths: contract/calls.ts. Policies: auth/policies.ts. `ping` is in endpoints/status.ts, because it is answered before
 * authentication.
 */
export const callEndpoints: Readonly<Record<Exclude<CallName, 'ping'>, CallEndpoint>> = {
  sendPin,
  logIn,
  socialLogIn,
  linkPhone,
  logOut,
  sessions,
  revokeSessions,
  profile,
  exportMe,
  deleteMe,
  appData,
  join,
  inviteGroup,
  enter,
  leave,
  renewCode,
  createGame,
  competitions,
  importCompetition,
  competitionFile,
  undoImport,
  setResults,
  placeJoker,
  takeJoker,
  enterResult,
  handBack,
  objections,
  objectToResult,
  voteOnObjections,
  confirmResult,
  standings,
  points,
  leagueStatistics,
  memberStatistics,
  projectedStandings,
  rulesPreview,
  itemBets,
  missingBettors,
  bettors,
  printedGames,
  seals,
  chatRead,
  markChatRead,
  gameSteps,
  readNotifications,
  staff,
  setRole,
  setPushId,
  uploadImage,
  events,
};

export const modelEndpoints: { readonly [N in ModelName]: ModelEndpoint<N> } = {
  bet,
  clan: group,
  item,
  itemoption: itemOption,
  itemrule: itemRule,
  itemtype: itemType,
  member,
  notification,
  option,
  post,
  postcomment: message,
  section: league,
};
