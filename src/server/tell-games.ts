import { sql } from 'kysely';
import type { LifeStep } from '#contract/models.ts';
import type { Db, MemberContext } from './context.ts';
import { emit } from './live.ts';
import { notify } from './notify.ts';
import type { LedgerLine } from './queries/settle.ts';

/** Who is told of what happens to games (decisions §9), in the transaction it happens in. */

async function leagueMembers(db: Db, league: number): Promise<number[]> {
  const rows = await db
    .selectFrom('league_members')
    .select('member_id')
    .where('league_id', '=', league)
    .where('active', '=', true)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** What a game is called: its description's first line, else its items, else nothing. */
async function gameName(db: Db, post: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(split_part(p.description, E'\n', 1), ''),
      (select name from items i where i.post_id = p.id order by i.position, i.id limit 1), '') as name
    from posts p where p.id = ${post}::integer`.execute(db);
  return rows[0]?.name ?? '';
}

/** A new game, or new words, in a league. */
export async function tellGame(ctx: MemberContext, league: number, post: number): Promise<void> {
  const game = await gameName(ctx.db, post);
  await notify(ctx.db, await leagueMembers(ctx.db, league), {
    kind: 'new_game',
    league,
    actor: ctx.me.id,
    link: `post/${post}`,
    data: { game },
  });
  await emit(ctx.db, { type: 'post', league, post });
}

/** Something was pinned to the top of a league. */
export async function tellPinned(ctx: MemberContext, league: number, post: number): Promise<void> {
  const game = await gameName(ctx.db, post);
  await notify(ctx.db, await leagueMembers(ctx.db, league), {
    kind: 'pinned',
    league,
    actor: ctx.me.id,
    link: `post/${post}`,
    data: { game },
  });
}

/** A comment, to those who take part in the talk: who wrote in it, and whose post it is. */
export async function tellComment(
  ctx: MemberContext,
  { post, league, text }: { post: number; league: number | null; text: string },
): Promise<void> {
  const { rows } = await sql<{ member: number }>`
    select member_id as member from comments where post_id = ${post}::integer and active
    union select author_id from posts where id = ${post}::integer and author_id is not null
    intersect select member_id from league_members where league_id = ${league}::integer and active`.execute(
    ctx.db,
  );
  await notify(
    ctx.db,
    rows.map(({ member }) => member),
    {
      kind: 'comment',
      league,
      actor: ctx.me.id,
      link: `post/${post}`,
      data: { game: await gameName(ctx.db, post), text },
    },
  );
}

type Subject = { readonly id: number; readonly name: string; readonly league: number };

/** Results, each member with their own points; a correction or a void with what it changed. */
export async function tellResults(
  ctx: MemberContext,
  { id, name, league }: Subject,
  kind: LifeStep['kind'],
  lines: readonly LedgerLine[],
): Promise<void> {
  // Those whose news are the same are told together.
  const alike = new Map<string, LedgerLine[]>();
  for (const line of lines) {
    const news = `${line.reason.was ?? 0} ${line.total}`;
    alike.set(news, [...(alike.get(news) ?? []), line]);
  }
  for (const group of alike.values()) {
    const [first] = group;
    if (!first) continue;
    const common = { league, actor: ctx.me.id, link: `item?id=${id}` };
    const members = group.map(({ member }) => member);
    const points = first.total;
    if (kind === 'result') {
      await notify(ctx.db, members, { ...common, kind: 'results', data: { item: name, points } });
    } else {
      const was = first.reason.was ?? 0;
      await notify(ctx.db, members, { ...common, kind: 'correction', data: { item: name, was, points } });
    }
  }
}
