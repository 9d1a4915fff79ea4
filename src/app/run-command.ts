import type { Api } from '#actors/api.ts';
import { calls } from '#contract/calls.ts';
import { asFailure, FailureError } from '#contract/failures.ts';
import { objectionCalls } from '#contract/objections.ts';
import { resetEvent } from '#contract/reset-event.ts';
import { sealsInCsv } from '#domain/seals.ts';
import type { AppActor } from '#machines/app.ts';
import type { Command } from '#machines/command.ts';
import type { ToastRequest } from '#machines/toasts.ts';
import { fetchSeals } from './fetch-seals.ts';

/**
 * Runs a command's call and resolves with its response. A success is reported to the app from here, because the screen and
 * its command actor may be gone before the answer arrives (a league's preview is, when the live event of joining comes
 * first). The screen shows a failure; if it was left (`signal` is aborted), a toast does.
 */
export async function runCommand(
  http: Api,
  app: AppActor,
  given: Command,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await callOf(http, app, given).catch((error: unknown) => {
    // A timeout aborts too, with a FailureError as its reason; the screen still shows that.
    const isLeft = signal.aborted && !(signal.reason instanceof FailureError);
    if (isLeft && asFailure(error).kind !== 'unauthenticated')
      showToast(app, { kind: 'failure', message: 'commandUnconfirmed' });
    throw error;
  });
  const { session } = app.getSnapshot().children;
  const toast = successToast(given);
  if (toast) {
    showToast(app, { kind: 'success', ...toast });
    // Whoever has joined may do more in what is shown: it is read again.
    app.send(given.name === 'join' ? { type: 'live.event', event: resetEvent(0) } : { type: 'data.refresh' });
  }
  if (given.name === 'deleteAccount') session?.send({ type: 'auth.signOut' });
  return response;
}

function showToast(app: AppActor, toast: ToastRequest): void {
  app.getSnapshot().children.toasts?.send({ type: 'toast.show', toast });
}

/** The toast of a command that changes the caller's leagues and groups; null for others. */
function successToast(given: Command): Omit<ToastRequest, 'kind'> | null {
  switch (given.name) {
    case 'join':
      return { message: 'joined', values: { name: given.title } };
    case 'leave':
    case 'renewJoinCode':
    case 'archiveLeague':
    case 'reopenLeague':
      return { message: 'saved' };
    default:
      return null;
  }
}

/** Sends the call of a command. */
function callOf(http: Api, app: AppActor, given: Command): Promise<unknown> {
  switch (given.name) {
    case 'join':
      return http.call(calls.enter, { body: { section: given.league } });
    case 'leave':
      return http.call(calls.leave, { query: given.target });
    case 'removeMember':
      return http.call(calls.leave, { query: { ...given.target, member: given.member } });
    case 'renewJoinCode':
      return http.call(calls.renewCode, { body: given.target });
    case 'setNoPoints':
      return http.update('itemoption', given.id, { no_points: given.noPoints });
    case 'placeJoker':
      return http.call(calls.placeJoker, { body: { item: given.item } });
    case 'takeJoker':
      return http.call(calls.takeJoker, { query: { item: given.item } });
    case 'handBack':
      return http.call(calls.handBack, { body: { item: given.item } });
    case 'voteOnObjections':
      return http.call(objectionCalls.voteOnObjections, {
        body: { item: given.item, version: given.version, agrees: given.agrees },
      });
    case 'confirmResult':
      return http.call(objectionCalls.confirmResult, { body: { item: given.item, version: given.version } });
    case 'archiveLeague':
      return http.update('section', given.league, { active: false });
    case 'reopenLeague':
      return http.update('section', given.league, { active: true });
    case 'archivePost':
      return http.update('post', given.id, { active: false });
    case 'archiveGameType':
      return http.remove('itemtype', [given.id]);
    case 'archiveRule':
      return http.remove('itemrule', [given.id]);
    case 'setRole':
      return http.call(calls.setRole, { body: { member: given.member, role: given.role } });
    case 'deleteMessage':
      return http.remove('postcomment', [given.id]);
    case 'revokeSession':
      return http.call(calls.revokeSessions, { query: { ids: String(given.id) } });
    case 'exportMyData':
      return http.call(calls.exportMe, {});
    case 'exportBets':
      return fetchSeals(http, { section: given.league }).then(sealsInCsv);
    case 'setLanguage':
      return http.update('member', given.member, { preferences: { language: given.language } });
    case 'deleteAccount':
      return deleteAccount(http, app);
  }
}

/** Deletes the caller's account. The session is notified first, since other calls may get a 401 before this one's answer. */
async function deleteAccount(http: Api, app: AppActor): Promise<unknown> {
  const { session } = app.getSnapshot().children;
  session?.send({ type: 'account.deleting' });
  try {
    return await http.call(calls.deleteMe, { query: { ids: 'me' } });
  } catch (error) {
    session?.send({ type: 'account.kept' });
    throw error;
  }
}
