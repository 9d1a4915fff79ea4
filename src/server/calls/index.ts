import type { CallRoute } from '#server/routes/call.ts';
import { deleteMe, exportMe } from './account.ts';
import { getAppData } from './app-data.ts';
import { apiTokenAuth, linkPhone, sendPinCode, socialAuth } from './auth.ts';
import { enterMembership, inviteClanToSection, joinAClan, leaveMembership, renewCode } from './membership.ts';
import { createGame } from './games.ts';
import { events } from './events.ts';
import { missing } from './missing.ts';
import { readNotifications } from './notifications.ts';
import { profile } from './profile.ts';
import { setPushId } from './push.ts';
import { insertItemResults, setItemResults } from './results.ts';
import { getItemBets, points, standings } from './standings.ts';
import { uploadImage } from './pictures.ts';
import { logOut, revokeSessions, sessions } from './sessions.ts';
import { readTalk, talk } from './talk.ts';

/** Every call of the contract with its handler; `ping` answers from `routes/status.ts`. */
export const callRoutes: readonly CallRoute[] = [
  sendPinCode,
  apiTokenAuth,
  socialAuth,
  linkPhone,
  logOut,
  sessions,
  revokeSessions,
  getAppData,
  setPushId,
  joinAClan,
  inviteClanToSection,
  enterMembership,
  leaveMembership,
  renewCode,
  createGame,
  setItemResults,
  insertItemResults,
  getItemBets,
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
