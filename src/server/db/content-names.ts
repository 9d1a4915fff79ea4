import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#contract/language.ts';

/**
 * Names of the catalogue's options, such as teams, and of deleted members, in the reader's language. An option's `value` is
 * its name in English. Names that members wrote are not translated, even if they equal one of the catalogue's.
 */

/** Who reads: `id` is null for a guest, `language` null if unknown. */
export type Reader = { readonly id: number | null; readonly language: Language | null };

/** A deleted member's name, which is stored in Hebrew. */
const deletedMemberName = 'A face from the past';

/** SQL: the name of the member under this alias; a deleted one's is stored in Hebrew. */
export const memberName = (alias: string, language: Language | null): RawBuilder<string> => {
  const name = sql<string>`${sql.ref(`${alias}.name`)}`;
  if (language !== 'en') return name;
  return sql<string>`case when ${sql.ref(`${alias}.deleted_at`)} is null then ${name} else ${deletedMemberName} end`;
};

/** The same, with the reader's language as SQL. */
export const memberNameBy = (alias: string, code: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when ${code} = 'en' then ${memberName(alias, 'en')} else ${memberName(alias, 'he')} end`;

/** SQL: whether the option under this alias is the catalogue's. */
const isInCatalogue = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${column('league_id')} is null and not ${column('private')})`;
};

/** SQL: the name of the option under this alias, and its name in the other language (`value`). */
export const catalogueNames = (alias: string, language: Language | null) => {
  const [name, value] = [sql.ref(`${alias}.name`), sql.ref(`${alias}.value`)];
  const isEnglish = sql`${isInCatalogue(alias)} and ${value} <> ''`;
  return language === 'en'
    ? {
        name: sql<string>`case when ${isEnglish} then ${value} else ${name} end`,
        value: sql<string | null>`case when ${isEnglish} then ${name} else ${value} end`,
      }
    : { name: sql<string>`${name}`, value: sql<string | null>`${value}` };
};

/** An item option stores the option's name at its creation, which is translated only while the option still has that name. */
const englishOptionName = (alias: string, at: number) => {
  const kept = sql`o.data ->> ${at}::integer`;
  return sql`case when ${sql.ref(`${alias}.name`)} = ${kept} then ${catalogueNames(alias, 'en').name} else ${kept} end`;
};

/** Joins an item option `o` with its option, and with the second one of a pair. */
const joinOptions = sql`
  left join options first on first.id = o.option_id
  left join options second on second.id = o.partner_id`;

const englishName = sql<string>`(${englishOptionName('first', 0)} || coalesce(' + ' || ${englishOptionName('second', 1)}, ''))`;

/** SQL: the name of item option `o`, which is joined with its options as `first` and `second`. */
export const optionName = (language: Language | null): RawBuilder<string> =>
  language === 'en' ? englishName : sql<string>`o.name`;

/** SQL: the names of its one or two options, as a JSON array. */
export const optionNames = (language: Language | null): RawBuilder<string[]> =>
  language === 'en'
    ? sql`jsonb_build_array(${englishOptionName('first', 0)})
        || case when jsonb_array_length(o.data) > 1 then jsonb_build_array(${englishOptionName('second', 1)}) else '[]' end`
    : sql<string[]>`o.data`;

/** SQL: the name of item `i`. It is translated only if it is the list of its options' names. */
export const itemName = (language: Language | null): RawBuilder<string> =>
  language === 'en'
    ? sql`(
        select case when i.name = string_agg(o.name, ' · ' order by o.position)
          then string_agg(${englishName}, ' · ' order by o.position) else i.name end
        from item_options o ${joinOptions} where o.item_id = i.id)`
    : sql<string>`i.name`;

/** SQL: the name of post `p`: the first line of its text, else the name of its first item. */
export const gameName = (language: Language | null): RawBuilder<string> => sql`
  coalesce(nullif(split_part(p.description, E'\n', 1), ''), (
    select ${itemName(language)} from items i where i.post_id = p.id order by i.position, i.id limit 1))`;

const renamedValues = (reason: RawBuilder<unknown>, values: 'bet' | 'result') => sql`(
  select coalesce(jsonb_agg(one.value || jsonb_build_object('name', ${englishName}) order by one.nth), '[]')
  from jsonb_array_elements(${reason} -> ${values}::text) with ordinality as one (value, nth)
  join item_options o on o.id = (one.value ->> 'id')::integer ${joinOptions})`;

/** SQL: a ledger entry's reason, which contains options' names, in the reader's language. */
export const renamedReason = (reason: RawBuilder<unknown>, language: Language | null): RawBuilder<unknown> =>
  language === 'en'
    ? sql`(${reason} || jsonb_build_object('bet', ${renamedValues(reason, 'bet')}, 'result', ${renamedValues(reason, 'result')}))`
    : reason;

/** SQL: a stored option name (JSON) of item `item`, in the reader's language. */
export const renamedOption = (
  item: number,
  kept: RawBuilder<unknown>,
  language: Language | null,
): RawBuilder<unknown> =>
  language === 'en'
    ? sql`coalesce((
        select to_jsonb(${englishName}) from item_options o ${joinOptions}
        where o.item_id = ${item}::integer and o.name = ${kept} #>> '{}' order by o.position limit 1), ${kept})`
    : kept;

/** SQL: English names of the items `i` where `which` holds and of their options, as a JSON object by stored name. */
export const englishNames = (which: RawBuilder<unknown>): RawBuilder<Record<string, string> | null> => sql`(
  select jsonb_object_agg(named.name, named.english) from (
    select o.name, ${englishName} as english from items i join item_options o on o.item_id = i.id ${joinOptions} where ${which}
    union all
    select i.name, ${itemName('en')} from items i where ${which}
  ) named)`;
