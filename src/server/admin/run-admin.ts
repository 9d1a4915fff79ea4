import { readSettings } from '#server/boot/settings.ts';
import { StartError } from '#server/boot/start-error.ts';

const usage = `usage: npm run admin -- COMMAND

  grant-staff PHONE       may run every league (PHONE as in 0501234567; made a member if new)
  grant-superuser PHONE   staff that may make staff
  revoke-staff PHONE      an ordinary member again
  sign-out PHONE          ends all of a member's sessions
  backup FILE             writes the whole database to a new file
  restore FILE            puts the database back as it was in that file

The database is the one the server uses: DATABASE_URL, or the folder DATA_DIR (the server must be stopped then).`;

const commands = ['grant-staff', 'grant-superuser', 'revoke-staff', 'sign-out', 'backup', 'restore'] as const;
type Command = (typeof commands)[number];

function parseArguments([command, argument, ...rest]: readonly string[]): {
  command: Command;
  argument: string;
} {
  const known = commands.find((name) => name === command);
  if (!known || !argument || rest.length > 0) throw new StartError(usage);
  return { command: known, argument };
}

/** Runs `npm run admin -- argv…` with these settings; answers what was done, in a line. */
export async function runAdmin(
  argv: readonly string[],
  env: Record<string, string | undefined>,
): Promise<string> {
  const { command, argument } = parseArguments(argv);
  const settings = readSettings(env);
  // Lazy import: a usage error must not load the database driver.
  if (command === 'backup' || command === 'restore') {
    const { backup, restore } = await import('./backup.ts');
    return command === 'backup' ? backup(settings, argument) : restore(settings, argument);
  }
  const { setRole, signOut } = await import('./members.ts');
  return command === 'sign-out' ? signOut(settings, argument) : setRole(settings, command, argument);
}
