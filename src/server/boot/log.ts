import pino, { type Logger } from 'pino';
import { errorCode, sqlState } from '#server/db/errors.ts';
import { openOutput } from './output.ts';

export type Log = Logger;

/**
 * Serializes an error without personal data: only codes and stack of a database error; in other errors, runs of five or
 * more digits are masked.
 */
function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const sqlStateCode = sqlState(error);
  if (sqlStateCode !== null) {
    const { constraint, table, column, routine } = Object.assign<Record<string, unknown>, Error>({}, error);
    return { name: 'DatabaseError', code: sqlStateCode, constraint, table, column, routine, frames };
  }
  return {
    name: error.name,
    code: errorCode(error) ?? undefined,
    message: error.message.replace(/\d{5,}/g, '#'),
    frames,
  };
}

export const logSerializers = { error: serializeError };

const warnLevel = pino.levels.values['warn'] ?? 40;
const stderr = openOutput(
  process.stderr,
  (dropped) =>
    `${JSON.stringify({ level: warnLevel, time: new Date().toISOString(), dropped, msg: 'log lines were dropped: nobody read them' })}\n`,
);

/** Opens the log: JSON lines on stderr. Secrets must not be logged. */
export function openLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: logSerializers },
    { write: (line) => void stderr.write(line) },
  );
}
