/** Meaning of the drivers' errors, from their codes alone: messages may contain what a person typed. */

/** A property of an error of unknown type. */
const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** The code of a system or database error, else null. */
export function errorCode(error: unknown): string | null {
  const code = property(error, 'code');
  return typeof code === 'string' ? code : null;
}

/** What an error is called in a log: its message may contain what a person typed. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** The five-character SQLSTATE of a database error, else null. */
export function sqlState(error: unknown): string | null {
  const code = errorCode(error);
  return code !== null && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Which constraint a database error broke, else null. */
export function brokenConstraint(error: unknown): string | null {
  const name = property(error, 'constraint');
  return sqlState(error)?.startsWith('23') && typeof name === 'string' ? name : null;
}

const unavailableCodes = new Set([
  '53300', // too many connections
  '55P03', // lock not available
  '57014', // statement timeout
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '25P03', // idle in transaction timeout
  '40001', // still colliding after every retry
  '40P01',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ENOENT', // the socket's file
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);

const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end|driver has already been destroyed|PGlite is closed)/i;

/** Whether the database was unreachable or overloaded: worth a retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  const message = property(error, 'message');
  if (code !== null) {
    // An ENOENT of the file system is a defect, not an unreachable database.
    if (code === 'ENOENT') return property(error, 'syscall') === 'connect';
    if (unavailableCodes.has(code) || code.startsWith('08')) return true;
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return typeof message === 'string' && unavailableMessages.test(message);
}
