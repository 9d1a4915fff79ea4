import { sql } from 'kysely';
import { parsePhone, formatPhone } from '#contract/phone.ts';
import type { Db } from '#server/db/tables.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { transaction } from '#server/db/transaction.ts';
import { endSessions } from '#server/auth/sessions.ts';
import { openLog } from '#server/boot/log.ts';
import type { Settings } from '#server/boot/settings.ts';
import { StartError } from '#server/boot/start-error.ts';
import { withDataFolderLock } from '#server/boot/data-folder-lock.ts';

const roles = {
  'grant-staff': { staff: true, superuser: false, message: 'is staff now' },
  'grant-superuser': { staff: true, superuser: true, message: 'is a superuser now' },
  'revoke-staff': { staff: false, superuser: false, message: 'is an ordinary member now' },
} as const;

/** Runs `work` for a phone number on a migrated database; returns the message to print. */
function withMember(
  settings: Settings,
  typed: string,
  work: (db: Db, phone: string) => Promise<string | null>,
): Promise<string> {
  const phone = parsePhone(typed);
  if (phone === null) throw new StartError(`${typed} is not an Israeli mobile number such as 0501234567`);
  return withDataFolderLock(settings, async () => {
    const database = await openDatabase(settings, openLog('silent'));
    try {
      await migrate(database.withoutDeadlines);
      const done = await work(database.db, phone);
      if (done === null) throw new StartError(`nobody here has the number ${formatPhone(phone)}`);
      return `${formatPhone(phone)} ${done}`;
    } finally {
      await database.close();
    }
  });
}

/**
 * Grants or revokes a role by phone number; granting creates the member if needed, whose name comes with their first
 * login.
 */
export function setRole(settings: Settings, command: keyof typeof roles, typed: string): Promise<string> {
  const { staff, superuser, message } = roles[command];
  return withMember(settings, typed, async (db, phone) => {
    // A superuser who is granted staff stays one; revoking takes both.
    const { rows } = staff
      ? await sql`
          insert into members (phone, is_staff, is_superuser) values (${phone}, true, ${superuser}::boolean)
          on conflict (phone) do update
            set is_staff = true, is_superuser = members.is_superuser or excluded.is_superuser, updated = now()
          returning 1`.execute(db)
      : await sql`
          update members set is_staff = false, is_superuser = false, updated = now()
          where phone = ${phone} returning 1`.execute(db);
    return rows.length === 0 ? null : message;
  });
}

/** Revokes every session of a phone number's member, on every server. */
export function signOut(settings: Settings, typed: string): Promise<string> {
  return withMember(settings, typed, (db, phone) =>
    transaction(db, async (trx) => {
      const member = await trx
        .selectFrom('members')
        .select('id')
        .where('phone', '=', phone)
        .executeTakeFirst();
      if (!member) return null;
      const ended = await endSessions(trx, member.id, 'all');
      return `is signed out on ${ended} device${ended === 1 ? '' : 's'}`;
    }),
  );
}
