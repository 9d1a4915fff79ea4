import * as v from 'valibot';

/** Moments as people and files write them. */

const timestampPattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

/** The moment in UTC that a text in ISO 8601 names; null for a day or a time that does not exist. */
export function parseTimestamp(text: string): string | null {
  const [, day] = timestampPattern.exec(text) ?? [];
  const [at, midnight] = [Date.parse(text), Date.parse(`${day}T00:00:00Z`)];
  if (Number.isNaN(at) || Number.isNaN(midnight)) return null;
  // Date.parse reads the 30th of February as a day of March.
  return new Date(midnight).toISOString().slice(0, 10) === day ? new Date(at).toISOString() : null;
}

/** A moment that a person chose; any offset is read, UTC is stored. */
export const TimestampInput = v.pipe(
  v.string(),
  v.check((text) => parseTimestamp(text) !== null, 'invalid'),
  v.transform((text) => parseTimestamp(text) ?? text),
);
