import * as v from 'valibot';

/** Moments as people and files write them. */

const timestampPattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * The moment in UTC that a text in ISO 8601 names; null for a day or a time that does not exist, and for a year that is
 * not of four digits: PostgreSQL has no year 0, and reads none of five.
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

/** A moment that a person chose; any offset is read, UTC is stored. */
export const TimestampInput = v.pipe(
  v.string(),
  v.check((text) => parseTimestamp(text) !== null, 'invalid'),
  v.transform((text) => parseTimestamp(text) ?? text),
);
