import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CallSpec } from '#contract/calls.ts';
import { allCalls } from '#contract/make-game-calls.ts';
import { openApi } from '#server/endpoints/openapi.ts';
import { tableFingerprints } from '#tests/support/server/table-fingerprints.ts';
import {
  validRequest,
  operationsOf,
  type GeneratedRequest,
  type Operation,
} from '#tests/support/fuzz/requests.ts';
import { seededRandom, type KnownValues } from '#tests/support/fuzz/schema.ts';
import { postBets, optionIdsOf } from '#tests/support/server/leagues-and-games.ts';
import { forEachConcurrently } from '#tests/support/concurrency.ts';
import { form, formType, hugePng } from '#tests/support/server/pictures.ts';
import { createPolicyFixture, type Role, type PolicyFixture } from '#tests/support/server/policy-fixture.ts';
import { runSize } from '#tests/support/run-size.ts';
import { startServer } from '#tests/support/server/server.ts';

/** An object that a caller may not see is answered exactly like one that does not exist, to the byte. */

const picture = form({ bytes: hugePng(1, 1) });
const variableHeaders = new Set(['date', 'x-request-id']);

/** The whole answer, without the headers that differ each time. */
async function sendRequest(
  url: string,
  { method, path, headers, body, takesFile }: GeneratedRequest,
  token: string | null,
) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(takesFile ? { 'Content-Type': formType } : headers),
      ...(token === null ? {} : { Authorization: `Token ${token}` }),
    },
    ...(method === 'GET' ? {} : { body: takesFile ? new Uint8Array(picture) : body }),
  });
  const heads = [...response.headers]
    .filter(([name]) => !variableHeaders.has(name))
    .map((head) => head.join(': '));
  return { status: response.status, heads: heads.join('\n'), text: await response.text() };
}

const tokenOf = (fixture: PolicyFixture, role: Role) =>
  role === 'guest' ? null : fixture.people[role].token;

/** The ids of a fixture's objects, by the names of the fields they are sent in. */
async function idsIn({ league, group, game, item, vote, people, unused, server }: PolicyFixture) {
  const { db } = server.platform;
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('member_id', '=', people.inside.id)
    .execute();
  const image = await db
    .insertInto('images')
    .values({
      name: `picture-of-${league.id}`,
      maker_id: people.inside.id,
      model: 'clan',
      width: 1,
      height: 1,
      large: Buffer.from('x'),
      small: Buffer.from('x'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = {
    section: [league.id],
    clan: [group.id],
    post: [game.id, vote.post],
    item: [item.id, vote.id],
    itemoption: [...optionIdsOf(item), ...optionIdsOf(vote)],
    member: Object.values(people).map(({ id }) => id),
    option: game.options.map(({ id }) => id),
    bet: [await unused.bet()],
    postcomment: [await unused.comment()],
    notification: [await unused.notification()],
    session: sessions.map(({ id }) => id),
    image: [image.id],
  };
  return {
    ...ids,
    ...Object.fromEntries(Object.entries(ids).map(([model, own]) => [`${model}.id`, own])),
    onSectionOnly: ids.section,
    owner: ids.member,
    comment_post: ids.post,
    itemOption: ids.itemoption,
    options: [...ids.option, ...ids.itemoption],
    images: ids.image,
  } as Record<string, readonly number[]>;
}

/** Whether a call only reads, so that it can be repeated with the same answer. */
const isRead = ({ id, method }: Operation): boolean => {
  const spec = (allCalls as Record<string, CallSpec>)[id];
  return method === 'GET' && spec?.changes !== true && !['events', 'ping', 'sessions'].includes(id);
};

/** An answer to `as_of`, now or a time ahead, without the time that it was given at. */
const withoutClock = (path: string, answer: unknown): string => {
  const text = JSON.stringify(answer);
  return path.includes('as_of=') ? text.replace(/\\"as_of\\":\\"[^"]+"/, '') : text;
};

test('foreign ids are answered exactly like unknown ids, and no row changes', async () => {
  const pairCount = runSize('swapped foreign ids', 200, 10_000);
  const server = await startServer({ database: 'postgres' });
  try {
    // An item's option must not have the id of an option of the catalogue, which anybody may choose.
    await sql`alter table item_options alter column id restart with 1000000`.execute(server.platform.db);
    const [ownFixture, otherFixture] = [await createPolicyFixture(server), await createPolicyFixture(server)];
    const [own, foreign] = [await idsIn(ownFixture), await idsIn(otherFixture)];
    const { db } = server.platform;
    const operations = operationsOf(openApi()).filter(({ id }) => id !== 'events');
    const callers = ['guest', 'outsider', 'removed', 'otherOwner', 'inside', 'owner'] as const;
    const absentId = (id: number) => 1_900_000_000 + id;
    /** Foreign ids; reads get own ones among them, such as a foreign group as a filter of an own league. */
    const knownValues =
      (mixed: boolean, swap: (id: number) => number): KnownValues =>
      (name) => {
        const ids = (foreign[name] ?? []).map(swap);
        return mixed ? [...ids, ...ids, ...(own[name] ?? [])] : ids;
      };
    const before = await tableFingerprints(db);
    const differ: unknown[] = [];
    const statusCounts = new Map<number, number>();
    let pairs = 0;
    let seed = 1;
    while (pairs < pairCount) {
      const batch: { existing: GeneratedRequest; absent: GeneratedRequest; role: Role }[] = [];
      while (batch.length < 16) {
        const of = operations[seed % operations.length] as Operation;
        const role = callers[Math.floor(seed / operations.length) % callers.length] as Role;
        const existing = validRequest(
          of,
          seededRandom(seed),
          knownValues(isRead(of), (id) => id),
        );
        const absent = validRequest(of, seededRandom(seed), knownValues(isRead(of), absentId));
        seed += 1;
        if (existing.path !== absent.path || existing.body !== absent.body)
          batch.push({ existing, absent, role });
      }
      // No request of a pair may reach a rate limit.
      await db.deleteFrom('counters').execute();
      await forEachConcurrently(4, batch, async ({ existing, absent, role }) => {
        const answers = [
          await sendRequest(server.url, existing, tokenOf(ownFixture, role)),
          await sendRequest(server.url, absent, tokenOf(ownFixture, role)),
        ];
        const status = answers[0]?.status ?? 0;
        statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
        const [first, second] = answers.map((answer) => withoutClock(existing.path, answer));
        if (first !== second) differ.push({ role, existing, absent, answers });
      });
      pairs += batch.length;
    }
    const counts = [...statusCounts]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status}`);
    console.log(`swapped foreign ids: ${pairs} pairs, ${differ.length} differ; ${counts.join(', ')}`);
    expect(differ.slice(0, 5)).toEqual([]);
    expect(await tableFingerprints(db)).toEqual(before);
  } finally {
    await server.close();
  }
}, 3_600_000);

const seeds = runSize('reads of each kind by each role', 1, 4);

test('before the start no answer, count or ETag depends on the value of another member’s bet', async () => {
  const server = await startServer({ database: 'postgres' });
  try {
    const fixture = await createPolicyFixture(server);
    const { people, item, vote } = fixture;
    const ids = await idsIn(fixture);
    const knownValues: KnownValues = (name) => ids[name] ?? [];
    const operations = operationsOf(openApi()).filter(isRead);
    const others = ['guest', 'outsider', 'otherOwner', 'owner', 'staff', 'superuser'] as const;
    const pick = async (home: number, away: number, choice: 0 | 1) => {
      expect((await postBets(people.inside, item, home, away)).status).toBe(201);
      expect((await postBets(people.inside, vote, ...(choice === 0 ? [1] : [undefined, 1]))).status).toBe(
        201,
      );
    };
    /** All answers that a role gets. */
    const answersOf = async (role: Role) => {
      const answers: string[] = [];
      for (const of of operations) {
        for (let seed = 1; seed <= seeds; seed += 1) {
          const request = validRequest(of, seededRandom(seed), knownValues);
          const { status, heads, text } = await sendRequest(server.url, request, tokenOf(fixture, role));
          answers.push(`${request.path} ${status}\n${heads}\n${text}`);
        }
      }
      return answers;
    };
    await pick(1, 0, 0);
    // The first read changes what counts as new, so it is not compared.
    for (const role of [...others, 'inside' as const]) await answersOf(role);
    const before = new Map<Role, string[]>();
    for (const role of [...others, 'inside' as const]) before.set(role, await answersOf(role));
    await pick(7, 3, 1);
    for (const role of others)
      expect({ role, answers: await answersOf(role) }).toEqual({ role, answers: before.get(role) });
    expect(await answersOf('inside')).not.toEqual(before.get('inside'));

    await people.owner.post('setItemResults/', { item: item.id, value: 'start' });
    const bets = await people.owner.get<{ membersOptions: unknown[] }>('getItemBets/', { item: item.id });
    expect(bets.body.membersOptions).toMatchObject([{ member: people.inside.id, home_bet: 7, away_bet: 3 }]);
  } finally {
    await server.close();
  }
}, 600_000);
