import pino, { type Logger } from 'pino';
import { sqlState } from '#server/db/errors.ts';

export type Log = Logger;

/**
 * An error as it may be kept: a database's message can quote what a person typed, so of those
 * only the codes and the places in the code are written. Any other loses what could be a phone or a PIN.
 */
function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const state = sqlState(error);
  if (state !== null) {
    const { constraint, table, column, routine } = error as unknown as Record<string, unknown>;
    return { name: 'DatabaseError', code: state, constraint, table, column, routine, frames };
  }
  return {
    name: error.name,
    code: (error as NodeJS.ErrnoException).code,
    message: error.message.replace(/\d{5,}/g, '#'),
    frames,
  };
}

export const logSerializers = { error: serializeError };

/** Structured lines on stderr; stdout stays for people. Nothing secret has a place in them. */
export function openLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: logSerializers },
    pino.destination({ fd: 2, sync: true }),
  );
}
