/**
 * Classification of the drivers' errors by their codes only: messages may contain what a person typed.
 */

/** A property of an error of unknown type. */
const property = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** The code of a system or database error, else null. */
export function errorCode(error: unknown): string | null {
  const code = property(error, 'code');
  return typeof code === 'string' ? code : null;
}

/** Name of an error for logs: its message may contain what a person typed. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** The five-character SQLSTATE of a database error, else null. */
export function sqlState(error: unknown): string | null {
  const code = errorCode(error);
  return code !== null && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** Whether a database error has one of these SQLSTATEs, or one that begins with them. */
const hasState = (error: unknown, states: readonly string[]): boolean => {
  const found = sqlState(error);
  return found !== null && states.some((state) => found.startsWith(state));
};

/** Name of the constraint that a database error violated, else null. */
export function brokenConstraint(error: unknown): string | null {
  const name = property(error, 'constraint');
  return hasState(error, ['23']) && typeof name === 'string' ? name : null;
}

/** A date violates `item_date_ahead`: the new or the old one has passed by the database's clock. */
export const isPassedDate = (error: unknown): boolean => brokenConstraint(error) === 'item_date_ahead';

/** Betting has closed: the time of a step has passed since it was allowed. */
export const isTooLate = (error: unknown): boolean =>
  isPassedDate(error) || brokenConstraint(error) === 'item_stays_closed';

/** A prepared statement's tables have been changed. */
export const isStalePlan = (error: unknown): boolean =>
  hasState(error, ['0A000']) && property(error, 'routine') === 'RevalidateCachedQuery';

/** Serialization failure, deadlock or stale plan: the transaction was rolled back and can be retried. */
export const isCollision = (error: unknown): boolean =>
  hasState(error, ['40001', '40P01']) || isStalePlan(error);

/** Text that PostgreSQL cannot store, or a number out of range: invalid input that no schema caught. */
export const isInvalidInput = (error: unknown): boolean =>
  hasState(error, ['22021', '22P05', '22P02', '22003']);

/** The database's role lacks a right. */
export const isPermissionDenied = (error: unknown): boolean => hasState(error, ['42501']);

/** One end requires TLS, or a certificate, and the other does not support it. */
function isTlsRefused(error: unknown): boolean {
  const message = property(error, 'message');
  return (
    /CERT|^UNABLE_TO_VERIFY|^ERR_(TLS|SSL)_|^EPROTO$/.test(errorCode(error) ?? '') ||
    (typeof message === 'string' &&
      /^(The server does not support|There was an error establishing an) SSL/.test(message))
  );
}

/** No such database or schema, or no access for this user or connection. */
export const isAccessRefused = (error: unknown): boolean =>
  hasState(error, ['28', '3D', '3F']) || isPermissionDenied(error) || isTlsRefused(error);

/** Writes fail but reads do not: a standby, `default_transaction_read_only`, a full disk or a quota. */
export const isWriteRefused = (error: unknown): boolean => hasState(error, ['25006', '53100', '53400']);

/** Data are damaged, or the disk fails or is full. */
export const isStorageFailure = (error: unknown): boolean => hasState(error, ['XX', '58', '53']);

const passingStates = [
  '08', // connection lost or refused
  '53', // out of disk, memory or connections
  '57P', // shut down, crashed, starting, dropped
  '58030', // input or output failed
  '25P03', // idle in transaction timeout
  '55P03', // lock not available
  '57014', // statement timeout
];

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

const unreachableMessages =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|driver has already been destroyed|PGlite is closed)/i;

/** The connection received nothing for too long. */
export const silenceError = (): Error =>
  Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' });

/** Whether the database is unreachable, overloaded or read-only, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // Collisions were retried already.
  if (isCollision(error) || isWriteRefused(error) || hasState(error, passingStates)) return true;
  const code = errorCode(error);
  // Connecting to a socket file; any other ENOENT is a defect.
  if (code === 'ENOENT') return property(error, 'syscall') === 'connect';
  if (code !== null && unreachableCodes.has(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const message = property(error, 'message');
  return typeof message === 'string' && unreachableMessages.test(message);
}
