import { sql, type RawBuilder } from 'kysely';

/**
 * Is `r` a rule that the type asks? Its own; of those for every type of its layout the ones that it does not ask in its
 * own way; and of those for every type at all the ones that neither of them asks.
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
