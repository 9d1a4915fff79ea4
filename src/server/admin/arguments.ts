import { parsePhone } from '#contract/phone.ts';
import { StartError } from '#server/boot/start-error.ts';

const usage = `usage: npm run admin -- COMMAND

  grant-staff PHONE        may run every official league (PHONE as in 0501234567; made a member if new)
  grant-superuser PHONE    staff that may name staff
  revoke-superuser PHONE   staff still, but may not name staff
  revoke-staff PHONE       an ordinary member again
  sign-out PHONE           ends all of a member's sessions
  list KIND                what there is of a KIND, by id: leagues (official ones), posts (for everyone), types,
                           rules (of games), staff
  create KIND FIELDS       makes one, as the API would of the same JSON: create leagues '{"name":"Premier League"}'
  archive KIND ID          takes one away: leagues and posts can be reopened
  reopen KIND ID           brings a league or a post back
  import LEAGUE FILE       makes the games of a league (its id) of the matches in a file: a table (.csv) or a
                           competition (.json)
  backup FILE              writes the whole database to a new file
  restore FILE             puts the database back as it was in that file

The database is the one the server uses: DATABASE_URL, or the folder DATA_DIR. The server may be running, except that
backup and restore need the folder for themselves. What is created is a superuser's: there must be one.`;

/** Arguments of each command. */
const commands = {
  'grant-staff': ['phone'],
  'grant-superuser': ['phone'],
  'revoke-superuser': ['phone'],
  'revoke-staff': ['phone'],
  'sign-out': ['phone'],
  list: ['kind'],
  create: ['kind', 'fields'],
  archive: ['kind', 'id'],
  reopen: ['kind', 'id'],
  import: ['id', 'file'],
  backup: ['file'],
  restore: ['file'],
} as const;
type CommandName = keyof typeof commands;
/** A parsed command; a phone is in E.164. */
export type AdminCommand = { readonly name: CommandName; readonly first: string; readonly second: string };

const isCommand = (word: string): word is CommandName => Object.hasOwn(commands, word);

/** Parses a command line; a StartError with the usage if it is not a command. */
export function parseArguments([name = '', ...words]: readonly string[]): AdminCommand {
  if (!isCommand(name) || words.length !== commands[name].length || words.includes(''))
    throw new StartError(usage);
  const [first = '', second = ''] = words;
  if (commands[name][0] !== 'phone') return { name, first, second };
  const phone = parsePhone(first);
  if (phone === null) throw new StartError(`${first} is not an Israeli mobile number such as 0501234567`);
  return { name, first: phone, second };
}
