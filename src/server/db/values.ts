/** Conversion of values from and to PostgreSQL, for both drivers. */

const timestamp = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(:\d\d)?(?::\d\d)?$/;

/** `2026-06-11 19:00:00.123456+00` as ISO 8601 UTC with milliseconds; `infinity` is unchanged. */
export function isoTime(text: string): string {
  const parts = timestamp.exec(text);
  if (!parts) return text;
  const [, day, time, hours, minutes] = parts;
  return new Date(`${day}T${time}${hours}${minutes ?? ':00'}`).toISOString();
}

const flatArray =
  <T>(element: (text: string) => T) =>
  (text: string): (T | null)[] =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((part) => (part === 'NULL' ? null : element(part.replace(/^"|"$/g, ''))));

const json = (text: string): unknown => JSON.parse(text);

/** Parsers by type id: bigint and numeric to numbers, times to ISO strings, json parsed, dates as text, and arrays of these. */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: Number,
  1700: Number,
  1184: isoTime,
  114: json,
  3802: json,
  1082: String,
  1016: flatArray(Number),
  1231: flatArray(Number),
  1185: flatArray(isoTime),
};

function arrayLiteral(list: readonly unknown[]): string {
  const parts = list.map((one) => {
    if (one === null || one === undefined) return 'NULL';
    if (Array.isArray(one)) return arrayLiteral(one);
    return `"${String(toParameter(one)).replace(/(["\\])/g, '\\$1')}"`;
  });
  return `{${parts.join(',')}}`;
}

/** A parameter for both drivers: text, bytes or null. Arrays become PostgreSQL arrays, other objects JSON. */
export function toParameter(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return arrayLiteral(value);
  if (typeof value === 'object') return JSON.stringify(value);
  // oxlint-disable-next-line typescript/no-base-to-string -- a number, a boolean or a bigint
  return String(value);
}

/** The largest id of a 32-bit column. */
export const maxId = 2_147_483_647;
/** An id that fits a 32-bit column; a larger one becomes 0, which matches no row. */
export const storableId = (id: number): number => (id <= maxId ? id : 0);
