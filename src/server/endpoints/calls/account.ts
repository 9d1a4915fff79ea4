import { closeAccount } from '#server/commands/close-account.ts';
import { readExport } from '#server/queries/export.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

/** One's account: taking everything along, and going. */

export const deleteMe = defineCall('deleteMe', {
  async handler({ db, me }) {
    await closeAccount(db, me.id);
    return { res: 1 as const };
  },
});

export const exportMe = defineCall('exportMe', {
  handler: ({ db, me }) => readExport(db, me.id),
});
