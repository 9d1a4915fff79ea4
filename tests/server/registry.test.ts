import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelNames, type Page } from '#contract/model-registry.ts';
import type { League } from '#contract/models.ts';
import { api } from '#tests/support/server/api-client.ts';
import { createMember, createStaff, makeLeague } from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember;
  beforeAll(async () => {
    server = await startServer({ database });
    dana = await createMember(server, 'דנה');
  });
  afterAll(() => server.close());

  const raw = (method: string, path: string, body?: string, headers = {}) =>
    fetch(`${server.url}/api/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Token ${dana.token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const fieldsOf = async (response: Response) => {
    const { code, fields } = (await response.json()) as { code: string; fields: unknown };
    return { status: response.status, code, fields };
  };
  const leagues = async () =>
    (await dana.get<{ count: number }>('section/', { mine: 'True', limit: 1 })).body.count;

  test.each([
    'nothing',
    'members',
    'sessions',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'pins',
  ])('there is no model %s', async (name) => {
    for (const [method, path] of [
      ['GET', `${name}/`],
      ['GET', `${name}/1/`],
      ['POST', `${name}/`],
      ['PUT', `${name}/1/`],
      ['DELETE', `${name}/?ids=1`],
    ] as const) {
      const response = await raw(method, path, method === 'POST' || method === 'PUT' ? '{}' : undefined);
      expect({ path, method, ...(await fieldsOf(response)) }).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
  });

  test('a model’s name is not case-sensitive', async () => {
    for (const name of ['section', 'Section', 'itemType', 'ITEMRULE', 'postComment', 'itemOption']) {
      expect({ name, status: (await dana.get(`${name}/`)).status }).toEqual({ name, status: 200 });
    }
  });

  test('a trailing slash makes no difference', async () => {
    expect((await dana.get('section')).body).toEqual((await dana.get('section/')).body);
    expect((await dana.get('getAppData')).status).toBe(200);
  });

  test('a verb that a model does not have is 404', async () => {
    for (const [method, path, body] of [
      ['POST', 'member/', '{}'],
      ['POST', 'notification/', '{}'],
      ['POST', 'itemoption/', '{}'],
      ['DELETE', 'item/?ids=1'],
      ['DELETE', 'itemoption/?ids=1'],
      ['DELETE', 'notification/?ids=1'],
    ] as const) {
      expect({ method, path, status: (await raw(method, path, body)).status }).toEqual({
        method,
        path,
        status: 404,
      });
    }
  });

  test.each([
    ['{"name":"ל","__proto__":{"custom":false}}', '__proto__'],
    ['{"name":"ל","constructor":1}', 'constructor'],
    ['{"name":"ל","prototype":1}', 'prototype'],
    ['{"name":"ל","toString":1}', 'toString'],
    ['{"name":"ל","hasOwnProperty":1}', 'hasOwnProperty'],
    ['{"name":"ל","is_staff":true}', 'is_staff'],
    ['{"name":"ל","id":7}', 'id'],
  ])('%s is refused for an unknown field', async (body, field) => {
    const before = await leagues();
    expect(await fieldsOf(await raw('POST', 'section/', body))).toEqual({
      status: 400,
      code: 'validation',
      fields: { [field]: { code: 'unknown_field' } },
    });
    expect(await leagues()).toBe(before);
  });

  test.each(['', 'null', '7', '"name"', '{', '[]', '[null]', '[[]]'])(
    '%j is refused as a league',
    async (body) => {
      const before = await leagues();
      expect(await fieldsOf(await raw('POST', 'section/', body))).toMatchObject({
        status: 400,
        code: 'validation',
      });
      expect(await leagues()).toBe(before);
    },
  );

  test('a body in chunks is read, and one that is not JSON is refused', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (const chunk of ['{"na', 'me":', '"בחלקים"}'])
          controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
    const response = await fetch(`${server.url}/api/section/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Token ${dana.token}` },
      body: chunks,
      duplex: 'half',
    } as RequestInit);
    expect([response.status, ((await response.json()) as League).name]).toEqual([201, 'בחלקים']);
    expect((await raw('POST', 'section/', 'name=x', { 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  test.each([...modelNames])('a filter that %s does not have is refused', async (name) => {
    for (const filter of ['nothing', '__proto__', 'constructor', 'toString', 'password']) {
      const response = await raw('GET', `${name}/?${filter}=1`);
      expect({ filter, ...(await fieldsOf(response)) }).toMatchObject({
        status: 400,
        code: 'validation',
        fields: { [filter]: { code: expect.stringMatching(/unknown_field|invalid/) } },
      });
    }
    expect((await raw('GET', `${name}/?ver=3.1.0&limit=3&page=1&offset=0&search=`)).status).toBe(200);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['page=0', 'page'],
    ['offset=-1', 'offset'],
    ['page=1&page=2', 'page'],
    ['custom=yes', 'custom'],
    ['custom=', 'custom'],
    [`search=${'x'.repeat(101)}`, 'search'],
    ['search=%00', 'search'],
  ])('?%s is refused', async (query, field) => {
    expect(await fieldsOf(await raw('GET', `section/?${query}`))).toMatchObject({
      status: 400,
      code: 'validation',
      fields: { [field]: expect.anything() },
    });
  });

  test('True, true, False and false are read as booleans', async () => {
    const staff = await createStaff(server, 'צוות');
    await makeLeague(dana, [], 'דגל שלי');
    await makeLeague(staff, [], 'דגל רשמי', { custom: false });
    for (const [mine, expected] of [
      ['True', 'דגל שלי'],
      ['true', 'דגל שלי'],
      ['False', 'דגל רשמי'],
      ['false', 'דגל רשמי'],
    ] as const) {
      const { results } = (await dana.get<Page<League>>('section/', { mine, search: 'דגל' })).body;
      expect({ mine, names: results.map(({ name }) => name) }).toEqual({ mine, names: [expected] });
    }
  });

  test('an array may have fifty objects, and a longer one is refused as a whole', async () => {
    const before = await leagues();
    const many = (count: number) => Array.from({ length: count }, (_, nth) => ({ name: `ליגה ${nth}` }));
    expect(await fieldsOf(await raw('POST', 'section/', JSON.stringify(many(51))))).toEqual({
      status: 400,
      code: 'validation',
      fields: { '': { code: 'too_big', limit: 50 } },
    });
    expect(await leagues()).toBe(before);
    const created = await dana.post<League[]>('section/', many(50));
    expect([created.status, created.body.length, await leagues()]).toEqual([201, 50, before + 50]);
    const ids = created.body.map(({ id }) => id);
    const extra = (await dana.post<League>('section/', { name: 'עוד אחת' })).body.id;
    expect((await dana.del('section/', { ids: [...ids, extra].join(',') })).status).toBe(400);
    expect(await leagues()).toBe(before + 51);
    // A duplicate id counts once.
    expect((await dana.del('section/', { ids: [...ids, ids[0]].join(',') })).body).toEqual({ res: 1 });
    expect(await leagues()).toBe(before + 1);
  });

  test.each(['', 'me', '1;2', '1,', ',1', '1,,2', '-1', '1.5', '1%20or%201=1'])(
    'DELETE ?ids=%s is refused',
    async (ids) => {
      expect((await raw('DELETE', `section/?ids=${ids}`)).status).toBe(400);
    },
  );

  test('DELETE of an id too large for the database is 404, and one without ids is 400', async () => {
    expect((await raw('DELETE', 'section/?ids=9999999999')).status).toBe(404);
    expect((await raw('DELETE', 'section/')).status).toBe(400);
  });

  test('a POST repeated under one key creates one league, and another body under it is refused', async () => {
    const before = await leagues();
    const post = (body: object) =>
      dana.post<League>('section/', body, { 'Idempotency-Key': `once-${database}` });
    const [first, second] = [await post({ name: 'פעם אחת' }), await post({ name: 'פעם אחת' })];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect((await post({ name: 'אחרת' })).status).toBe(422);
    expect(await leagues()).toBe(before + 1);
  });

  test('the OpenAPI document names every model and call, and is the same for guests and members', async () => {
    const { status, body } = await api(server.url).get<{
      openapi: string;
      paths: Record<string, Record<string, { operationId?: string }>>;
    }>('openapi.json');
    expect([status, body.openapi]).toEqual([200, '3.1.0']);
    expect((await dana.get('openapi.json')).body).toEqual(body);
    const paths = Object.keys(body.paths);
    for (const name of modelNames) expect(paths).toContain(`/api/${name}/`);
    const members = new Set(Object.values(body.paths).flatMap((path) => Object.keys(path)));
    expect([...members].toSorted()).toEqual(['delete', 'get', 'parameters', 'post', 'put']);
    /** The calls with this method; those of models have a dot in their names. */
    const callsBy = (method: string) =>
      Object.entries(body.paths)
        .filter(([, path]) => path[method]?.operationId?.includes('.') === false)
        .map(([path]) => path.replace('/api/', ''))
        .toSorted()
        .join(' ');
    expect(callsBy('get')).toBe(
      'bettors/ competition/ events/ export/ getAppData/ getItemBets/ inviteClanToSection/ joinAClan/ ' +
        'memberStatistics/ missing/ objections/ ping/ points/ printedGames/ profile/ projectedStandings/ role/ ' +
        'rulesPreview/ seals/ sendPinCode/ session/ standings/ statistics/ steps/ talk/',
    );
    expect(callsBy('post')).toBe(
      'api-token-auth/ code/ competitionFile/ confirmResult/ createPostV3/ handBack/ image/ importCompetition/ joker/ ' +
        'linkPhone/ logout/ membership/ objections/ result/ setItemResults/ setPushId/ socialAuth',
    );
    expect(callsBy('put')).toBe('notification/ objections/ role/ talk/');
    expect(callsBy('delete')).toBe('importCompetition/ joker/ member/ membership/ session/');
    const ofOne = Object.entries(body.paths).filter(([path]) => path.includes('{'));
    expect(ofOne.map(([path]) => path)).toEqual(modelNames.map((name) => `/api/${name}/{id}/`));
    for (const [, { parameters }] of ofOne)
      expect(parameters).toEqual([{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]);
    // Every call may name the app's version; `talk` needs its post as well.
    const ver = { name: 'ver', in: 'query', required: false, schema: { type: 'string' } };
    expect(body.paths['/api/ping/']).toMatchObject({ get: { parameters: [ver] } });
    expect(body.paths['/api/talk/']).toMatchObject({
      get: { parameters: [{ name: 'post', in: 'query', required: true }, ver] },
      put: { parameters: [ver], requestBody: { required: true } },
    });
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
    expect(body.paths['/api/image/']).toMatchObject({
      post: {
        description: expect.stringMatching(/Idempotency-Key/),
        requestBody: {
          required: true,
          content: { 'multipart/form-data': { schema: { ...file, required: ['file'] } } },
        },
      },
    });
    expect(body.paths['/api/post/']).toMatchObject({
      get: { operationId: 'post.list', description: expect.stringMatching(/^The order: live games first/) },
    });
    expect(body.paths['/api/section/']).toMatchObject({
      post: {
        requestBody: { required: true },
        responses: { 201: expect.anything(), default: expect.anything() },
      },
    });
  });

  test('the OpenAPI document marks the calls that need no token: signing in, and public data', async () => {
    const { body } = await api(server.url).get<{
      paths: Record<string, Record<string, { operationId?: string; security?: unknown }>>;
      security: unknown;
    }>('openapi.json');
    expect(body.security).toEqual([{ token: [] }]);
    const operations = Object.values(body.paths)
      .flatMap((path) => Object.values(path))
      .filter(({ operationId }) => operationId !== undefined);
    const open = operations.filter(({ security }) => security !== undefined);
    expect(open.map(({ operationId = '' }) => operationId).toSorted()).toEqual([
      'appData',
      'item.get',
      'item.list',
      'itemoption.get',
      'itemoption.list',
      'join',
      'leagueStatistics',
      'logIn',
      'memberStatistics',
      'ping',
      'post.get',
      'post.list',
      'projectedStandings',
      'rulesPreview',
      'section.get',
      'section.list',
      'sendPin',
      'socialLogIn',
      'standings',
    ]);
    for (const { security } of open) expect(security).toEqual([{}, { token: [] }]);
  });
});
