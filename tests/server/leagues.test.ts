import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { League, Post } from '#contract/models.ts';
import { api } from '#tests/support/server/api-client.ts';
import { makeGame, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { signIn, signInStaff, type ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

type Page = { results: League[]; count: number };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const absent = {
  type: 'urn:hevre:problem:not_found',
  title: 'Not found',
  status: 404,
  code: 'not_found',
  detail: 'There is nothing here.',
};

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let [dana, noa, gal, staff]: ApiMember[] = [];
  let guest: ReturnType<typeof api>;
  beforeAll(async () => {
    server = await startServer({ database });
    guest = api(server.url);
    dana = await signIn(server, 'דנה');
    noa = await signIn(server, 'נועה');
    gal = await signIn(server, 'גל');
    staff = await signInStaff(server, 'צוות');
  });
  afterAll(() => server.close());
  const who = (person: ApiMember | undefined): ApiMember => {
    if (!person) throw new Error('nobody');
    return person;
  };
  const create = async (input: object, by: ApiMember | undefined = dana) =>
    (await who(by).post<League>('section/', input)).body;
  const names = (page: Page) => page.results.map(({ name }) => name);
  const events = async (league: number) =>
    server.platform.db
      .selectFrom('live_events')
      .select(['type', 'member_id'])
      .where('league_id', '=', league)
      .orderBy('id')
      .execute();

  test('a league is created from a name alone; its creator owns it and is a member', async () => {
    const { status, body } = await who(dana).post<League>('section/', { name: ' ליגת השכונה ' });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        created: time,
        updated: time,
        name: 'ליגת השכונה',
        description: '',
        active: true,
        custom: true,
        rounds: 1,
        groupMembersCount: 1,
        tie_break: 'exact,difference,outcome',
        provisional_results: false,
        late_joiner: 'zero',
        code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/),
        users: 1,
        image: null,
        images: [],
        new: false,
        is_staff: true,
        is_member: true,
        invited: false,
        owner: who(dana).id,
      },
    });
    expect((await who(dana).get(`section/${body.id}/`)).body).toEqual(body);
    expect(await events(body.id)).toEqual([{ type: 'league', member_id: who(dana).id }]);
  });

  test.each([
    [{}, { name: { code: 'required' } }],
    [{ name: '  ' }, { name: { code: 'required' } }],
    [{ name: 'א'.repeat(21) }, { name: { code: 'too_long', limit: 20 } }],
    [{ name: 'ל', rounds: 4 }, { rounds: { code: 'too_big', limit: 3 } }],
    [{ name: 'ל', rounds: 0 }, { rounds: { code: 'too_small', limit: 1 } }],
    [{ name: 'ל', groupMembersCount: 3 }, { groupMembersCount: { code: 'too_big', limit: 2 } }],
    [{ name: 'ל', tie_break: 'exact' }, { tie_break: { code: 'invalid' } }],
    [{ name: 'ל', late_joiner: 'mean' }, { late_joiner: { code: 'invalid' } }],
    [{ name: 'ל', rounds: 1.5 }, { rounds: { code: 'invalid' } }],
    [{ name: 'ל', owner: 1 }, { owner: { code: 'unknown_field' } }],
    [{ name: 'ל', code: 'AAAAAAAAAA' }, { code: { code: 'unknown_field' } }],
    [{ name: 'שורה\nשנייה' }, { name: { code: 'invalid' } }],
  ])('a league is not created from %j', async (input, fields) => {
    const before = (await who(dana).get<Page>('section/', { mine: 'True', limit: 1 })).body.count;
    expect(await who(dana).post('section/', input)).toMatchObject({
      status: 400,
      body: { code: 'validation', fields },
    });
    expect((await who(dana).get<Page>('section/', { mine: 'True', limit: 1 })).body.count).toBe(before);
  });

  test('only staff can create an official league, which has no owner and is visible to everybody', async () => {
    expect((await who(dana).post('section/', { name: 'רשמית', custom: false })).status).toBe(403);
    const official = await create({ name: 'רשמית', custom: false }, staff);
    expect(official).toMatchObject({
      custom: false,
      owner: null,
      users: 0,
      is_member: false,
      is_staff: true,
    });
    const shownLeague = (await guest.get<League>(`section/${official.id}/`)).body;
    expect(shownLeague).toEqual({ ...official, code: null, is_staff: false });
    expect((await who(noa).get(`section/${official.id}/`)).body).toEqual(shownLeague);
    expect(names((await guest.get<Page>('section/')).body)).toEqual(['רשמית']);
    expect((await guest.get<{ sections: League[] }>('getAppData/')).body.sections).toEqual([shownLeague]);
    await who(staff).del('section/', { ids: official.id });
  });

  test("a list has the member's own leagues and the official ones, searched and filtered", async () => {
    const mine = await create({ name: 'ליגה 100%_א' }, gal);
    const other = await create({ name: 'ליגה זרה' }, noa);
    const official = await create({ name: 'ליגת העל', custom: false }, staff);
    const list = async (query = {}, by: ApiMember | undefined = gal) =>
      (await who(by).get<Page>('section/', query)).body;
    expect(names(await list())).toEqual([mine.name, official.name]);
    expect(await list({ limit: 1 })).toMatchObject({ results: [{ id: mine.id }], count: 2 });
    expect(await list({ limit: 1, page: 2 })).toMatchObject({ results: [{ id: official.id }], count: 2 });
    expect(await list({ limit: 1, page: 2, offset: 0 })).toMatchObject({ results: [{ id: mine.id }] });
    expect(await list({ offset: 5 })).toEqual({ results: [], count: 2 });
    expect(names(await list({ custom: 'False' }))).toEqual([official.name]);
    expect(names(await list({ mine: 'true' }))).toEqual([mine.name]);
    expect(names(await list({ is_staff: 'True' }))).toEqual([mine.name]);
    expect(names(await list({ active: 'False' }))).toEqual([]);
    expect(names(await list({ search: 'העל' }))).toEqual([official.name]);
    // Wildcards of a pattern are searched literally.
    expect(names(await list({ search: '%_' }))).toEqual([mine.name]);
    expect(names(await list({ search: '_א' }))).toEqual([mine.name]);
    const everything = names(await list({ limit: 100 }, staff));
    for (const { name } of [mine, other, official]) expect(everything).toContain(name);
    // The member's own before the others, active ones before archived ones, and the newest first.
    const archived = await create({ name: 'ליגה ישנה' }, gal);
    await who(gal).put(`section/${archived.id}/`, { active: false });
    const newest = await create({ name: 'ליגה חדשה' }, gal);
    expect(names(await list())).toEqual([newest.name, mine.name, archived.name, official.name]);
    await who(staff).del('section/', { ids: official.id });
  });

  test('an outsider gets the same 404 for a league as for an unknown id, to the byte', async () => {
    const league = await create({ name: 'סודית' });
    for (const call of [guest, who(noa)]) {
      const [existing, missing] = [
        await call.get(`section/${league.id}/`),
        await call.get('section/999999/'),
      ];
      expect(existing.body).toEqual(absent);
      expect(JSON.stringify(existing.body)).toBe(JSON.stringify(missing.body));
    }
    for (const id of ['0', 'abc', '1e3', '99999999999999999999', '-1', '1.5', '%00']) {
      expect({ id, status: (await who(dana).get(`section/${id}/`)).status }).toEqual({ id, status: 404 });
    }
    expect((await who(noa).put(`section/${league.id}/`, { name: 'שלי' })).body).toEqual(absent);
    expect((await who(noa).del('section/', { ids: league.id })).body).toEqual(absent);
    expect((await who(noa).get('member/', { section: league.id })).body).toEqual(absent);
  });

  test('an outsider with the code of a league sees its name, picture and size, and nothing else', async () => {
    const league = await create({ name: 'עם קוד', description: 'פרטי', rounds: 2 });
    const card = {
      ...league,
      created: '1970-01-01T00:00:00.000Z',
      updated: '1970-01-01T00:00:00.000Z',
      description: '',
      rounds: 1,
      code: null,
      is_staff: false,
      is_member: false,
      owner: null,
    };
    const typed = `${league.code?.slice(0, 5).toLowerCase()}-${league.code?.slice(5)}`;
    for (const call of [guest, who(noa)]) {
      expect((await call.get(`section/${league.id}/`, { code: typed })).body).toEqual(card);
      expect((await call.get(`section/${league.id}/`, { code: '0000000000' })).body).toEqual(absent);
      expect((await call.get('section/', { code: typed })).body).toEqual({ results: [card], count: 1 });
      expect((await call.get('section/', { code: 'nothing' })).body).toEqual({ results: [], count: 0 });
    }
    expect((await who(dana).get(`section/${league.id}/`, { code: typed })).body).toEqual(league);
    const other = await create({ name: 'אחרת' });
    expect((await who(noa).get(`section/${other.id}/`, { code: typed })).body).toEqual(absent);
  });

  test('an outsider with the code sees the card of a post’s league, and nothing of the post', async () => {
    const league = await create({ name: 'עם קוד', description: 'פרטי' });
    const withCode = { code: league.code ?? '' };
    const postIn = async (section: number) =>
      (await who(dana).post<Post>('post/', { section, description: 'מה הולך?' })).body.id;
    const id = await postIn(league.id);
    const elsewhere = await postIn((await create({ name: 'אחרת' })).id);
    for (const call of [guest, who(noa)]) {
      const shownGame = (await call.get<Post>(`post/${id}/`, withCode)).body;
      const card = (await call.get<League>(`section/${league.id}/`, withCode)).body;
      expect(shownGame).toMatchObject({
        id,
        description: '',
        items_data: [],
        votes: 0,
        comments: 0,
        preview: card,
      });
      expect(JSON.stringify(shownGame)).not.toMatch(/מה הולך|פרטי|דנה/);
      for (const query of [{}, { code: '0000000000' }, { code: 'nothing' }])
        expect((await call.get(`post/${id}/`, query)).body).toEqual(absent);
      expect((await call.get(`post/${elsewhere}/`, withCode)).body).toEqual(absent);
    }
    const fullGame = (await who(dana).get<Post>(`post/${id}/`, withCode)).body;
    expect([fullGame.description, fullGame.preview]).toEqual(['מה הולך?', undefined]);
    await who(dana).del('post/', { ids: id });
    expect((await guest.get(`post/${id}/`, withCode)).body).toEqual(absent);
  });

  test('an owner edits a league, and loses that right by handing it over', async () => {
    const league = await create({ name: 'לפני' });
    await who(noa).get('joinAClan/', { code: league.code ?? '' });
    expect((await who(noa).put(`section/${league.id}/`, { name: 'שלי' })).status).toBe(403);
    const changed = await who(dana).put<League>(`section/${league.id}/`, {
      id: league.id,
      name: 'אחרי',
      description: 'על מה',
      rounds: 3,
      groupMembersCount: 2,
      tie_break: 'outcome,exact,difference',
    });
    expect(changed.body).toEqual({
      ...league,
      updated: time,
      name: 'אחרי',
      description: 'על מה',
      rounds: 3,
      groupMembersCount: 2,
      tie_break: 'outcome,exact,difference',
      users: 2,
    });
    // A standings event is sent only if the tie-break changes.
    const tables = async () => (await events(league.id)).filter(({ type }) => type === 'standings').length;
    expect(await tables()).toBe(1);
    await who(dana).put(`section/${league.id}/`, { name: 'אחרי', tie_break: 'outcome,exact,difference' });
    expect(await tables()).toBe(1);
    expect((await who(dana).put(`section/${league.id}/`, { custom: false })).status).toBe(403);
    expect((await who(dana).put(`section/${league.id}/`, { owner: who(gal).id })).body).toMatchObject({
      fields: { owner: { code: 'unknown_id' } },
    });
    const handed = await who(dana).put<League>(`section/${league.id}/`, { owner: who(noa).id });
    expect(handed.body).toMatchObject({ owner: who(noa).id, is_staff: false, name: 'אחרי' });
    expect((await who(dana).put(`section/${league.id}/`, { name: 'עוד' })).status).toBe(403);
    expect((await who(noa).put(`section/${league.id}/`, { name: 'עוד' })).status).toBe(200);
  });

  test('an archived league is readable and takes no members; a reopened one does', async () => {
    const league = await create({ name: 'ארכיון' });
    expect((await who(dana).put(`section/${league.id}/`, { active: false })).body).toMatchObject({
      active: false,
    });
    expect((await who(dana).get(`section/${league.id}/`)).body).toMatchObject({
      active: false,
      is_member: true,
    });
    expect((await who(noa).get('joinAClan/', { code: league.code ?? '' })).body).toEqual({ res: 0 });
    await who(dana).put(`section/${league.id}/`, { active: true });
    expect((await who(noa).get('joinAClan/', { code: league.code ?? '' })).body).toMatchObject({
      res: { id: league.id },
    });
  });

  test('a pending invitation is listed with the league’s card, until the member joins or it is archived', async () => {
    const league = await create({ name: 'מוזמנים', description: 'פרטי' });
    const group = (await who(dana).post<{ id: number; code: string }>('clan/', { name: 'חבורה' })).body;
    await who(noa).get('joinAClan/', { code: group.code });
    const waiting = async (by: ApiMember | undefined = noa) =>
      (await who(by).get<Page>('section/', { invited: 'True' })).body;
    expect(await waiting()).toEqual({ results: [], count: 0 });
    await who(dana).get('inviteClanToSection/', { section: league.id, clan: group.id });
    const card = {
      ...league,
      created: '1970-01-01T00:00:00.000Z',
      updated: '1970-01-01T00:00:00.000Z',
      description: '',
      code: null,
      is_staff: false,
      is_member: false,
      invited: true,
      owner: null,
    };
    expect(await waiting()).toEqual({ results: [card], count: 1 });
    expect((await who(noa).get(`section/${league.id}/`)).body).toEqual(card);
    // Members of the league, members of no invited group, and guests.
    expect((await waiting(dana)).count).toBe(0);
    expect((await waiting(gal)).count).toBe(0);
    expect((await guest.get('section/', { invited: 'True' })).body).toEqual({ results: [], count: 0 });
    // It is not yet one of the member's leagues.
    expect(names((await who(noa).get<Page>('section/', { mine: 'True' })).body)).not.toContain(league.name);

    await who(dana).put(`section/${league.id}/`, { active: false });
    expect((await waiting()).count).toBe(0);
    expect((await who(noa).get(`section/${league.id}/`)).body).toEqual(absent);
    expect((await who(noa).post('membership/', { section: league.id })).status).toBe(404);
    await who(dana).put(`section/${league.id}/`, { active: true });
    await who(noa).post('membership/', { section: league.id });
    expect((await waiting()).count).toBe(0);
    expect((await who(noa).get(`section/${league.id}/`)).body).toMatchObject({
      is_member: true,
      invited: false,
    });
  });

  test('a league’s games are filtered by their state', async () => {
    const league = await create({ name: 'מצבים' });
    const options = await makeOptions(who(dana), league.id, ['א', 'ב', 'ג', 'ד']);
    const two = [options.slice(0, 2), options.slice(2)];
    const [open, live, mixed, ended] = [
      await makeGame(who(dana), league.id, 'home/away', two),
      await makeGame(who(dana), league.id, 'home/away', two),
      await makeGame(who(dana), league.id, 'home/away', two),
      await makeGame(who(dana), league.id, 'home/away', two),
    ];
    const post = (await who(dana).post<{ id: number }>('post/', { section: league.id, description: 'שלום' }))
      .body;
    const set = (game: Post, at: number, value: unknown) =>
      who(dana).post('setItemResults/', { item: game.items_data[at]?.id, value });
    await set(live, 0, 'start');
    await set(mixed, 0, { home: 1, away: 0 });
    await set(ended, 0, { home: 1, away: 0 });
    await set(ended, 1, 'void');
    const state = async (which?: string) =>
      (
        await who(dana).get<{ results: Post[] }>('post/', {
          section: league.id,
          ...(which && { state: which }),
        })
      ).body.results.map(({ id }) => id);
    // A game with an ended and an open item can still be bet on; the first one made closes first.
    expect(await state('open')).toEqual([open.id, mixed.id]);
    expect(await state('live')).toEqual([live.id]);
    expect(await state('ended')).toEqual([ended.id]);
    expect(await state()).toEqual([live.id, open.id, mixed.id, ended.id, post.id]);
    // A match past its date counts as live, started or not.
    await server.platform.db.transaction().execute(async (trx) => {
      await sql`alter table items disable trigger item_life`.execute(trx);
      await sql`update items set date = now() where id = ${mixed.items_data[1]?.id}`.execute(trx);
      await sql`alter table items enable trigger item_life`.execute(trx);
    });
    expect(await state('live')).toEqual([mixed.id, live.id]);
    expect(await state('open')).toEqual([open.id]);
    expect((await who(dana).get('post/', { section: league.id, state: 'soon' })).status).toBe(400);
  });

  test('a deleted league is a 404 for everyone, staff included; several are deleted all or none', async () => {
    const [one, two] = [await create({ name: 'ראשונה' }), await create({ name: 'שנייה' })];
    const foreign = await create({ name: 'זרה' }, noa);
    await who(noa).get('joinAClan/', { code: one.code ?? '' });
    expect((await who(dana).del('section/', { ids: `${one.id},${foreign.id}` })).status).toBe(404);
    expect((await who(dana).get(`section/${one.id}/`)).status).toBe(200);
    expect((await who(dana).del('section/', { ids: `${one.id},${two.id}` })).body).toEqual({ res: 1 });
    for (const call of [who(dana), who(noa), who(staff)]) {
      expect((await call.get(`section/${one.id}/`)).body).toEqual(absent);
      expect((await call.get('joinAClan/', { code: one.code ?? '' })).body).toEqual({ res: 0 });
    }
    expect((await who(dana).del('section/', { ids: one.id })).status).toBe(404);
    expect((await who(staff).put(`section/${one.id}/`, { active: true })).body).toEqual(absent);
    expect((await who(staff).post('code/', { section: one.id })).body).toEqual(absent);
    expect((await who(staff).post('post/', { section: one.id, description: 'שלום' })).body).toEqual(absent);
    const lastEvents = (await events(one.id)).slice(-2);
    expect(lastEvents).toEqual([
      { type: 'league', member_id: who(dana).id },
      { type: 'league', member_id: who(noa).id },
    ]);
  });

  test('a league that has changed is new to its members until they visit it, but not to the author', async () => {
    const league = await create({ name: 'חדשות' });
    await who(noa).get('joinAClan/', { code: league.code ?? '' });
    const isNew = async (by: ApiMember | undefined) =>
      (await who(by).get<{ sections: League[] }>('getAppData/')).body.sections.find(
        ({ id }) => id === league.id,
      )?.new;
    expect(await isNew(noa)).toBe(false);
    await who(dana).post('post/', { section: league.id, description: 'שלום' });
    expect([await isNew(noa), await isNew(dana)]).toEqual([true, false]);
    // The visit itself still answers new, the next one does not.
    expect((await who(noa).get<League>(`section/${league.id}/`)).body.new).toBe(true);
    expect(await isNew(noa)).toBe(false);
  });

  test('a change in a game of the league is new too, but none in a deleted game or in another league', async () => {
    const [league, other] = [await create({ name: 'משחקים' }), await create({ name: 'משחקים אחרים' })];
    await who(noa).get('joinAClan/', { code: league.code ?? '' });
    const game = async ({ id }: League) =>
      makeGame(who(dana), id, 'vote', [await makeOptions(who(dana), id, ['א', 'ב'])]);
    const [kept, deleted, elsewhere] = [await game(league), await game(league), await game(other)];
    const start = ({ items_data }: Post) =>
      who(dana).post('setItemResults/', { item: items_data[0]?.id, value: 'start' });
    const visit = () => who(noa).get<League>(`section/${league.id}/`);
    const isNew = async () =>
      (await who(noa).get<{ sections: League[] }>('getAppData/')).body.sections.find(
        ({ id }) => id === league.id,
      )?.new;
    await visit();
    await start(elsewhere);
    await start(deleted);
    await who(dana).put(`post/${deleted.id}/`, { active: false });
    expect(await isNew()).toBe(false);
    await start(kept);
    expect(await isNew()).toBe(true);
    await visit();
    expect(await isNew()).toBe(false);
  });

  test('several leagues are created all or none', async () => {
    const count = async () => (await who(gal).get<Page>('section/', { mine: 'True', limit: 1 })).body.count;
    const before = await count();
    const refused = await who(gal).post('section/', [{ name: 'א' }, { name: '' }]);
    expect(refused.body).toMatchObject({ fields: { '1.name': { code: 'required' } } });
    expect(await count()).toBe(before);
    const created = await who(gal).post<League[]>('section/', [{ name: 'א' }, { name: 'ב' }]);
    expect({ status: created.status, names: created.body.map(({ name }) => name) }).toEqual({
      status: 201,
      names: ['א', 'ב'],
    });
    expect(await count()).toBe(before + 2);
  });

  test("members see each other's names; a phone is visible only to its own member", async () => {
    const league = await create({ name: 'חברים' });
    await who(noa).get('joinAClan/', { code: league.code ?? '' });
    // Preferences, too, are visible only to their own member.
    const own = { preferences: expect.any(Object) as unknown };
    const card = ({ id, name }: ApiMember, cellphone: string | null) => ({
      id,
      name,
      image: null,
      cellphone,
      images: [],
      ...(cellphone === null ? {} : own),
    });
    expect((await who(dana).get('member/', { section: league.id })).body).toEqual({
      results: [card(who(dana), who(dana).phone), card(who(noa), null)],
      count: 2,
    });
    expect((await who(dana).get(`member/${who(noa).id}/`)).body).toEqual(card(who(noa), null));
    const stranger = await signIn(server, 'זר');
    expect((await stranger.get(`member/${who(noa).id}/`)).body).toEqual(absent);
    expect((await stranger.get('member/')).body).toEqual({
      results: [card(stranger, stranger.phone)],
      count: 1,
    });
    const official = await create({ name: 'רשמית', custom: false }, staff);
    expect((await stranger.get('member/', { section: official.id })).status).toBe(403);
    await who(staff).del('section/', { ids: official.id });
  });
});
