import { closeAccount } from '#server/commands/close-account.ts';
import { orNotFound } from '#server/http/problems.ts';
import { readProfile } from '#server/queries/profile.ts';
import { readExport } from '#server/queries/export.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

/** Export and deletion of the caller's account. */

export const deleteMe = defineCall('deleteMe', {
  async handler({ db, me }) {
    await closeAccount(db, me.id);
    return { res: 1 as const };
  },
});

export const exportMe = defineCall('exportMe', {
  handler: ({ db, me }) => readExport(db, me.id),
});

/** A member's profile in the leagues shared with the caller. */
export const profile = defineCall('profile', {
  target: ({ query }) => ({ model: 'member', id: query.member }),
  async handler({ db, me }, { query: { member } }) {
    return orNotFound(await readProfile(db, me.id, member));
  },
});
