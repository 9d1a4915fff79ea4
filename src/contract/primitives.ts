import * as v from 'valibot';
import { isPrintable, visibleName, visibleText } from './text.ts';

/** Basic schemas of the wire: ids, timestamps, names and texts. */

export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** ISO 8601 UTC, e.g. `2026-06-11T19:00:00.000Z`. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());

/** One line of text: invisible characters removed, not empty, at most `max` characters. */
export const singleLine = (max: number) =>
  v.pipe(
    v.string(),
    v.check(isPrintable, 'invalid'),
    v.transform(visibleName),
    v.check((text) => !/[\n\r\t\u2028\u2029]/.test(text), 'invalid'),
    v.minLength(1, 'required'),
    v.maxLength(max),
  );

/** Free text of at most `max` characters, trimmed; '' if nothing in it is visible. */
export const freeText = (max: number) =>
  v.pipe(v.string(), v.check(isPrintable, 'invalid'), v.transform(visibleText), v.maxLength(max));

export const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

export const QueryText = (max: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max), v.check(isPrintable, 'invalid'));

export const listOf = <Row extends v.GenericSchema>(row: Row) =>
  v.object({ results: v.array(row), count: v.number() });

export const arrayOf = <Row extends v.GenericSchema>(row: Row) => v.array(row);

/** The typed keys of an object that has no keys beyond its type. */
export const keysOf = <Closed extends object>(closed: Closed): (keyof Closed & string)[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a type may always have more keys than it says
  Object.keys(closed) as (keyof Closed & string)[];
