import type { CallEndpoint } from './endpoints/call-endpoint.ts';
import { deleteMe, exportMe } from './endpoints/calls/account.ts';
import { appData } from './endpoints/calls/app-data.ts';
import { logIn, linkPhone, sendPin, socialLogIn } from './endpoints/calls/sign-in.ts';
import { enter, inviteGroup, join, leave, renewCode } from './endpoints/calls/membership.ts';
import { createGame } from './endpoints/calls/create-game.ts';
import { events } from './endpoints/calls/events.ts';
import { missing } from './endpoints/calls/item-bets.ts';
import { readNotifications } from './calls/notifications.ts';
import { profile } from './calls/profile.ts';
import { setPushId } from './endpoints/calls/notifications.ts';
import { enterResult, setResults } from './endpoints/calls/results.ts';
import { itemBets, points, standings } from './endpoints/calls/standings.ts';
import { uploadImage } from './endpoints/calls/upload-image.ts';
import { logOut, revokeSessions, sessions } from './endpoints/calls/sessions.ts';
import { readTalk, talk } from './endpoints/calls/chat.ts';

/** Every call of the contract with its handler; `ping` answers from `endpoints/status.ts`. */
export const callEndpoints: readonly CallEndpoint[] = [
  sendPin,
  logIn,
  socialLogIn,
  linkPhone,
  logOut,
  sessions,
  revokeSessions,
  appData,
  setPushId,
  join,
  inviteGroup,
  enter,
  leave,
  renewCode,
  createGame,
  setResults,
  enterResult,
  itemBets,
  standings,
  points,
  missing,
  profile,
  events,
  readNotifications,
  talk,
  readTalk,
  uploadImage,
  exportMe,
  deleteMe,
];
