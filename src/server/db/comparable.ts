import { sql, type RawBuilder } from 'kysely';
import { typedAlike } from '#contract/comparable-text.ts';

/** SQL: a text as `comparableText` gives it. */
export const comparable = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`translate(lower(${text}), ${typedAlike.from}, ${typedAlike.to})`;
