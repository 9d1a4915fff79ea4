import { sql } from 'kysely';
import { parsePhone } from '#contract/phone.ts';
import type { RoleInput } from '#contract/inputs.ts';
import type { StaffMember } from '#contract/models.ts';
import { authorize } from '#server/auth/access.ts';
import { callPolicies } from '#server/auth/policies.ts';
import { addByPhone, giveRole, lockForRole, type RoleTarget } from '#server/commands/roles.ts';
import { transaction } from '#server/db/transaction.ts';
import { storableId } from '#server/db/values.ts';
import { pageWindow } from '#server/http/input.ts';
import { problem } from '#server/http/problems.ts';
import { pictureUrl } from '#server/presenters/picture.ts';
import { matchesSearch, readPage } from '#server/queries/paged.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

/** Staff and superusers: listed and appointed by superusers. */

type Row = Omit<StaffMember, 'image'> & { file: string | null };

export const staff = defineCall('staff', {
  handler({ db }, { query: { search, ...page } }) {
    const columns = sql`m.id, m.name, picture.name as file,
      case when m.is_superuser then 'superuser' else 'staff' end as role`;
    const from = sql`from members m left join images picture on picture.id = m.image_id
      where (m.is_staff or m.is_superuser) and m.deleted_at is null and ${matchesSearch(sql`m.name`, search)}`;
    const present = ({ file, ...row }: Row): StaffMember => ({ ...row, image: pictureUrl(file) });
    const order = sql`m.is_superuser desc, lower(m.name), m.id`;
    return readPage(db, { columns, from, order, present }, pageWindow(page));
  },
});

/** The role's target: exactly one of id and phone, and the field it came in. */
function parseTarget({ member, cellphone }: RoleInput): { field: string; target: RoleTarget } {
  if (member !== undefined && cellphone !== undefined) throw problem.field('member', 'invalid');
  if (member !== undefined) return { field: 'member', target: { member: storableId(member) } };
  if (cellphone === undefined) throw problem.field('cellphone', 'required');
  const phone = parsePhone(cellphone);
  if (phone === null) throw problem.field('cellphone', 'phone');
  return { field: 'cellphone', target: { phone } };
}

export const setRole = defineCall('setRole', {
  // Both members are locked in order of id before the policy is checked.
  transactions: 'byHandler',
  async handler(ctx, { body }) {
    const { field, target } = parseTarget(body);
    return transaction(ctx.db, async (trx) => {
      const found = await lockForRole(trx, target, ctx.me.id);
      await authorize({ ...ctx, db: trx, locks: true }, null, callPolicies.setRole, 'change');
      if (found?.role === body.role) return { res: 1 as const };
      // Superusers cannot change their own role, so that one always remains.
      if (found?.id === ctx.me.id) throw problem.field(field, 'invalid');
      if (!found && (!('phone' in target) || body.role === 'member'))
        throw problem.field(field, 'unknown_id');
      const id = found?.id ?? ('phone' in target ? await addByPhone(trx, target.phone) : 0);
      await giveRole(trx, id, body.role);
      return { res: 1 as const };
    });
  },
});
