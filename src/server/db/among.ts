import { sql, type RawBuilder } from 'kysely';

/**
 * SQL: the id is one of these. One id is compared as one: for an array the planner assumes ten rows, and plans every execution
 * anew instead of once per connection. `within`: wraps the value that is compared.
 */
export const isAmong = (
  id: RawBuilder<unknown>,
  ids: readonly number[],
  within = (value: RawBuilder<unknown>): RawBuilder<unknown> => value,
): RawBuilder<boolean> =>
  ids.length === 1
    ? sql`${id} = ${within(sql`${ids[0]}::integer`)}`
    : sql`${id} = any(${within(sql`${[...ids]}::integer[]`)}::integer[])`;
