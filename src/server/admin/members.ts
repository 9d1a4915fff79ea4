import { sql } from 'kysely';
import { parsePhone, showPhone } from '#contract/phone.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { openLog } from '#server/log.ts';
import type { Settings } from '#server/settings.ts';
import { StartError } from '#server/start-error.ts';
import { locked } from './locked.ts';

const roles = {
  'grant-staff': { staff: true, superuser: false, words: 'is staff now' },
  'grant-superuser': { staff: true, superuser: true, words: 'is a superuser now' },
  'revoke-staff': { staff: false, superuser: false, words: 'is an ordinary member now' },
} as const;

/** Gives or takes a role by phone number; granting makes the member if need be, whose name comes with their first login. */
export function setRole(settings: Settings, command: keyof typeof roles, typed: string): Promise<string> {
  const phone = parsePhone(typed);
  if (phone === null) throw new StartError(`${typed} is not an Israeli mobile number such as 0501234567`);
  const { staff, superuser, words } = roles[command];
  return locked(settings, async () => {
    const database = await openDatabase(settings, openLog('silent'));
    try {
      await migrate(database.db);
      // A superuser who is granted staff stays one; revoking takes both.
      const { rows } = staff
        ? await sql`
            insert into members (phone, is_staff, is_superuser) values (${phone}, true, ${superuser}::boolean)
            on conflict (phone) do update
              set is_staff = true, is_superuser = members.is_superuser or excluded.is_superuser, updated = now()
            returning 1`.execute(database.db)
        : await sql`
            update members set is_staff = false, is_superuser = false, updated = now()
            where phone = ${phone} returning 1`.execute(database.db);
      if (rows.length === 0) throw new StartError(`nobody here has the number ${showPhone(phone)}`);
      return `${showPhone(phone)} ${words}`;
    } finally {
      await database.close();
    }
  });
}
