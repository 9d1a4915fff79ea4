import type { CallEndpoint } from '#server/routes/call.ts';
import { deleteMe, exportMe } from './account.ts';
import { appData } from './app-data.ts';
import { logIn, linkPhone, sendPin, socialLogIn } from './auth.ts';
import { enter, inviteGroup, join, leave, renewCode } from './membership.ts';
import { createGame } from './games.ts';
import { events } from './events.ts';
import { missing } from './missing.ts';
import { readNotifications } from './notifications.ts';
import { profile } from './profile.ts';
import { setPushId } from './push.ts';
import { enterResult, setResults } from './results.ts';
import { itemBets, points, standings } from './standings.ts';
import { uploadImage } from './pictures.ts';
import { logOut, revokeSessions, sessions } from './sessions.ts';
import { readTalk, talk } from './talk.ts';

/** Every call of the contract with its handler; `ping` answers from `routes/status.ts`. */
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
