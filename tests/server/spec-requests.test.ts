import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelNames } from '#contract/model-registry.ts';
import type { League, Option, Post } from '#contract/models.ts';
import { modelPolicies } from '#server/auth/policies.ts';
import {
  isoInDays,
  itemTypeIdFor,
  leagueWithMembers,
  makeGame,
  makeLeague,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { form, photo, uploadPicture } from '#tests/support/server/pictures.ts';
import { createPolicyFixture, type PolicyFixture } from '#tests/support/server/policy-fixture.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** Requests as specification §7 has them. */

type Fields = Record<string, unknown>;
type Page<T> = { results: T[]; count: number };

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let fixture: PolicyFixture;
  let owner: ApiMember, inside: ApiMember, other: ApiMember, staff: ApiMember;
  beforeAll(async () => {
    server = await startServer({ database });
    fixture = await createPolicyFixture(server);
    ({ owner, inside, otherOwner: other, staff } = fixture.people);
  });
  afterAll(() => server.close());

  const refusal = (field: string, code = 'unknown_field') => ({
    status: 400,
    body: { code: 'validation', fields: { [field]: { code } } },
  });
  const found = async (who: ApiMember, search: string, more = {}) =>
    (await who.get<Page<Option>>('option/', { search, ...more })).body.results.map(({ id }) => id);

  test('POST option {name} creates an option that its author alone finds, and uses in any league they run', async () => {
    const created = await other.post<Option>('option/', { name: 'שלי לגמרי' });
    expect(created).toMatchObject({ status: 201, body: { name: 'שלי לגמרי', is_staff: true } });
    const mine = created.body.id;
    const another = (await other.post<Option>('option/', { name: 'גם שלי לגמרי' })).body.id;
    expect(await found(other, 'לגמרי')).toEqual([another, mine]);
    expect(await found(inside, 'לגמרי')).toEqual([]);
    expect(await found(staff, 'לגמרי')).toEqual([]);
    expect((await other.get(`option/${mine}/`)).status).toBe(200);
    expect((await inside.get(`option/${mine}/`)).status).toBe(404);
    expect((await inside.put(`option/${mine}/`, { name: 'שלו' })).status).toBe(404);

    const itemType = await itemTypeIdFor(other, 'vote');
    const play = (who: ApiMember, section: number) =>
      who.post<Post>('createPostV3/', {
        section,
        itemType,
        rules: { due_date: isoInDays(1) },
        groups: [{ options: [mine, another] }],
      });
    for (const name of ['ליגה אחת', 'ליגה שנייה']) {
      const { id } = await makeLeague(other, [inside], name);
      expect(await found(other, 'לגמרי', { section: id })).toEqual([another, mine]);
      const { status, body } = await play(other, id);
      expect([status, body.options.map((one) => one.id)]).toEqual([201, [mine, another]]);
      // Members of the league see it in the game.
      expect((await inside.get<Post>(`post/${body.id}/`)).body.options).toEqual(body.options);
    }
    const unknown = {
      'groups.0.options.0': { code: 'unknown_id' },
      'groups.0.options.1': { code: 'unknown_id' },
    };
    for (const who of [owner, staff]) {
      expect(await play(who, fixture.league.id)).toMatchObject({ status: 400, body: { fields: unknown } });
    }
    // An option that staff make so is in the catalogue.
    const shared = (await staff.post<Option>('option/', { name: 'של כולם לגמרי' })).body.id;
    expect(await found(inside, 'של כולם לגמרי')).toEqual([shared]);
    expect((await inside.get(`option/${shared}/`)).status).toBe(200);
  });

  test('an unknown query parameter of a write is refused by its name, and nothing is written', async () => {
    const leagues = async () => (await owner.get<Page<League>>('section/', { mine: 'True' })).body.count;
    const before = await leagues();
    const league = `section/${fixture.league.id}/`;
    expect(await owner.post('section/?foo=1', { name: 'ליגה' })).toMatchObject(refusal('foo'));
    expect(await owner.put(`${league}?foo=1`, { name: 'אחרת' })).toMatchObject(refusal('foo'));
    expect(await owner.del('section/', { ids: fixture.league.id, foo: 1 })).toMatchObject(refusal('foo'));
    expect(await owner.post('membership/?foo=1', { section: fixture.league.id })).toMatchObject(
      refusal('foo'),
    );
    expect(await owner.post('section/?ver=3.1.0&name=x', { name: 'ליגה' })).toMatchObject(refusal('name'));
    expect(await leagues()).toBe(before);
    expect((await owner.get<League>(league)).body.name).toBe(fixture.league.name);
    const { body } = await owner.get<{ paths: Record<string, { post: { responses: object } }> }>(
      'openapi.json',
    );
    expect(body.paths['/api/section/']?.post.responses).toMatchObject({
      default: { description: expect.stringContaining('400 with its name in `fields`') },
    });
  });

  /** One object of every model that can be updated, and a member who may update it. */
  const changeable = async (): Promise<Record<string, [who: ApiMember, path: string]>> => {
    const { league, group, game, item, vote, type, rule, unused } = fixture;
    const picture = await uploadPicture(
      server,
      owner.token,
      { model: 'section', id: league.id },
      form({ bytes: await photo(4, 4) }),
    );
    expect(picture.status).toBe(201);
    return {
      section: [owner, `section/${league.id}`],
      clan: [owner, `clan/${group.id}`],
      member: [inside, `member/${inside.id}`],
      notification: [inside, `notification/${await unused.notification()}`],
      post: [owner, `post/${game.id}`],
      postcomment: [inside, `postcomment/${await unused.comment()}`],
      item: [owner, `item/${item.id}`],
      itemoption: [owner, `itemoption/${Object.keys(vote.options)[0]}`],
      bet: [inside, `bet/${await unused.bet()}`],
      option: [inside, `option/${await unused.option()}`],
      itemtype: [staff, `itemtype/${type.id}`],
      itemrule: [staff, `itemrule/${rule.id}`],
    };
  };

  test('what GET returned may be sent back by PUT; a changed field that is read-only is refused', async () => {
    const objects = await changeable();
    expect(Object.keys(objects).toSorted()).toEqual(
      modelNames.filter((name) => modelPolicies[name].update).toSorted(),
    );
    // Staff's post makes the league new to its owner, until they have read it.
    await staff.post('post/', { section: fixture.league.id, description: 'חדשות' });
    for (const [name, [who, path]] of Object.entries(objects)) {
      const { body } = await who.get<Fields>(`${path}/`);
      const isNews = name === 'section' || name === 'notification' || undefined;
      expect({ name, isNews: body['new'] }).toEqual({ name, isNews });
      const { status, body: after } = await who.put<Fields>(`${path}/`, body);
      // Seals are compared by their presence alone.
      const written = ({ seal, ...rest }: Fields) => ({
        ...rest,
        isSealed: typeof seal === 'string',
        updated: 0,
        new: 0,
      });
      expect({ name, status, after: written(after) }).toEqual({ name, status: 200, after: written(body) });
      for (const [field, value] of Object.entries(body)) {
        if (field !== 'created' && field !== 'image' && field !== 'images') continue;
        const changed = { [field]: typeof value === 'string' ? `${value}x` : 'x' };
        const now = (await who.get<Fields>(`${path}/`)).body;
        const answer = await who.put(`${path}/`, { ...now, ...changed });
        expect({ name, field, status: answer.status, body: answer.body }).toMatchObject({
          name,
          field,
          status: 400,
          body: { fields: { [field]: expect.anything() } },
        });
      }
    }
  });

  test('a changed field that is read-only is refused by its name, together with other invalid fields', async () => {
    const league = `section/${fixture.league.id}/`;
    const { body } = await owner.get<Fields>(league);
    for (const changed of [
      { code: 'AAAAAAAAAA' },
      { users: 99 },
      { is_staff: false },
      { created: isoInDays(0) },
      { new: 'yes' },
    ]) {
      const [field = ''] = Object.keys(changed);
      expect(await owner.put(league, { ...body, ...changed })).toMatchObject(refusal(field));
    }
    expect(await owner.put(league, { ...body, users: 99, name: '' })).toMatchObject({
      status: 400,
      body: {
        fields: {
          users: { code: 'unknown_field' },
          name: { code: 'required' },
        },
      },
    });
    expect(await owner.put(league, { ...body, name: 'שם חדש' })).toMatchObject({
      status: 200,
      body: { ...body, name: 'שם חדש', updated: expect.any(String) },
    });
    const game = `post/${fixture.game.id}/`;
    const post = (await owner.get<Post>(game)).body;
    expect(await owner.put(game, { ...post, rules: { pts_exact: 9 } })).toMatchObject(refusal('rules'));
    expect(await owner.put(game, { ...post, items_data: [] })).toMatchObject(refusal('items_data'));
    expect(await owner.put(game, { ...post, description: 'מי ינצח?' })).toMatchObject({
      status: 200,
      body: { description: 'מי ינצח?', rules: post.rules },
    });
    // A league that the caller may not see is 404, whatever was sent.
    expect((await other.put(league, body)).status).toBe(404);
    expect((await inside.put(league, body)).status).toBe(403);
  });

  test('PUT section without a description leaves the description unchanged, an empty one included', async () => {
    const { id } = await makeLeague(owner, []);
    const update = async (body: object) => (await owner.put<League>(`section/${id}/`, body)).body;
    expect(await update({ name: 'ליגה', rounds: 2 })).toMatchObject({
      name: 'ליגה',
      rounds: 2,
      description: '',
    });
    expect(await update({ description: 'על הכדור' })).toMatchObject({ description: 'על הכדור' });
    expect(await update({ id, name: 'אחרת' })).toMatchObject({ name: 'אחרת', description: 'על הכדור' });
  });

  test('POST image accepts the model’s name in any case, and GET events a version', async () => {
    for (const model of ['postComment', 'POSTCOMMENT', 'Section']) {
      const { status } = await uploadPicture(
        server,
        inside.token,
        { model },
        form({ bytes: await photo(4, 4) }),
      );
      expect({ model, status }).toEqual({ model, status: 201 });
    }
    const { status, body } = await uploadPicture<object>(
      server,
      inside.token,
      { model: 'nothing' },
      form({ bytes: await photo(4, 4) }),
    );
    expect({ status, body }).toMatchObject(refusal('model', 'invalid'));
    const events = (ver: string) =>
      fetch(`${server.url}/api/events/?ver=${ver}`, { headers: { Authorization: `Token ${inside.token}` } });
    const stream = await events('3.1.0');
    expect([stream.status, stream.headers.get('Content-Type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    await stream.body?.cancel();
    expect((await events('3.0.0')).status).toBe(426);
  });

  test('a member’s bets and notifications can be searched by name', async () => {
    const { section, members, options } = await leagueWithMembers(server, ['רון', 'תמי'], ['צפון', 'דרום']);
    const [ron, tami] = members;
    for (const description of ['גמר הגביע', 'חצי הגמר']) {
      const [item] = (await makeGame(ron, section, 'home/away', [options], { description })).items_data;
      if (item) await postBets(tami, item, 1, 0);
    }
    const count = async (path: string, search: string) =>
      (await tami.get<Page<unknown>>(path, { search })).body.count;
    expect([await count('bet/', 'צפון'), await count('bet/', 'מזרח')]).toEqual([4, 0]);
    expect([
      await count('notification/', 'הגביע'),
      await count('notification/', 'גמר'),
      await count('notification/', 'מזרח'),
    ]).toEqual([1, 2, 0]);
  });
});
