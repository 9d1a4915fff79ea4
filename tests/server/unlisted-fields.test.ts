import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallName, CallSpec } from '#contract/calls.ts';
import { allCalls } from '#contract/make-game-calls.ts';
import { modelNames, modelRegistry, type ModelName, type ModelSpec } from '#contract/model-registry.ts';
import { respond } from '#server/endpoints/pipeline.ts';
import { tableFingerprints } from '#tests/support/server/table-fingerprints.ts';
import { postBets, optionIdsOf } from '#tests/support/server/leagues-and-games.ts';
import { forEachConcurrently, evenSample } from '#tests/support/concurrency.ts';
import { fileOfMatches, importWorldCup } from '#tests/support/server/competitions.ts';
import { newPhone } from '#tests/support/server/members.ts';
import { createPolicyFixture, type PolicyFixture } from '#tests/support/server/policy-fixture.ts';
import { runSize } from '#tests/support/run-size.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** Requests and answers hold only the fields of their schemas, for every model and every call. */

type Send = {
  method: 'POST' | 'PUT';
  path: string;
  body: Record<string, unknown>;
  allowed: readonly string[];
  /** Fields of the object as GET returns it: unchanged they are accepted, and ignored. */
  answered?: readonly string[];
};

const reaching = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  '',
];

const entriesOf = (schema: unknown): string[] =>
  Object.keys((schema as { entries?: Record<string, unknown> } | undefined)?.entries ?? {});

const isUpdate = ({ answered }: Send) => answered !== undefined;
const idOf = ({ path }: Send) => Number(path.split('/')[1]);

/** A valid request of every kind, with the fields that its schema lists. */
async function everything(fixture: PolicyFixture): Promise<Send[]> {
  const { league, game, item, vote, group, people, type, unused } = fixture;
  await postBets(people.superuser, item, 1, 0);
  const validBodies: Partial<Record<ModelName, Record<string, unknown>>> = {
    section: { name: 'ליגה' },
    clan: { name: 'קבוצה' },
    post: { section: league.id, description: 'מילים' },
    postcomment: { comment_post: game.id, description: 'היי' },
    bet: { itemOption: optionIdsOf(vote)[0], value: 1 },
    option: { name: 'אפשרות', section: league.id },
    item: { section: league.id, description: 'מי?', options: game.options.map(({ id }) => id) },
    itemtype: { name: 'סוג', type: 'vote' },
    itemrule: { name: 'כלל', key: 'a_new_rule', itemType: type.id },
  };
  const changed: Partial<Record<ModelName, [id: number, body: Record<string, unknown>]>> = {
    section: [league.id, { rounds: 2 }],
    clan: [group.id, { name: 'קבוצה' }],
    member: [people.inside.id, { name: 'בפנים' }],
    notification: [await unused.notification(), { new: false }],
    post: [game.id, { pinned: true }],
    postcomment: [await unused.comment(), { active: false }],
    item: [item.id, { description: 'על מה' }],
    itemoption: [optionIdsOf(vote)[0] ?? 0, { no_points: false }],
    bet: [await unused.bet(), { value: 2 }],
    option: [await unused.option(), { name: 'אחרת' }],
    itemtype: [type.id, { name: 'סוג' }],
    itemrule: [fixture.rule.id, { name: 'כלל' }],
  };
  const called: Partial<Record<CallName, Record<string, unknown>>> = {
    logIn: { username: newPhone(), password: '123456' },
    socialLogIn: { token: 'x' },
    linkPhone: { cellphone: newPhone(), pincode: '123456' },
    createGame: {
      section: league.id,
      itemType: type.id,
      rules: {},
      groups: [{ options: game.options.map(({ id }) => id) }],
    },
    importCompetition: importWorldCup(league.id),
    competitionFile: fileOfMatches(league.id),
    placeJoker: { item: (await unused.game()).items_data[0]?.id },
    setResults: { item: item.id, value: 'start' },
    objectToResult: { item: item.id, version: 1, words: 'לא' },
    voteOnObjections: { item: item.id, version: 1, agrees: true },
    confirmResult: { item: item.id, version: 1 },
    handBack: { item: item.id },
    enterResult: { item: item.id, home: 1, away: 0 },
    enter: { section: league.id },
    renewCode: { section: league.id },
    setRole: { member: people.outsider.id, role: 'member' },
    setPushId: { pId: 'push' },
    readNotifications: { new: false },
    markChatRead: { post: game.id, last: 1 },
  };
  const sends: Send[] = [];
  for (const name of modelNames) {
    const spec: ModelSpec = modelRegistry[name];
    const [create, update] = [validBodies[name], changed[name]];
    // Every model that can be written must be listed above.
    expect({ name, create: create !== undefined, update: update !== undefined }).toEqual({
      name,
      create: spec.create !== undefined,
      update: spec.update !== undefined,
    });
    if (create)
      sends.push({ method: 'POST', path: `${name}/`, body: create, allowed: entriesOf(spec.create) });
    if (update) {
      sends.push({
        method: 'PUT',
        path: `${name}/${update[0]}/`,
        body: update[1],
        allowed: entriesOf(spec.update),
        answered: entriesOf(spec.read),
      });
    }
  }
  for (const [name, spec] of Object.entries(allCalls) as [CallName, CallSpec][]) {
    const body = called[name];
    expect({ name, body: body !== undefined }).toEqual({
      name,
      body: spec.body !== undefined && name !== 'logOut',
    });
    if (body) {
      sends.push({ method: spec.method as 'POST', path: spec.path, body, allowed: entriesOf(spec.body) });
    }
  }
  return sends;
}

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let fixture: PolicyFixture;
  let sends: Send[];
  beforeAll(async () => {
    server = await startServer({ database });
    fixture = await createPolicyFixture(server);
    sends = await everything(fixture);
  });
  afterAll(() => server.close());

  /** Sends a request as a member who may, so that only its fields can be refused. */
  const send = async ({ method, path, body }: Pick<Send, 'method' | 'path' | 'body'>) => {
    const { staff, superuser, inside } = fixture.people;
    const ofMember =
      /^(member|notification|bet|postcomment)\/\d/.test(path) ||
      ['bet/', 'joker/', 'objections/'].includes(path);
    const response = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Token ${(ofMember ? inside : path === 'role/' ? superuser : staff).token}`,
      },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      answer: (await response.json()) as { code?: string; fields?: unknown },
    };
  };

  test('a field that a schema does not list is refused by name, and nothing is stored', async () => {
    const { rows: columns } = await sql<{ name: string }>`
      select distinct column_name as name from information_schema.columns where table_schema = 'public'`.execute(
      server.platform.db,
    );
    const fields = [
      ...new Set([
        ...reaching,
        ...modelNames.flatMap((name) => {
          const spec: ModelSpec = modelRegistry[name];
          return [...entriesOf(spec.read), ...entriesOf(spec.create), ...entriesOf(spec.update)];
        }),
        ...Object.values(allCalls as Record<string, CallSpec>).flatMap(({ body, query }) => [
          ...entriesOf(body),
          ...entriesOf(query),
        ]),
        ...columns.map(({ name }) => name),
      ]),
    ];
    const values = [1, true, 'x', null, {}, [1]];
    const cells = sends.flatMap((one) =>
      fields.filter((field) => !one.allowed.includes(field)).map((field) => ({ ...one, field })),
    );
    const chosen = evenSample(cells, runSize(`fields that are not listed, on ${database}`, 200, 20_000));
    const before = await tableFingerprints(server.platform.db);
    const failures: unknown[] = [];
    await forEachConcurrently(8, chosen, async ({ field, body, answered, ...one }, nth) => {
      const value = answered?.includes(field) ? { of: 'no answer' } : values[nth % values.length];
      const more = Object.fromEntries([...Object.entries(body), [field, value]]);
      const { status, answer } = await send({ ...one, body: more });
      const expected = { [field]: { code: 'unknown_field' } };
      if (status !== 400 || JSON.stringify(answer.fields) !== JSON.stringify(expected)) {
        failures.push({ ...one, field, status, answer });
      }
    });
    console.log(
      `fields that are not listed: ${chosen.length} of ${cells.length} tried, ${failures.length} wrong`,
    );
    expect(failures.slice(0, 10)).toEqual([]);
    expect(await tableFingerprints(server.platform.db)).toEqual(before);
  }, 1_800_000);

  test('a field that a nested schema does not list is refused too', async () => {
    const { people, game, item, rule, league, type } = fixture;
    const options = game.options.map(({ id }) => id);
    const game1 = { section: league.id, itemType: type.id, rules: {} };
    const tries: [method: 'POST' | 'PUT', path: string, body: Record<string, unknown>][] = [
      ['PUT', `member/${people.inside.id}/`, { preferences: { sound: true } }],
      ['PUT', `member/${people.inside.id}/`, { preferences: { notifications: { everything: false } } }],
      ['PUT', `itemrule/${rule.id}/`, { details: { formula: 'x' } }],
      ['PUT', `itemrule/${rule.id}/`, { details: { choices: [{ value: 1, title: 'א', points: 9 }] } }],
      ['POST', 'itemrule/', { name: 'כלל', key: 'k', details: { formula: 'x' } }],
      ['POST', 'createPostV3/', { ...game1, groups: [{ options, started: true }] }],
      ['POST', 'createPostV3/', { ...game1, rules: { __proto__x: 1, 'a b': 1 }, groups: [{ options }] }],
      ['POST', 'setItemResults/', { item: item.id, value: { home: 1, away: 0, points: 9 } }],
      ['POST', 'setItemResults/', { item: item.id, value: { options: [], points: 9 } }],
    ];
    const before = await tableFingerprints(server.platform.db);
    for (const [method, path, body] of tries) {
      const { status, answer } = await send({ method, path, body });
      expect({ path, body, status, code: answer.code }).toEqual({
        path,
        body,
        status: 400,
        code: 'validation',
      });
    }
    expect(await tableFingerprints(server.platform.db)).toEqual(before);
  });

  test('an update with another id than its path has is refused by name, and nothing is stored', async () => {
    const before = await tableFingerprints(server.platform.db);
    for (const one of sends.filter(isUpdate)) {
      const { status, answer } = await send({ ...one, body: { ...one.body, id: idOf(one) + 1 } });
      expect({ path: one.path, status, fields: answer.fields }).toEqual({
        path: one.path,
        status: 400,
        fields: { id: { code: 'invalid' } },
      });
    }
    expect(await tableFingerprints(server.platform.db)).toEqual(before);
  });

  test('the same requests without such fields are accepted, an update with its id', async () => {
    for (const one of sends) {
      const { status } = await send(isUpdate(one) ? { ...one, body: { ...one.body, id: idOf(one) } } : one);
      // Refused for other reasons: no Firebase project, nobody holds the item, no PIN was sent, no result is provisional.
      const refused = {
        socialAuth: 404,
        'handBack/': 409,
        'linkPhone/': 400,
        'objections/': 409,
        'confirmResult/': 409,
      }[one.path];
      const isAccepted = refused === undefined ? [200, 201].includes(status) : status === refused;
      expect({ path: one.path, status, taken: isAccepted }).toEqual({ path: one.path, status, taken: true });
    }
  });
});

describe('answers', () => {
  test('that hold more or less than their schema throw under test', async () => {
    const Row = v.object({ id: v.number(), member: v.object({ name: v.string() }) });
    const answer = { id: 1, member: { name: 'דנה' } };
    const c = { body: (text: string): unknown => JSON.parse(text) } as never;
    expect(await respond(c, Row, answer, 200)).toEqual(answer);
    await expect(respond(c, Row, { ...answer, phone: '+972500000000' }, 200)).rejects.toThrow(
      'more than the contract',
    );
    await expect(respond(c, Row, { id: 1, member: { name: 'דנה', email: 'a@b' } }, 200)).rejects.toThrow(
      'more than',
    );
    await expect(respond(c, Row, { id: 1 }, 200)).rejects.toThrow('breaks the contract');
  });

  test('have fields for a phone, an e-mail or a token only in the member’s own data', () => {
    const places: string[] = [];
    const walk = (schema: unknown, path: string, depth = 0): void => {
      if (typeof schema !== 'object' || schema === null || depth > 12) return;
      const { entries, wrapped, item, options, pipe, value } = schema as Record<string, unknown>;
      for (const [name, inner] of Object.entries((entries as object | undefined) ?? {})) {
        if (/phone|mail|token|hash|secret|pin\b|password|device/i.test(name)) places.push(`${path}.${name}`);
        walk(inner, `${path}.${name}`, depth + 1);
      }
      for (const inner of [
        wrapped,
        item,
        value,
        ...((options as unknown[]) ?? []),
        ...((pipe as unknown[]) ?? []).slice(1),
      ]) {
        walk(inner, path, depth + 1);
      }
    };
    for (const name of modelNames) walk(modelRegistry[name].read, name);
    for (const [name, spec] of Object.entries(allCalls as Record<string, CallSpec>)) walk(spec.answer, name);
    const own = (call: string) => ['email', 'phone', 'token'].map((field) => `${call}.${field}`);
    expect(places.toSorted()).toEqual(
      [
        // Null unless it is the caller's own, as fuzz.test.ts checks.
        'member.cellphone',
        'appData.appuser.email',
        'appData.appuser.phone',
        ...own('logIn.user'),
        'logIn.token',
        ...own('linkPhone.data'),
        ...own('socialLogIn.data'),
        // The name of a device, in the list of the member's own sessions.
        'sessions.results.device',
      ].toSorted(),
    );
  });
});
