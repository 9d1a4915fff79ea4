import { sql } from 'kysely';
import { closeAccount } from '#server/commands/close-account.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { transaction } from '#server/db/transaction.ts';
import { orNotFound, problem } from '#server/http/problems.ts';
import { readProfile } from '#server/queries/profile.ts';
import { readExport } from '#server/queries/export.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

/** Export and deletion of the caller's account. */

export const deleteMe = defineCall('deleteMe', {
  lock: 'change',
  async handler({ db, me }) {
    await closeAccount(db, me.id);
    return { res: 1 as const };
  },
});

export const exportMe = defineCall('exportMe', {
  /** One export at a time per member, over all processes: the lock is held until the transaction ends. */
  handler: ({ db, me }) =>
    transaction(db, async (trx) => {
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(hashtext(${`export ${me.id}`})) as free`.execute(trx);
      if (!onlyRow(rows).free) throw problem.tooMany(5);
      return readExport(trx, me.id);
    }),
});

/** A member's profile in the leagues shared with the caller. */
export const profile = defineCall('profile', {
  target: ({ query }) => ({ model: 'member', id: query.member }),
  async handler(ctx, { query: { member } }) {
    return orNotFound(await readProfile(ctx, member));
  },
});
