import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createServer } from '#server/boot/server.ts';
import { readSettings } from '#server/boot/settings.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  leagueWithMembers,
  createMembers,
  makeGame,
  optionIdsOf,
} from '#tests/support/server/leagues-and-games.ts';
import {
  freshDatabase,
  onOneDatabase,
  spawnServer,
  type SpawnedServer,
} from '#tests/support/server/server.ts';
import { runSize } from '#tests/support/run-size.ts';

const memberCount = 20;
const lanes = 6;

onOneDatabase('postgres', (database) => {
  /** A server in this process, on the data of a killed one. */
  const openServer = (data: Pick<SpawnedServer, 'env'>) =>
    createServer(readSettings({ ...data.env, PORT: '0', LOG_LEVEL: 'silent' }), {
      io: { print: () => {} },
    });

  test('no acknowledged bet is lost when the server is killed repeatedly', async () => {
    // The embedded database is several times slower to start and to write.
    const embedded = database === 'pglite';
    const kills = runSize(`${database}: kills of the server (SIGKILL)`, embedded ? 1 : 2, 20);
    const betCount = runSize(`${database}: bets to be acknowledged`, embedded ? 100 : 400, 10_000);
    const data = await freshDatabase(database);

    const setupServer = await openServer(data);
    const {
      section,
      options: teams,
      members: [dana],
    } = await leagueWithMembers(setupServer, ['דנה'], ['קבוצה 1', 'קבוצה 2']);
    const options: number[] = [];
    while (options.length * memberCount < betCount) {
      const { items_data } = await makeGame(
        dana,
        section,
        'home/away',
        Array.from({ length: 50 }, () => teams),
      );
      options.push(...items_data.flatMap(optionIdsOf));
    }
    const members = await createMembers(setupServer, section, memberCount);
    await setupServer.close();

    // Each bet has its own member and option, so that it is certain what must be stored in the end.
    const waiting = options
      .flatMap((itemOption, at) =>
        members.map((member, who) => ({ member, itemOption, value: (at * 3 + who) % 10 })),
      )
      .slice(0, betCount);
    const acknowledged: typeof waiting = [];
    let server = await spawnServer({ on: data });
    let killed = 0;

    const lane = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { member, itemOption, value } = next;
        try {
          const { status } = await api(server.url, member.token).post('bet/', { itemOption, value });
          if (status !== 201) throw new Error(`answered ${status}`);
          acknowledged.push(next);
        } catch {
          // The server was killed: whether it had stored this is unknown, so it is sent again.
          waiting.push(next);
          await sleep(50);
        }
      }
    };
    const killer = async () => {
      for (; killed < kills; killed += 1) {
        const due = ((killed + 1) * betCount) / (kills + 1);
        while (acknowledged.length < due) await sleep(5);
        // Kills while bets are under way, not between two.
        await sleep(Math.random() * 20);
        server.kill('SIGKILL');
        expect((await server.exited).signal).toBe('SIGKILL');
        server = await spawnServer({ on: data });
      }
    };
    try {
      await Promise.all([killer(), ...Array.from({ length: lanes }, lane)]);
      server.kill('SIGKILL');
      await server.exited;

      const after = await openServer(data);
      const { rows } = await sql<{ member: number; option: number; value: number }>`
        select member_id as member, item_option_id as option, value from bets`.execute(after.platform.db);
      await after.close();
      const stored = new Map(rows.map(({ member, option, value }) => [`${member} ${option}`, value]));
      const lost = acknowledged.filter(
        ({ member, itemOption, value }) => stored.get(`${member.id} ${itemOption}`) !== value,
      );
      console.log(
        `${database}: ${acknowledged.length} acknowledged over ${killed + 1} kills, ${lost.length} lost`,
      );
      expect([acknowledged.length, lost.length, killed]).toEqual([betCount, 0, kills]);
    } finally {
      await data.remove();
    }
  }, 1_800_000);
});
