import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Group, League } from '#contract/models.ts';
import { signIn, type ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember;
  let noa: ApiMember;
  let gal: ApiMember;
  let group: Group;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  beforeEach(async () => {
    dana = await signIn(server, 'דנה');
    noa = await signIn(server, 'נועה');
    gal = await signIn(server, 'גל');
    group = (await dana.post<Group>('clan/', { name: 'החבר׳ה' })).body;
  });
  afterAll(() => server.close());

  test('a group is created from a name, and only its members see it', async () => {
    expect(group).toEqual({
      id: expect.any(Number),
      created: time,
      updated: time,
      name: 'החבר׳ה',
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/),
      users: 1,
      image: null,
      is_staff: true,
      owner: dana.id,
      in_section: null,
    });
    expect((await dana.get('clan/')).body).toEqual({ results: [group], count: 1 });
    expect((await dana.get<{ clans: Group[] }>('getAppData/')).body.clans).toEqual([group]);
    expect((await noa.get('clan/')).body).toEqual({ results: [], count: 0 });
    expect((await noa.get(`clan/${group.id}/`)).status).toBe(404);
    expect((await noa.get('member/', { clan: group.id })).status).toBe(404);
    expect((await dana.post('clan/', { name: 'א'.repeat(21) })).body).toMatchObject({
      fields: { name: { code: 'too_long', limit: 20 } },
    });
  });

  test('the owner renames a group; another member may not', async () => {
    await noa.get('joinAClan/', { code: group.code ?? '' });
    expect((await noa.put(`clan/${group.id}/`, { name: 'שלנו' })).status).toBe(403);
    expect((await dana.put(`clan/${group.id}/`, { name: 'שלנו' })).body).toEqual({
      ...group,
      updated: time,
      name: 'שלנו',
      users: 2,
    });
    expect((await noa.get<Group>(`clan/${group.id}/`)).body).toMatchObject({ name: 'שלנו', is_staff: false });
  });

  test('every member may leave; the longest-standing one inherits the group, which is closed once all have left', async () => {
    for (const person of [noa, gal]) await person.get('joinAClan/', { code: group.code ?? '' });
    expect((await dana.del('membership/', { clan: group.id })).body).toEqual({ res: 1 });
    expect((await dana.get(`clan/${group.id}/`)).status).toBe(404);
    expect((await noa.get(`clan/${group.id}/`)).body).toMatchObject({ users: 2, is_staff: true });
    await noa.del('membership/', { clan: group.id });
    await gal.del('membership/', { clan: group.id });
    expect((await dana.get('joinAClan/', { code: group.code ?? '' })).body).toEqual({ res: 0 });
  });

  test('the owner removes a member; nobody else may', async () => {
    for (const person of [noa, gal]) await person.get('joinAClan/', { code: group.code ?? '' });
    expect((await noa.del('membership/', { clan: group.id, member: gal.id })).status).toBe(403);
    expect((await dana.del('membership/', { clan: group.id, member: gal.id })).body).toEqual({ res: 1 });
    expect((await gal.get(`clan/${group.id}/`)).status).toBe(404);
    expect((await dana.del('membership/', { clan: group.id, member: gal.id })).body).toMatchObject({
      fields: { member: { code: 'unknown_id' } },
    });
  });

  test('a deleted group is a 404', async () => {
    await noa.get('joinAClan/', { code: group.code ?? '' });
    expect((await noa.del('clan/', { ids: group.id })).status).toBe(403);
    expect((await dana.del('clan/', { ids: group.id })).body).toEqual({ res: 1 });
    expect((await noa.get('clan/')).body).toEqual({ results: [], count: 0 });
    expect((await dana.get(`clan/${group.id}/`)).status).toBe(404);
  });

  test('each change of a group is one event for each of its members, and for nobody else', async () => {
    const stranger = await signIn(server, 'זר');
    const { db } = server.platform;
    const people = new Map(
      [dana, noa, gal, stranger].map(({ id }, at) => [id, ['דנה', 'נועה', 'גל', 'זר'][at]]),
    );
    const newest = async () =>
      (await db.selectFrom('live_events').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0;
    const heardOf = async (step: () => Promise<{ status: number }>) => {
      const before = await newest();
      expect((await step()).status).toBe(200);
      const events = await db
        .selectFrom('live_events')
        .select(['league_id', 'member_id'])
        .where('id', '>', before)
        .where('type', '=', 'member')
        .execute();
      expect(events.filter(({ league_id }) => league_id !== null)).toEqual([]);
      return events.map(({ member_id }) => people.get(member_id ?? 0) ?? '').toSorted();
    };
    const join =
      (who: ApiMember, code = group.code ?? '') =>
      () =>
        who.get('joinAClan/', { code });
    const all = ['גל', 'דנה', 'נועה'];
    expect(await heardOf(join(noa))).toEqual(['דנה', 'נועה']);
    expect(await heardOf(join(gal))).toEqual(all);
    expect(await heardOf(join(gal))).toEqual([]);
    expect(await heardOf(() => dana.put(`clan/${group.id}/`, { name: 'שלנו' }))).toEqual(all);
    expect(await heardOf(() => dana.post('code/', { clan: group.id }))).toEqual(all);
    expect(await heardOf(() => gal.del('membership/', { clan: group.id }))).toEqual(all);
    expect(await heardOf(() => dana.del('membership/', { clan: group.id, member: noa.id }))).toEqual([
      'דנה',
      'נועה',
    ]);
    expect(await heardOf(() => dana.del('clan/', { ids: group.id }))).toEqual(['דנה']);
  });

  test('the groups of a league are listed if they are the member’s own and were invited to it', async () => {
    const other = (await dana.post<Group>('clan/', { name: 'אחרת' })).body;
    const league = (await dana.post<League>('section/', { name: 'ליגה' })).body;
    await dana.get('inviteClanToSection/', { section: league.id, clan: group.id });
    const names = async (query = {}) =>
      (await dana.get<{ results: Group[] }>('clan/', query)).body.results.map(({ name }) => name);
    expect(await names({ section: league.id })).toEqual([group.name]);
    expect(await names({ section: league.id, invited: 'False' })).toEqual([other.name]);
    expect(await names()).toEqual([other.name, group.name]);
    expect(await names({ search: 'חר' })).toEqual([other.name]);
    expect((await noa.get('clan/', { section: league.id })).status).toBe(404);
  });

  test('the groups of a league are listed with the number of their members who are in it', async () => {
    const league = (await dana.post<League>('section/', { name: 'ליגה' })).body;
    const of = async (query: Record<string, string | number>) =>
      (await dana.get<{ results: Group[] }>('clan/', query)).body.results.map(({ users, in_section }) => [
        users,
        in_section,
      ]);
    for (const person of [noa, gal]) await person.get('joinAClan/', { code: group.code ?? '' });
    await noa.get('joinAClan/', { code: league.code ?? '' });
    const stranger = await signIn(server, 'זר');
    await stranger.get('joinAClan/', { code: league.code ?? '' });
    expect(await of({ section: league.id, invited: 'False' })).toEqual([[3, 2]]);
    expect(await of({ section: league.id })).toEqual([]);
    await dana.get('inviteClanToSection/', { section: league.id, clan: group.id });
    await gal.post('membership/', { section: league.id });
    expect(await of({ section: league.id })).toEqual([[3, 3]]);
    // A member who left the group or the league is not counted.
    await noa.del('membership/', { section: league.id });
    await gal.del('membership/', { clan: group.id });
    expect(await of({ section: league.id })).toEqual([[2, 1]]);
    expect(await of({})).toEqual([[2, null]]);
  });
});
