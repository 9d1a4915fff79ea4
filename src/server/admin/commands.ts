import { formatPhone } from '#contract/phone.ts';
import type { Role } from '#contract/models.ts';
import { endSessions } from '#server/auth/sessions.ts';
import type { Platform } from '#server/boot/platform.ts';
import { StartError } from '#server/boot/start-error.ts';
import { addByPhone, giveRole, lockForRole } from '#server/commands/roles.ts';
import { transaction } from '#server/db/transaction.ts';
import { parseArguments } from './arguments.ts';
import { importFile } from './import-file.ts';
import { archive, create, list, reopen } from './operator-api.ts';

/** Commands that work while the database is in use. */

type RoleChange = { readonly from: readonly Role[]; readonly to: Role; readonly message: string };

/** Role of a member before and after each command; a member with that role or a higher one is unchanged. */
const roleChanges = {
  'grant-staff': { from: ['member'], to: 'staff', message: 'is staff now' },
  'grant-superuser': { from: ['member', 'staff'], to: 'superuser', message: 'is a superuser now' },
  'revoke-superuser': { from: ['superuser'], to: 'staff', message: 'is no superuser now' },
  'revoke-staff': { from: ['staff', 'superuser'], to: 'member', message: 'is an ordinary member now' },
} as const satisfies Record<string, RoleChange>;

const nobodyHas = (phone: string) => new StartError(`nobody here has the number ${formatPhone(phone)}`);

/** Changes a member's role; granting creates the member of an unknown number. */
async function changeRole(
  { db }: Platform,
  { from, to, message }: RoleChange,
  phone: string,
): Promise<string> {
  await transaction(db, async (trx) => {
    const found = await lockForRole(trx, { phone }, null);
    if (!found && !from.includes('member')) throw nobodyHas(phone);
    if (found && !from.includes(found.role)) return;
    await giveRole(trx, found?.id ?? (await addByPhone(trx, phone)), to);
  });
  return `${formatPhone(phone)} ${message}`;
}

/** Revokes every session of a phone number's member, on every server. */
async function signOut({ db }: Platform, phone: string): Promise<string> {
  const ended = await transaction(db, async (trx) => {
    const member = await lockForRole(trx, { phone }, null);
    if (!member) throw nobodyHas(phone);
    return endSessions(trx, member.id, 'all');
  });
  return `${formatPhone(phone)} is signed out on ${ended} device${ended === 1 ? '' : 's'}`;
}

/** Runs a command in this process, which holds the database; returns the text to print. */
export async function runCommand(platform: Platform, argv: readonly string[]): Promise<string> {
  const { name, first, second } = parseArguments(argv);
  switch (name) {
    case 'grant-staff':
    case 'grant-superuser':
    case 'revoke-superuser':
    case 'revoke-staff':
      return changeRole(platform, roleChanges[name], first);
    case 'sign-out':
      return signOut(platform, first);
    case 'list':
      return list(platform, first);
    case 'create':
      return create(platform, first, second);
    case 'archive':
      return archive(platform, first, second);
    case 'reopen':
      return reopen(platform, first, second);
    case 'import':
      return importFile(platform, first, second);
    case 'backup':
    case 'restore':
      throw new StartError(`${name} needs the database for itself: stop the server first`);
  }
}
