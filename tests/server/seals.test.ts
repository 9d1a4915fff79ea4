import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bet, Item } from '#contract/models.ts';
import type { SealedBets } from '#contract/seals.ts';
import { sealScript, sealsInCsv } from '#domain/seals.ts';
import { betQueueOf } from '#server/commands/bet-queue.ts';
import {
  createMember,
  leagueWithMembers,
  makeGame,
  optionIdsOf,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

type Page = { results: SealedBets[]; count: number };
const hex = (length: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let section: number;
  let options: number[];
  let noa: ApiMember, dana: ApiMember, yossi: ApiMember;
  beforeAll(async () => {
    server = await startServer({ database });
    ({
      section,
      options,
      members: [noa, dana, yossi],
    } = await leagueWithMembers(server, ['נועה', 'דנה', '=יוסי, "הקשקשן"'], ['א', 'ב', 'ג']));
  });
  afterAll(() => server.close());

  const makeItem = async (layout: 'home/away' | 'vote' | 'balance' | 'bets', rules = {}): Promise<Item> => {
    const group = layout === 'home/away' ? options.slice(0, 2) : options;
    const [item] = (await makeGame(noa, section, layout, [group], rules)).items_data;
    if (!item) throw new Error('no item');
    return item;
  };
  const start = ({ id }: Item) => noa.post('setItemResults/', { item: id, value: 'start' });
  const sealsOf = async (who: ApiMember, { id: item }: Item) =>
    (await who.get<Page>('seals/', { item, limit: 100 })).body;
  const bet = async (who: ApiMember, item: Item, ...values: (number | undefined)[]) => {
    const { status, body } = await postBets(who, item, ...values);
    expect(status).toBe(201);
    return body as Bet[];
  };
  const ownSeals = async (who: ApiMember, { id: item }: Item) => {
    const { body } = await who.get<{ results: Bet[] }>('bet/', { item });
    return [...new Set(body.results.map(({ seal }) => seal))];
  };
  const storedSeals = async ({ id }: Item) => {
    const { rows } = await sql<{ member_id: number; random: string; seal: string }>`
      select member_id, random, seal from seals where item_id = ${id} and seal is not null order by member_id`.execute(
      server.platform.db,
    );
    return rows;
  };
  const saveBet = async (who: ApiMember, itemOption: number, value: number) =>
    (await who.post<Bet>('bet/', { itemOption, value })).body;

  test('a save returns a new seal of all the member’s picks on the item, which matches exactly these picks', async () => {
    const item = await makeItem('bets');
    const [first = 0, second = 0, third = 0] = optionIdsOf(item);
    const before = await bet(dana, item, 3, undefined, 9);
    expect(before.map(({ seal }) => seal)).toEqual([hex(64), before[0]?.seal]);
    const { seal } = await saveBet(dana, second, 0);
    expect([seal, seal === before[0]?.seal]).toEqual([hex(64), false]);
    expect(await ownSeals(dana, item)).toEqual([seal]);
    await start(item);
    // After the start it is returned only together with its random.
    expect(await ownSeals(dana, item)).toEqual([null]);
    const { results, count } = await sealsOf(noa, item);
    expect({ results, count }).toEqual({
      count: 1,
      results: [
        {
          section,
          item: item.id,
          item_name: item.name,
          member: dana.id,
          name: 'דנה',
          picks: [
            { id: first, name: 'א', value: 3 },
            { id: second, name: 'ב', value: 0 },
            { id: third, name: 'ג', value: 9 },
          ],
          random: hex(32),
          seal,
        },
      ],
    });
    const { random } = results[0] as SealedBets;
    expect(seal).toBe(
      sha256(
        `hevre-seal-1\n${section}\n${item.id}\n${dana.id}\n${first}:3\n${second}:0\n${third}:9\n${random}`,
      ),
    );
  });

  test('picks saved again unchanged keep their seal; changed and changed back they get another', async () => {
    for (const type of ['vote', 'bets'] as const) {
      const item = await makeItem(type);
      const [first = 0, second = 0] = optionIdsOf(item);
      await saveBet(dana, first, 1);
      if (type === 'bets') await saveBet(dana, second, 1);
      const [before] = await storedSeals(item);
      const again = await saveBet(dana, first, 1);
      await bet(yossi, item, 1);
      const rows = await storedSeals(item);
      expect([again.seal, rows.find(({ member_id }) => member_id === dana.id)]).toEqual([
        before?.seal,
        before,
      ]);
      // Each member's seal has a random of its own.
      expect(new Set(rows.map(({ random }) => random)).size).toBe(2);
      // A vote for another option replaces the first vote; a changed digit does not touch the other one.
      await saveBet(dana, type === 'vote' ? second : first, type === 'vote' ? 1 : 2);
      await saveBet(dana, first, 1);
      const after = (await storedSeals(item)).find(({ member_id }) => member_id === dana.id);
      expect([after?.random, after?.seal]).toEqual([hex(32), hex(64)]);
      expect(after?.random).not.toBe(before?.random);
    }
  });

  test('a repeated request under one key returns the same seal, and makes none', async () => {
    const item = await makeItem('vote');
    const [first = 0] = optionIdsOf(item);
    const save = () =>
      dana.post<Bet>('bet/', { itemOption: first, value: 1 }, { 'Idempotency-Key': `seal-${item.id}` });
    const [once, again] = [await save(), await save()];
    expect([once.body.seal, again.body, again.headers.get('Idempotency-Replayed')]).toEqual([
      hex(64),
      once.body,
      'true',
    ]);
    expect((await storedSeals(item)).map(({ seal }) => seal)).toEqual([once.body.seal]);
  });

  test('removing a bet renews the seal of the remaining ones, and deletes it with the last one', async () => {
    const item = await makeItem('balance');
    const [one, other] = (await bet(dana, item, 60, 40)) as [Bet, Bet];
    const { status } = await dana.del('bet/', { ids: String(other.id) });
    const [remainingSeal] = await ownSeals(dana, item);
    expect([status, remainingSeal, remainingSeal === one.seal]).toEqual([200, hex(64), false]);
    await dana.del('bet/', { ids: String(one.id) });
    expect(await storedSeals(item)).toEqual([]);
    // Taking back a missing bet makes no seal.
    const { seal } = await saveBet(dana, one.itemOption, 0);
    expect([seal, await storedSeals(item)]).toEqual([undefined, []]);
  });

  test('a vote that replaces another is sealed alone, and a refused bet leaves the seal unchanged', async () => {
    const item = await makeItem('vote');
    const [first = 0, second = 0] = optionIdsOf(item);
    await saveBet(dana, first, 1);
    const { seal } = await saveBet(dana, second, 1);
    expect((await dana.post('bet/', { itemOption: first, value: 2 })).status).toBe(400);
    await start(item);
    expect((await dana.post('bet/', { itemOption: first, value: 1 })).status).toBe(409);
    const [{ picks, random } = { picks: [], random: '' }] = (await sealsOf(dana, item)).results;
    expect(picks).toEqual([{ id: second, name: 'ב', value: 1 }]);
    expect(seal).toBe(sha256(`hevre-seal-1\n${section}\n${item.id}\n${dana.id}\n${second}:1\n${random}`));
  });

  test('before the start no answer holds a random, nor another member’s seal', async () => {
    const item = await makeItem('vote', { hide_options: false });
    await bet(dana, item, 1);
    await bet(noa, item, undefined, 1);
    const stored = await storedSeals(item);
    const secrets = (who: ApiMember) =>
      stored.flatMap(({ random, seal, member_id }) => (member_id === who.id ? [random] : [random, seal]));
    for (const who of [noa, dana, yossi]) {
      const answers = await Promise.all([
        who.get('seals/', { item: item.id }),
        who.get('seals/', { section }),
        who.get('getItemBets/', { item: item.id }),
        who.get('bet/', { item: item.id }),
        who.get(`item/${item.id}/`),
        who.get(`post/${item.post}/`),
        who.get('bettors/', { item: item.id }),
        who.get('export/'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const text = JSON.stringify(answers.map(({ body }) => body));
      expect(secrets(who).filter((secret) => text.includes(secret))).toEqual([]);
      expect((await sealsOf(who, item)).results).toEqual([]);
    }
    // The seals of an item that is voided before its start are never shown.
    await noa.post('setItemResults/', { item: item.id, value: 'void' });
    expect((await sealsOf(dana, item)).results).toEqual([]);
  });

  test('after the start members of the league see all seals, and others none; a score with one side missing has none', async () => {
    const item = await makeItem('home/away');
    await bet(dana, item, 2, 1);
    await bet(noa, item, 0, 0);
    await bet(yossi, item, 4);
    await start(item);
    const { results, count } = await sealsOf(yossi, item);
    expect([results.map(({ member }) => member), count]).toEqual([[noa.id, dana.id], 2]);
    const ofLeague = (await dana.get<Page>('seals/', { section, limit: 100 })).body;
    expect(ofLeague.results.filter((row) => row.item === item.id)).toEqual(results);
    const elsewhere = await leagueWithMembers(server, ['רחוק'], ['א', 'ב']);
    const [stranger] = elsewhere.members;
    const [foreignItem] = (await makeGame(stranger, elsewhere.section, 'home/away', [elsewhere.options]))
      .items_data;
    if (!foreignItem) throw new Error('no item');
    await bet(stranger, foreignItem, 1, 1);
    await stranger.post('setItemResults/', { item: foreignItem.id, value: 'start' });
    const sectionsOf = async (who: ApiMember, of: number) =>
      (await who.get<Page>('seals/', { section: of, limit: 100 })).body.results.map((row) => row.section);
    expect(new Set(await sectionsOf(dana, section))).toEqual(new Set([section]));
    expect(await sectionsOf(stranger, elsewhere.section)).toEqual([elsewhere.section]);
    for (const query of [{ item: item.id }, { section }])
      expect((await stranger.get('seals/', query)).status).toBe(404);
    for (const query of [{}, { item: item.id, section }])
      expect((await dana.get<{ code: string }>('seals/', query)).body).toMatchObject({
        code: 'validation',
        fields: { item: { code: 'required' } },
      });
    // Picks of a deleted game are no longer shown.
    await stranger.del('post/', { ids: String(foreignItem.post) });
    expect(await sectionsOf(stranger, elsewhere.section)).toEqual([]);
    const own = (await dana.get<{ seals: { item: number; random: string }[] }>('export/')).body;
    expect(own.seals.find((one) => one.item === item.id)?.random).toBe(results[1]?.random);
  });

  test('bets that were stored before seals existed have none until they are changed', async () => {
    const item = await makeItem('bets');
    await bet(dana, item, 1, 2, 3);
    await bet(yossi, item, 4, 5, 6);
    await sql`delete from seals where item_id = ${item.id}`.execute(server.platform.db);
    expect(await ownSeals(dana, item)).toEqual([null]);
    await bet(yossi, item, 7);
    await start(item);
    expect((await sealsOf(dana, item)).results).toMatchObject([
      { member: dana.id, random: null, seal: null },
      { member: yossi.id, random: hex(32), picks: [{ value: 7 }, { value: 5 }, { value: 6 }] },
    ]);
  });

  test('a deleted account leaves its bets sealed, without its name', async () => {
    const item = await makeItem('home/away');
    const [first = 0, second = 0] = optionIdsOf(item);
    const leaving = await createMember(server, 'מי שהלך');
    await sql`insert into league_members (league_id, member_id) values (${section}, ${leaving.id})`.execute(
      server.platform.db,
    );
    const [{ seal } = { seal: null }] = await bet(leaving, item, 2, 1);
    await start(item);
    expect((await leaving.del('member/', { ids: 'me' })).status).toBe(200);
    const [row] = (await sealsOf(dana, item)).results;
    expect(row).toMatchObject({ member: leaving.id, name: 'פנים מהעבר', seal });
    expect(seal).toBe(
      sha256(`hevre-seal-1\n${section}\n${item.id}\n${leaving.id}\n${first}:2\n${second}:1\n${row?.random}`),
    );
  });

  test('concurrent saves of one member leave one seal, which matches the stored bets', async () => {
    const item = await makeItem('bets');
    const [first = 0, second = 0, third = 0] = optionIdsOf(item);
    const queue = betQueueOf(server.platform.database);
    const write = (option: number, value: number | null) =>
      queue.write({ member: dana.id, bets: [{ option, value }], bulk: false });
    await bet(dana, item, 0, 0, 0);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const saved = await postBets(dana, item, at, undefined, at);
        await write(second, at);
        return (saved.body as Bet[])[0]?.seal;
      }),
    );
    const [last] = await storedSeals(item);
    await start(item);
    const [row] = (await sealsOf(noa, item)).results;
    const values = row?.picks.map(({ value }) => value) ?? [];
    expect([row?.seal, values[0], new Set(answers).size]).toEqual([last?.seal, values[2], 8]);
    expect(row?.seal).toBe(
      sha256(
        `hevre-seal-1\n${section}\n${item.id}\n${dana.id}\n${first}:${values[0]}\n${second}:${values[1]}\n${third}:${values[2]}\n${row?.random}`,
      ),
    );
  });

  test('the page’s script recomputes an export, and names the lines that were changed', async () => {
    const item = await makeItem('home/away');
    await bet(dana, item, 2, 1);
    await bet(yossi, item, 3, 3);
    await bet(noa, item, 0, 1);
    await start(item);
    const folder = mkdtempSync(join(tmpdir(), 'hevre-seals-'));
    const run = async () => {
      writeFileSync(join(folder, 'check.mjs'), sealScript);
      writeFileSync(join(folder, 'picks.csv'), sealsInCsv((await sealsOf(noa, item)).results));
      return execFileSync('node', ['check.mjs', 'picks.csv'], { cwd: folder, encoding: 'utf8' }).split('\n');
    };
    try {
      expect(await run()).toEqual(['3 of 3 match', '']);
      const { db } = server.platform;
      await sql`update bets set value = 2 where item_id = ${item.id} and member_id = ${yossi.id} and value = 3
        and item_option_id = ${optionIdsOf(item)[1]}`.execute(db);
      await sql`delete from seals where item_id = ${item.id} and member_id = ${noa.id}`.execute(db);
      const [unsealed, changed, count] = await run();
      expect(unsealed).toMatch(new RegExp(`^line 2 has no seal: ${section},${item.id},${noa.id},`));
      expect(changed).toMatch(new RegExp(`^line 4 does not match: ${section},${item.id},${yossi.id},`));
      // Text that a spreadsheet would run as a formula is escaped.
      expect(changed).toContain(`"'=יוסי, ""הקשקשן""","א 3 · ב 2"`);
      expect(count).toBe('1 of 3 match');
      expect(sealScript.trim().split('\n')).toHaveLength(10);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
