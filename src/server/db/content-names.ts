import { sql, type RawBuilder } from 'kysely';
import type { Language } from '#contract/language.ts';

/**
 * Names of the catalogue's options, such as teams, and of deleted members, in the language of who reads them. An option's
 * `value` is its name in English. What members made is named as they wrote it, also where it reads like the catalogue's.
 */

/** Who reads: null is a guest, and a language that is not known. */
export type Reader = { readonly id: number | null; readonly language: Language | null };

/** A deleted member's name, which is stored in Hebrew. */
const deletedMemberName = 'A face from the past';

/** SQL on a member under this alias: their name, in Hebrew what is stored. */
export const memberName = (alias: string, language: Language | null): RawBuilder<string> => {
  const name = sql<string>`${sql.ref(`${alias}.name`)}`;
  if (language !== 'en') return name;
  return sql<string>`case when ${sql.ref(`${alias}.deleted_at`)} is null then ${name} else ${deletedMemberName} end`;
};

/** The same, where SQL tells the code of the reader's language. */
export const memberNameBy = (alias: string, code: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when ${code} = 'en' then ${memberName(alias, 'en')} else ${memberName(alias, 'he')} end`;

/** SQL on an option under this alias: it is the catalogue's. */
const isInCatalogue = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${column('league_id')} is null and not ${column('private')})`;
};

/** SQL on an option under this alias: its name, and the one it has in the other language. */
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

/** A game keeps its options' names of when it was made: one that was renamed since has another, which is not its. */
const englishFace = (alias: string, at: number) => {
  const kept = sql`o.data ->> ${at}::integer`;
  return sql`case when ${sql.ref(`${alias}.name`)} = ${kept} then ${catalogueNames(alias, 'en').name} else ${kept} end`;
};

/** Joins of item option `o`: the option that it is, and the second of a pair. */
const faces = sql`
  left join options first on first.id = o.option_id
  left join options second on second.id = o.partner_id`;

const englishName = sql<string>`(${englishFace('first', 0)} || coalesce(' + ' || ${englishFace('second', 1)}, ''))`;

/** SQL on item option `o`, joined with its options as `first` and `second`: its name. */
export const optionName = (language: Language | null): RawBuilder<string> =>
  language === 'en' ? englishName : sql<string>`o.name`;

/** The same: the names of the one or two options that it is, in JSON. */
export const optionNames = (language: Language | null): RawBuilder<string[]> =>
  language === 'en'
    ? sql`jsonb_build_array(${englishFace('first', 0)})
        || case when jsonb_array_length(o.data) > 1 then jsonb_build_array(${englishFace('second', 1)}) else '[]' end`
    : sql<string[]>`o.data`;

/** SQL on item `i`: its name. One that is not made of its options' is a person's. */
export const itemName = (language: Language | null): RawBuilder<string> =>
  language === 'en'
    ? sql`(
        select case when i.name = string_agg(o.name, ' · ' order by o.position)
          then string_agg(${englishName}, ' · ' order by o.position) else i.name end
        from item_options o ${faces} where o.item_id = i.id)`
    : sql<string>`i.name`;

/** SQL on post `p`: the name of its game, the first line of its words, else its first item. */
export const gameName = (language: Language | null): RawBuilder<string> => sql`
  coalesce(nullif(split_part(p.description, E'\n', 1), ''), (
    select ${itemName(language)} from items i where i.post_id = p.id order by i.position, i.id limit 1))`;

const renamedValues = (reason: RawBuilder<unknown>, values: 'bet' | 'result') => sql`(
  select coalesce(jsonb_agg(one.value || jsonb_build_object('name', ${englishName}) order by one.nth), '[]')
  from jsonb_array_elements(${reason} -> ${values}::text) with ordinality as one (value, nth)
  join item_options o on o.id = (one.value ->> 'id')::integer ${faces})`;

/** SQL on a reason of the ledger, which keeps the options' names: the same in the reader's language. */
export const renamedReason = (reason: RawBuilder<unknown>, language: Language | null): RawBuilder<unknown> =>
  language === 'en'
    ? sql`(${reason} || jsonb_build_object('bet', ${renamedValues(reason, 'bet')}, 'result', ${renamedValues(reason, 'result')}))`
    : reason;

/** SQL on a name in JSON that item `item` had given one of its options: the same in the reader's language. */
export const renamedOption = (
  item: number,
  kept: RawBuilder<unknown>,
  language: Language | null,
): RawBuilder<unknown> =>
  language === 'en'
    ? sql`coalesce((
        select to_jsonb(${englishName}) from item_options o ${faces}
        where o.item_id = ${item}::integer and o.name = ${kept} #>> '{}' order by o.position limit 1), ${kept})`
    : kept;

/** SQL, in JSON: the English names of items `i` where `which` holds, and of their options, by the names they keep. */
export const englishNames = (which: RawBuilder<unknown>): RawBuilder<Record<string, string> | null> => sql`(
  select jsonb_object_agg(named.name, named.english) from (
    select o.name, ${englishName} as english from items i join item_options o on o.item_id = i.id ${faces} where ${which}
    union all
    select i.name, ${itemName('en')} from items i where ${which}
  ) named)`;
