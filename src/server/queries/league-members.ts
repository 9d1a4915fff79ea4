import { sql } from 'kysely';
import { comparableText } from '#contract/comparable-text.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Db } from '#server/db/tables.ts';
import type { Context } from '#server/http/context.ts';
import type { NamedPicture } from '#server/presenters/picture.ts';
import { indexIds, positionOf } from './id-index.ts';
import type { PageWindow } from './paged.ts';

/** SQL: the order of members `m` by name. */
export const nameOrder = sql`lower(m.name), m.id`;

/**
 * A league's members in order of name. `names`: all as `comparableText`, each followed by `separator`, since one text is searched
 * faster than many; `starts`: where each begins in it; `byId`: the index of the ids.
 */
export type LeagueMembers = {
  readonly ids: Int32Array;
  readonly names: string;
  readonly starts: Int32Array;
  readonly byId: Int32Array;
};

/** No name and no search contains it, as no text in PostgreSQL does. */
const separator = '\0';

function pack(members: readonly (readonly [id: number, name: string])[]): LeagueMembers {
  const names = members.map(([, name]) => comparableText(name) + separator);
  let length = 0;
  const starts = Int32Array.from(names, (name) => (length += name.length) - name.length);
  const ids = Int32Array.from(members, ([id]) => id);
  return { ids, names: names.join(''), starts, byId: indexIds(ids) };
}

export const readLeagueMembers = ({ db, platform }: Context, league: number): Promise<LeagueMembers> =>
  platform.caches.leagueMembers.getOrLoad(
    `${league}`,
    async () => {
      const { rows } = await sql<{ members: [id: number, name: string][] }>`
        select coalesce(jsonb_agg(jsonb_build_array(m.id, m.name) order by ${nameOrder}), '[]') as members
        from league_members lm join members m on m.id = lm.member_id
        where lm.league_id = ${league}::integer and lm.active and m.deleted_at is null`.execute(db);
      return pack(onlyRow(rows).members);
    },
    ({ ids, names }) => ({
      tags: [`league:${league}`, 'member:'],
      bytes: 3 * ids.byteLength + 2 * names.length + 200,
    }),
  );

/** Ids of the members whose name contains `search`, in order of name; of all without a search. */
export function findMembers({ ids, names, starts }: LeagueMembers, search: string | undefined): Int32Array {
  if (!search) return ids;
  const text = comparableText(search);
  const startOf = (nth: number) => starts[nth] ?? names.length;
  const found: number[] = [];
  let nth = 0;
  for (let at = names.indexOf(text); at !== -1; at = names.indexOf(text, startOf(nth))) {
    while (startOf(nth + 1) <= at) nth += 1;
    found.push(ids[nth] ?? 0);
    nth += 1;
  }
  return Int32Array.from(found);
}

/** Those of the ids that are a league's members, in order of name. */
export function sortMembers({ ids, byId }: LeagueMembers, some: readonly number[]): number[] {
  const positions = some.map((id) => positionOf(ids, byId, id)).toSorted((one, other) => one - other);
  return positions.flatMap((at) => ids[at] ?? []);
}

/** A page of those ids that fulfil the condition, as indexes; ids after the page are not visited. */
export function findPage(
  ids: Int32Array,
  isListed: (id: number) => boolean,
  { offset, limit }: PageWindow,
): number[] {
  const page: number[] = [];
  let before = 0;
  for (let at = 0; at < ids.length && page.length < limit; at += 1) {
    if (!isListed(ids[at] ?? 0)) continue;
    if (before < offset) before += 1;
    else page.push(at);
  }
  return page;
}

/** Names and pictures of members, in the order of the ids. */
export async function readNamedMembers(db: Db, ids: readonly number[]): Promise<NamedPicture[]> {
  const { rows } = await sql<NamedPicture>`
    select m.id, m.name, g.name as file from members m left join images g on g.id = m.image_id
    where m.id = any(${[...ids]}::integer[])`.execute(db);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowOf.get(id) ?? []);
}
