import { sql } from 'kysely';
import type { Role } from '#contract/models.ts';
import { lockClause } from '#server/db/locks.ts';
import type { Db } from '#server/db/tables.ts';
import { emit } from '#server/live/emit.ts';

/** The member whose role changes: by id, or by phone in E.164. */
export type RoleTarget = { readonly member: number } | { readonly phone: string };
type LockedMember = { readonly id: number; readonly role: Role };

/** Locks the target and the member who changes their role, in id order (db/locks.ts); null if there is no such target. */
export async function lockForRole(
  db: Db,
  target: RoleTarget,
  by: number | null,
): Promise<LockedMember | null> {
  const isTarget = 'phone' in target ? sql`phone = ${target.phone}` : sql`id = ${target.member}::int`;
  const { rows } = await sql<LockedMember & { is_target: boolean }>`
    select id, ${isTarget} as is_target,
      case when is_superuser then 'superuser' when is_staff then 'staff' else 'member' end as role
    from members where deleted_at is null and (id = ${by}::int or coalesce(${isTarget}, false))
    order by id ${lockClause.change}`.execute(db);
  return rows.find(({ is_target }) => is_target) ?? null;
}

/** Creates a member with this phone number, without role or name; returns the id. */
export async function addByPhone(db: Db, phone: string): Promise<number> {
  const { id } = await db
    .insertInto('members')
    .values({ phone })
    // Another request created the member concurrently.
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ phone }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the role of a locked member, and notifies their devices. */
export async function giveRole(db: Db, member: number, role: Role): Promise<void> {
  await db
    .updateTable('members')
    .set({ is_staff: role !== 'member', is_superuser: role === 'superuser', updated: sql<string>`now()` })
    .where('id', '=', member)
    .execute();
  await emit(db, { type: 'member', member });
}
