import { sql, type RawBuilder } from 'kysely';

/**
 * SQL: rule `r` applies to the type. For each key, a rule of the type overrides one of its layout, which overrides a general
 * one.
 */
export function isRuleOfType(type: number): RawBuilder<boolean> {
  const layout = sql`(select t.layout from item_types t where t.id = ${type}::integer)`;
  return sql<boolean>`(
    r.item_type_id = ${type}::integer
    or (
      r.item_type_id is null
      and (r.layout is null or r.layout = ${layout})
      and not exists (
        select from item_rules nearer
        where nearer.key = r.key and nearer.active
          and (nearer.item_type_id = ${type}::integer or (r.layout is null and nearer.layout = ${layout}))
      )
    )
  )`;
}
