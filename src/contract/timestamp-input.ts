import * as v from 'valibot';

/** Parsing timestamps that people and files contain. */

const timestampPattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Parses an ISO 8601 timestamp into UTC. Null for a day or time that does not exist, and for years outside 1000–9999:
 * PostgreSQL has no year 0, and does not parse years of five digits.
 */
export function parseTimestamp(text: string): string | null {
  const [, day] = timestampPattern.exec(text) ?? [];
  const [at, midnight] = [Date.parse(text), Date.parse(`${day}T00:00:00Z`)];
  if (Number.isNaN(at) || Number.isNaN(midnight)) return null;
  // Date.parse reads the 30th of February as a day of March.
  if (new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  const moment = new Date(at).toISOString();
  return /^[1-9]\d{3}-/.test(moment) ? moment : null;
}

/** A timestamp input with any offset, transformed to UTC. */
export const TimestampInput = v.pipe(
  v.string(),
  v.check((text) => parseTimestamp(text) !== null, 'invalid'),
  v.transform((text) => parseTimestamp(text) ?? text),
);
