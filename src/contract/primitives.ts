import * as v from 'valibot';
import { isPrintable, visibleName, visibleText } from './text.ts';

/** Building blocks of the wire: what an id, a time, a name or a query value may be. */

export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** ISO 8601 UTC, e.g. `2026-06-11T19:00:00.000Z`. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());

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

/** One line a person wrote: without what cannot be seen, not empty, at most `max` characters. */
export const singleLine = (max: number) =>
  v.pipe(
    v.string(),
    v.check(isPrintable, 'invalid'),
    v.transform(visibleName),
    v.check((text) => !/[\n\r\t\u2028\u2029]/.test(text), 'invalid'),
    v.minLength(1, 'required'),
    v.maxLength(max),
  );

/** Free text a person wrote; empty where nothing of it can be seen. */
export const freeText = (max: number) =>
  v.pipe(v.string(), v.check(isPrintable, 'invalid'), v.transform(visibleText), v.maxLength(max));

export const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** A whole number in a query string. */
export const QueryNumber = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number));
export const QueryId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number));
/** `3,1,2`: as many as a page may hold. */
export const QueryIds = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,99}$/),
  v.transform((ids) => ids.split(',').map(Number)),
);
/** `True`/`False` and `true`/`false` both read. */
export const QueryFlag = v.pipe(
  v.picklist(['True', 'False', 'true', 'false', '1', '0']),
  v.transform((word) => word === 'True' || word === 'true' || word === '1'),
);
export const QueryText = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max), v.check(isPrintable, 'invalid'));

/** What every list takes besides its own filters; `offset` wins over `page`. */
export const pageEntries = {
  page: v.optional(v.pipe(QueryNumber, v.minValue(1), v.maxValue(1_000_000))),
  limit: v.optional(v.pipe(QueryNumber, v.minValue(1), v.maxValue(100))),
  offset: v.optional(v.pipe(QueryNumber, v.minValue(0), v.maxValue(10_000_000))),
  search: v.optional(QueryText(100)),
};

export const listOf = <Row extends v.GenericSchema>(row: Row) =>
  v.object({ results: v.array(row), count: v.number() });

export const arrayOf = <Row extends v.GenericSchema>(row: Row) => v.array(row);

/** The keys of an object that has no others than its type says. */
export const keysOf = <Closed extends object>(closed: Closed): (keyof Closed & string)[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a type may always have more keys than it says
  Object.keys(closed) as (keyof Closed & string)[];
