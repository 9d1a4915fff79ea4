import * as v from 'valibot';
import { QueryText } from './primitives.ts';

/** Schemas of query parameters of lists. */

/** A whole number in a query string. */
export const QueryNumber = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number));
export const QueryId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number));
/** Comma-separated ids such as `3,1,2`; at most 100, the maximum of a page. */
export const QueryIds = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,99}$/),
  v.transform((ids) => ids.split(',').map(Number)),
);
/** A boolean: `True`/`False`, `true`/`false` or `1`/`0`. */
export const QueryFlag = v.pipe(
  v.picklist(['True', 'False', 'true', 'false', '1', '0']),
  v.transform((word) => word === 'True' || word === 'true' || word === '1'),
);
/** Query parameters of every list; `offset` takes precedence over `page`. */
export const pageEntries = {
  page: v.optional(v.pipe(QueryNumber, v.minValue(1), v.maxValue(1_000_000))),
  limit: v.optional(v.pipe(QueryNumber, v.minValue(1), v.maxValue(100))),
  offset: v.optional(v.pipe(QueryNumber, v.minValue(0), v.maxValue(10_000_000))),
  search: v.optional(QueryText(100)),
};
