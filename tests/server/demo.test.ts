import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fillDemo, isOwnDatabase } from '#server/demo/fill.ts';
import { liveLeagueJob } from '#server/demo/live-league.ts';
import { demoMembers } from '#server/demo/demo-members.ts';
import { finalScores } from '#server/demo/season.ts';
import { createMember } from '#tests/support/server/leagues-and-games.ts';
import { tableFingerprints } from '#tests/support/server/table-fingerprints.ts';
import { onOneDatabase, startServer } from '#tests/support/server/server.ts';
import { fullTest } from '#tests/support/run-size.ts';

const minute = 60_000;
const noAbort = new AbortController().signal;

/** The points of a pick by the demo's rules: 4 for the score, 3 for the difference, 2 for the outcome. */
function pointsOf(pick: readonly number[], { home, away }: { home: number; away: number }): number {
  const [pickedHome = 0, pickedAway = 0] = pick;
  if (pickedHome === home && pickedAway === away) return 4;
  if (home !== away && pickedHome - pickedAway === home - away) return 3;
  return Math.sign(pickedHome - pickedAway) === Math.sign(home - away) ? 2 : 0;
}

test.each([
  [{}, true],
  // Blank values count as none, as in the settings.
  [{ DATA_DIR: '', DATABASE_URL: ' ' }, true],
  [{ DATA_DIR: '.data' }, false],
  [{ DATA_DIR: '', DATABASE_URL: 'postgres://localhost/hevre' }, false],
])('with the settings %j the demo has a database of its own: %s', (env, own) => {
  expect(isOwnDatabase(env)).toBe(own);
});

onOneDatabase('postgres', (database) => {
  test('a database that has a member is left unchanged, and the message says so', async () => {
    const server = await startServer({ database });
    const { db } = server.platform;
    try {
      await createMember(server, 'דנה');
      const before = await tableFingerprints(db);
      expect(await fillDemo(db, new Date())).toEqual({
        league: null,
        said: expect.stringMatching(/^This database has members: no demo league was made in it\./),
      });
      expect(await tableFingerprints(db)).toEqual(before);
    } finally {
      await server.close();
    }
  });

  fullTest(
    'the demo’s live league gets games and bets; a match starts, has a score, and is settled for everyone',
    async () => {
      const server = await startServer({ database });
      const { db } = server.platform;
      try {
        await server.platform.jobs.stop();
        const { league: liveLeague, said } = await fillDemo(db, new Date());
        if (!liveLeague) throw new Error(said);
        expect(said).toMatch(/^The demo league is ready\. Sign in as /);
        // The next start creates nothing, and continues the league.
        const filled = await tableFingerprints(db);
        expect(await fillDemo(db, new Date(Date.now() + 10 * minute))).toEqual({
          league: liveLeague,
          said: expect.stringMatching(/^The demo league goes on\. Sign in as /),
        });
        expect(await tableFingerprints(db)).toEqual(filled);
        /** Runs the job so many minutes after the first kick-off; returns the first two matches. */
        const play = async (minutes: number) => {
          await sql`update sources set next_at = '-infinity'`.execute(db);
          const now = new Date(liveLeague.first.getTime() + minutes * minute);
          await liveLeagueJob(server.platform, liveLeague, () => now).run(noAbort);
          const { rows } = await sql<{ status: string; score: unknown; by: string | null }>`
          select i.status, i.details #> '{source,score}' as score,
            (select source from item_steps s where s.item_id = i.id order by s.version desc limit 1) as by
          from tournament_items ti join items i on i.id = ti.item_id where ti.match in ('1', '2') order by ti.match`.execute(
            db,
          );
          return rows;
        };
        const open = { status: 'open', score: null, by: null };

        expect(await play(-1)).toEqual([open, open]);
        const { rows: totals } = await sql`
        select count(distinct i.post_id)::int as games, count(distinct i.id)::int as matches,
          count(b.id)::int as bets, count(distinct b.member_id)::int as bettors
        from tournament_items ti join items i on i.id = ti.item_id left join bets b on b.item_id = i.id`.execute(
          db,
        );
        // Each of the two sides of a match is a bet; the owner has none.
        expect(totals).toEqual([{ games: 14, matches: 56, bets: 56 * 2 * 11, bettors: 11 }]);

        // Running it again creates no further bets.
        expect(await play(3.99)).toMatchObject([{ status: 'started', score: finalScores.get('1') }, open]);
        expect(await play(4.5)).toMatchObject([{ status: 'ended', by: 'Hevre Demo' }, open]);
        expect(
          await sql`select count(*)::int as bets from bets b join tournament_items ti using (item_id)`.execute(
            db,
          ),
        ).toMatchObject({ rows: [{ bets: 56 * 2 * 11 }] });
        const { rows: points } = await sql<{ member: number; pick: number[]; points: number }>`
        select b.member_id as member, array_agg(b.value order by o.position) as pick,
          (select coalesce(sum(l.total), 0)::int from ledger l where l.item_id = b.item_id and l.member_id = b.member_id) as points
        from tournament_items ti join bets b on b.item_id = ti.item_id join item_options o on o.id = b.item_option_id
        where ti.match = '1' group by b.item_id, b.member_id order by b.member_id`.execute(db);
        const end = finalScores.get('1') ?? { home: -1, away: -1 };
        expect(points.map(({ member, points: own }) => [member, own])).toEqual(
          points.map(({ member, pick }) => [member, pointsOf(pick, end)]),
        );
        expect(points).toHaveLength(demoMembers.length - 1);
      } finally {
        await server.close();
      }
    },
  );
});
