import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatJoinCode } from '#contract/join-code.ts';
import type { Group, Item, League, Notification } from '#contract/models.ts';
import { api } from '#tests/support/server/api-client.ts';
import { makeGame, makeOptions, postBets } from '#tests/support/server/leagues-and-games.ts';
import { signIn, signInStaff, type ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember;
  let noa: ApiMember;
  let gal: ApiMember;
  let league: League;
  let group: Group;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  beforeEach(async () => {
    dana = await signIn(server, 'דנה');
    noa = await signIn(server, 'נועה');
    gal = await signIn(server, 'גל');
    league = (await dana.post<League>('section/', { name: 'ליגה' })).body;
    group = (await dana.post<Group>('clan/', { name: 'חבר׳ה' })).body;
  });
  afterAll(() => server.close());

  const join = async (who: ApiMember, code: string | null, more = {}) =>
    (await who.get('joinAClan/', { code: code ?? '', ...more })).body;
  const users = async () => (await dana.get<League>(`section/${league.id}/`)).body.users;
  const notificationsOf = async (who: ApiMember) =>
    (await who.get<{ results: Notification[] }>('notification/')).body.results.map(
      ({ kind, title, description, link, new: isNew }) => ({
        kind,
        title,
        description,
        link,
        new: isNew,
      }),
    );

  test('a preview does not join, and joining again gets the same answer', async () => {
    const found = (size: number) => ({
      res: { kind: 'section', id: league.id, name: 'ליגה', image: null, size },
    });
    expect(await join(noa, league.code, { preview: 1 })).toEqual(found(1));
    expect(await users()).toBe(1);
    expect(await join(noa, formatJoinCode(league.code ?? '').toLowerCase())).toEqual(found(2));
    expect(await join(noa, league.code)).toEqual(found(2));
    expect(await users()).toBe(2);
    expect((await noa.get<League>(`section/${league.id}/`)).body).toMatchObject({
      is_member: true,
      is_staff: false,
      code: league.code,
    });
    expect(await notificationsOf(dana)).toEqual([
      {
        kind: 'joined',
        title: 'יש הצטרפות חדשה לליגה',
        description: 'נועה · ליגה',
        link: `section/${league.id}`,
        new: true,
      },
    ]);
  });

  test('a guest can preview what a code belongs to and its inviter, but cannot join', async () => {
    const guest = api(server.url);
    const preview = async (code: string | null, more = {}) =>
      (await guest.get('joinAClan/', { code: code ?? '', preview: 1, ...more })).body;
    const card = { kind: 'section', id: league.id, name: 'ליגה', image: null, size: 1 };
    expect(await preview(formatJoinCode(league.code ?? '').toLowerCase())).toEqual({ res: card });
    expect(await preview(group.code)).toMatchObject({ res: { kind: 'clan', name: 'חבר׳ה', size: 1 } });
    expect(await preview('0000000000')).toEqual({ res: 0 });
    expect((await guest.get('joinAClan/', { code: league.code ?? '' })).status).toBe(401);
    expect(await users()).toBe(1);
    const headers = { 'Content-Type': 'text/plain' };
    const link = await fetch(`${server.url}/api/joinAClan/?code=${league.code}&preview=1`, { headers });
    expect(link.status).toBe(415);

    // Only current members are named as inviters.
    expect(await preview(league.code, { by: dana.id })).toEqual({ res: { ...card, inviter: 'דנה' } });
    expect(await preview(group.code, { by: dana.id })).toMatchObject({ res: { inviter: 'דנה' } });
    expect(await join(noa, league.code, { preview: 1, by: dana.id })).toMatchObject({
      res: { inviter: 'דנה' },
    });
    await join(noa, league.code);
    await noa.del('membership/', { section: league.id });
    for (const by of [noa.id, gal.id, 999_999, 999_999_999_999])
      expect(await preview(league.code, { by })).toEqual({ res: card });
    expect((await guest.get('joinAClan/', { code: 'x', preview: 1, by: 'דנה' })).status).toBe(400);
  });

  test('a post is shown with its league’s code as that league’s name, picture and size, and nothing of itself', async () => {
    await dana.put(`section/${league.id}/`, { description: 'סוד', rounds: 3, late_joiner: 'median' });
    const options = await makeOptions(dana, league.id, ['א', 'ב']);
    const game = await makeGame(dana, league.id, 'vote', [options], { description: 'מי יזכה?' });
    await dana.put(`post/${game.id}/`, { pinned: true });
    await postBets(dana, game.items_data[0] as Item, 1);
    const shown = await api(server.url).get(`post/${game.id}/`, { code: league.code ?? '' });
    const hidden = '1970-01-01T00:00:00.000Z';
    const shownLeague = { id: league.id, name: 'ליגה', image: null };
    expect([shown.status, shown.body]).toEqual([
      200,
      {
        id: game.id,
        slug: null,
        created: hidden,
        updated: hidden,
        date: hidden,
        active: true,
        due_date: null,
        type: '',
        description: '',
        rounds: 1,
        groupSize: 1,
        even_breakpoint: 0,
        newSection: false,
        pinned: false,
        publisher_data: { section: shownLeague, member: null },
        options: [],
        items_data: [],
        votes: 0,
        voters: [],
        winner: null,
        comments: 0,
        custom: true,
        extra_data: { in_section: true },
        groups: [],
        rules: {},
        section: league.id,
        hide_options: true,
        is_staff: false,
        clans: [],
        preview: {
          ...shownLeague,
          images: [],
          users: 1,
          active: true,
          custom: true,
          is_member: false,
          invited: false,
          code: null,
          created: hidden,
          updated: hidden,
          description: '',
          rounds: 1,
          groupMembersCount: 1,
          tie_break: 'exact,difference,outcome',
          late_joiner: 'zero',
          provisional_results: false,
          new: false,
          is_staff: false,
          owner: null,
        },
      },
    ]);
    expect((await gal.get(`post/${game.id}/`, { code: group.code ?? '' })).status).toBe(404);
    expect((await gal.get(`post/${game.id}/`)).status).toBe(404);
  });

  test('a preview names no inviter after twenty unknown ones', async () => {
    const previewBy = async (by: number) =>
      (
        await gal.get<{ res: { size: number; inviter?: string } }>('joinAClan/', {
          code: league.code ?? '',
          preview: 1,
          by,
        })
      ).body.res;
    for (let nth = 0; nth < 25; nth += 1) expect((await previewBy(dana.id)).inviter).toBe('דנה');
    for (let nth = 0; nth < 20; nth += 1) expect(await previewBy(1_000_000 + nth)).toMatchObject({ size: 1 });
    const after = await previewBy(dana.id);
    expect([after.size, after.inviter]).toEqual([1, undefined]);
  });

  test('joining and leaving are sent as events to the other members', async () => {
    const { db } = server.platform;
    const last = async () =>
      (
        await db
          .selectFrom('live_events')
          .select((is) => is.fn.max('id').as('id'))
          .executeTakeFirst()
      )?.id ?? 0;
    const since = async (id: number) =>
      db
        .selectFrom('live_events')
        .select(['type', 'league_id', 'member_id'])
        .where('id', '>', id)
        .orderBy('id')
        .execute();
    const before = await last();
    await join(noa, league.code);
    await join(noa, league.code);
    const between = await last();
    await noa.del('membership/', { section: league.id });
    expect((await since(before)).slice(0, 2)).toEqual([
      { type: 'member', league_id: league.id, member_id: null },
      { type: 'notification', league_id: null, member_id: dana.id },
    ]);
    expect(await since(between)).toEqual([
      { type: 'league', league_id: league.id, member_id: null },
      { type: 'league', league_id: league.id, member_id: noa.id },
    ]);
  });

  test('a group is joined by its own code', async () => {
    const res = { kind: 'clan', id: group.id, name: 'חבר׳ה', image: null, size: 2 };
    expect(await join(noa, group.code)).toEqual({ res });
    expect((await noa.get('clan/')).body).toMatchObject({ count: 1 });
    expect((await notificationsOf(dana))[0]).toMatchObject({
      kind: 'joined',
      description: 'נועה · חבר׳ה',
      link: `clans-page?id=${group.id}`,
    });
  });

  test('every failure has the same answer, whatever its reason', async () => {
    const foreign = (await gal.post<League>('section/', { name: 'אחרת' })).body;
    const tries: [string, object][] = [
      ['0000000000', {}],
      ['', {}],
      ['short', {}],
      ['0'.repeat(2_000), {}],
      ['\u0000', {}],
      ['!!!!!!!!!!', {}],
      [league.code ?? '', { section: foreign.id }],
      // The group was not invited there.
      [group.code ?? '', { section: league.id }],
      [group.code ?? '', { section: 999_999 }],
    ];
    for (const [code, more] of tries)
      expect({ code, body: await join(noa, code, more) }).toEqual({ code, body: { res: 0 } });
    expect((await noa.get('clan/')).body).toMatchObject({ count: 0 });
    expect((await noa.get('joinAClan/')).body).toEqual({ res: 0 });
  });

  test('joining needs the app’s content type: a link cannot do it', async () => {
    const headers = { Authorization: `Token ${noa.token}` };
    const answer = await fetch(`${server.url}/api/joinAClan/?code=${league.code}`, { headers });
    expect([answer.status, await users()]).toEqual([415, 1]);
    expect((await api(server.url).get('joinAClan/', { code: league.code ?? '' })).status).toBe(401);
    expect((await noa.get('joinAClan/', { code: league.code ?? '' })).headers.get('Cache-Control')).toBe(
      'no-store',
    );
  });

  test('a member may send twenty wrong codes an hour; a right code does not count', async () => {
    for (let nth = 0; nth < 5; nth += 1) await join(noa, league.code);
    const statuses = new Set<number>();
    for (let nth = 0; nth < 20; nth += 1)
      statuses.add((await noa.get('joinAClan/', { code: '0000000000' })).status);
    expect([...statuses]).toEqual([200]);
    const refused = await noa.get('joinAClan/', { code: group.code ?? '' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500);
    // The league's own call has the same limit.
    expect((await noa.get('section/', { code: group.code ?? '' })).status).toBe(429);
    expect(await join(gal, group.code)).toMatchObject({ res: { kind: 'clan' } });
  });

  test('wrong codes of all members together have a limit, which refuses no right code', async () => {
    const { db } = server.platform;
    await sql`
      insert into counters (bucket, used, expires_at) values ('code:all', 5000, now() + interval '1 hour')
      on conflict (bucket) do update set used = 5000, expires_at = excluded.expires_at`.execute(db);
    expect((await noa.get('joinAClan/', { code: '0000000000' })).status).toBe(429);
    expect(await join(noa, league.code)).toMatchObject({ res: { id: league.id } });
    await sql`delete from counters where bucket = 'code:all'`.execute(db);
  });

  test('20 concurrent joins create one membership (a race on PostgreSQL)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(noa, league.code)));
    const res = { kind: 'section', id: league.id, name: 'ליגה', image: null, size: 2 };
    for (const answer of answers) expect(answer).toEqual({ res });
    expect(await notificationsOf(dana)).toHaveLength(1);
  });

  test('members of an invited group are notified and may join; none is joined by the invitation', async () => {
    await join(noa, group.code);
    await join(gal, group.code);
    const invite = (who: ApiMember) =>
      who.get('inviteClanToSection/', { section: league.id, clan: group.id });
    // A member of the group only.
    expect((await invite(noa)).body).toEqual({ res: 0 });
    expect((await invite(dana)).body).toEqual({ res: 1 });
    expect((await invite(dana)).body).toEqual({ res: 1 });
    expect(await users()).toBe(1);
    const notification = {
      kind: 'invited',
      title: 'הזמנה לליגה · ליגה',
      description: 'דנה · חבר׳ה',
      link: `section/${league.id}`,
      new: true,
    };
    expect(await notificationsOf(noa)).toEqual([notification]);
    expect((await notificationsOf(dana)).filter(({ kind }) => kind === 'invited')).toEqual([]);
    // Before joining: the league's card, and no more.
    expect((await noa.get(`section/${league.id}/`)).body).toMatchObject({
      name: 'ליגה',
      users: 1,
      is_member: false,
      code: null,
    });
    expect((await noa.get('member/', { section: league.id })).status).toBe(404);
    expect((await noa.post('membership/', { section: league.id })).body).toEqual({ res: 1 });
    expect((await noa.post('membership/', { section: league.id })).body).toEqual({ res: 1 });
    expect(await users()).toBe(2);
    // Who joins the group later may join the league by the group's code.
    const lateMember = await signIn(server, 'מאוחר');
    expect((await lateMember.post('membership/', { section: league.id })).status).toBe(404);
    expect(await join(lateMember, group.code, { section: league.id })).toMatchObject({
      res: { kind: 'section', id: league.id, size: 3 },
    });
    expect((await lateMember.get('clan/')).body).toMatchObject({ count: 1 });
  });

  test('a member who joins a league and leaves it keeps the invitations to others, and others keep theirs to it', async () => {
    await join(noa, group.code);
    await join(gal, group.code);
    const other = (await dana.post<League>('section/', { name: 'אחרת' })).body;
    for (const section of [league.id, other.id])
      await dana.get('inviteClanToSection/', { section, clan: group.id });
    const joinInvited = async ({ id }: League) => (await noa.post('membership/', { section: id })).body;
    expect(await joinInvited(league)).toEqual({ res: 1 });
    expect((await noa.del('membership/', { section: league.id })).body).toEqual({ res: 1 });
    expect(await joinInvited(other)).toEqual({ res: 1 });
    expect((await gal.post('membership/', { section: league.id })).body).toEqual({ res: 1 });
  });

  test('an invitation by two groups lasts until the member is in neither', async () => {
    const more = (await dana.post<Group>('clan/', { name: 'עוד חבר׳ה' })).body;
    const third = (await dana.post<Group>('clan/', { name: 'אחרים' })).body;
    for (const { code } of [group, more, third]) await join(noa, code);
    await join(gal, group.code);
    // A former member of the other group has no invitation by it.
    await join(gal, more.code);
    await gal.del('membership/', { clan: more.id });
    for (const clan of [group.id, more.id])
      await dana.get('inviteClanToSection/', { section: league.id, clan });
    const invited = async (who: ApiMember) => (await who.get(`section/${league.id}/`)).status === 200;

    await dana.del('membership/', { clan: group.id, member: noa.id });
    expect([await invited(noa), await invited(gal)]).toEqual([true, true]);
    await dana.del('membership/', { clan: group.id, member: gal.id });
    expect([await invited(noa), await invited(gal)]).toEqual([true, false]);
    await dana.del('clan/', { ids: more.id });
    expect(await invited(noa)).toBe(false);
  });

  test('a member may send fifty invitations of groups a day', async () => {
    await join(noa, group.code);
    const { db } = server.platform;
    const used = (count: number) =>
      sql`
      insert into counters (bucket, used, expires_at) values (${`invites:${dana.id}`}, ${count}, now() + interval '1 hour')
      on conflict (bucket) do update set used = excluded.used`.execute(db);
    const invite = () => dana.get('inviteClanToSection/', { section: league.id, clan: group.id });
    await used(50);
    expect((await invite()).status).toBe(429);
    expect(await notificationsOf(noa)).toEqual([]);
    expect((await noa.get(`section/${league.id}/`)).status).toBe(404);
    await used(49);
    expect((await invite()).body).toEqual({ res: 1 });
    expect(await notificationsOf(noa)).toHaveLength(1);
    // An invitation that notifies nobody does not count.
    expect((await invite()).body).toEqual({ res: 1 });
  });

  test('inviting a group needs membership in the league and in the group', async () => {
    const other = (await noa.post<Group>('clan/', { name: 'של נועה' })).body;
    const invite = async (who: ApiMember, section: number, clan: number) =>
      (await who.get('inviteClanToSection/', { section, clan })).body;
    expect(await invite(noa, league.id, other.id)).toEqual({ res: 0 });
    expect(await invite(dana, league.id, other.id)).toEqual({ res: 0 });
    expect(await invite(dana, 999_999, group.id)).toEqual({ res: 0 });
    await join(noa, league.code);
    expect(await invite(noa, league.id, other.id)).toEqual({ res: 1 });
  });

  test('an official league can be joined without a code, and left; another league cannot', async () => {
    const staff = await signInStaff(server, 'צוות');
    const official = (await staff.post<League>('section/', { name: 'רשמית', custom: false })).body;
    expect((await noa.post('membership/', { section: official.id })).body).toEqual({ res: 1 });
    expect((await noa.get(`section/${official.id}/`)).body).toMatchObject({ is_member: true, users: 1 });
    expect((await noa.del('membership/', { section: official.id })).body).toEqual({ res: 1 });
    expect((await noa.del('membership/', { section: official.id })).body).toEqual({ res: 1 });
    expect((await noa.get(`section/${official.id}/`)).body).toMatchObject({ is_member: false, users: 0 });
    expect((await noa.post('membership/', { section: league.id })).status).toBe(404);
    expect((await noa.post('membership/', { section: official.id, member: dana.id })).status).toBe(403);
    expect((await noa.post('membership/', {})).status).toBe(400);
    expect((await noa.post('membership/', { section: official.id, clan: group.id })).status).toBe(400);
    expect((await noa.post('membership/', { clan: group.id })).status).toBe(404);
  });

  test('a member who left a league sees nothing of it; an owner’s league goes to its longest-standing member', async () => {
    await join(noa, league.code);
    await join(gal, league.code);
    const post = (await dana.post<{ id: number }>('post/', { section: league.id, description: 'שלום' })).body;
    const input = { comment_post: post.id, description: 'היי' };
    const comment = (await dana.post<{ id: number }>('postcomment/', input)).body;
    expect((await dana.del('membership/', { section: league.id })).body).toEqual({ res: 1 });
    expect((await dana.get(`section/${league.id}/`)).status).toBe(404);
    // Not even their own messages.
    expect((await dana.get(`post/${post.id}/`)).status).toBe(404);
    expect((await dana.del('postcomment/', { ids: comment.id })).status).toBe(404);
    expect((await noa.get(`post/${post.id}/`)).status).toBe(200);
    expect((await noa.get(`section/${league.id}/`)).body).toMatchObject({
      owner: noa.id,
      is_staff: true,
      users: 2,
    });
    // A former owner rejoins as an ordinary member.
    await join(dana, league.code);
    expect((await dana.get(`section/${league.id}/`)).body).toMatchObject({
      owner: noa.id,
      is_staff: false,
      users: 3,
    });
  });

  test('a league is not inherited by a member who leaves at the same time (a race on PostgreSQL)', async () => {
    await join(noa, league.code);
    await join(gal, league.code);
    await Promise.all([dana, noa].map((who) => who.del('membership/', { section: league.id })));
    expect((await gal.get(`section/${league.id}/`)).body).toMatchObject({ owner: gal.id, users: 1 });
  });

  test('a league and a group stay their owner’s when a member leaves who has been in them for longer', async () => {
    for (const who of [noa, gal]) {
      await join(who, league.code);
      await join(who, group.code);
    }
    // As an account may have joined that owns them since a merge.
    const { db } = server.platform;
    await sql`update league_members set joined_at = now() where league_id = ${league.id} and member_id = ${dana.id}`.execute(
      db,
    );
    await sql`update group_members set joined_at = now() where group_id = ${group.id} and member_id = ${dana.id}`.execute(
      db,
    );
    await gal.del('membership/', { section: league.id });
    await gal.del('membership/', { clan: group.id });
    expect((await noa.get(`section/${league.id}/`)).body).toMatchObject({ owner: dana.id, users: 2 });
    expect((await noa.get(`clan/${group.id}/`)).body).toMatchObject({ owner: dana.id, users: 2 });
  });

  test('an owner removes a member and renews the code', async () => {
    await join(noa, league.code);
    await join(gal, league.code);
    expect((await gal.del('membership/', { section: league.id, member: noa.id })).status).toBe(403);
    expect((await dana.del('membership/', { section: league.id, member: noa.id })).body).toEqual({ res: 1 });
    expect((await noa.get(`section/${league.id}/`)).status).toBe(404);
    expect((await gal.post('code/', { section: league.id })).status).toBe(403);
    const renewed = await dana.post<{ code: string }>('code/', { section: league.id });
    expect(renewed.body).toEqual({ code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/) });
    expect(renewed.body.code).not.toBe(league.code);
    expect(await join(noa, league.code)).toEqual({ res: 0 });
    expect(await join(noa, renewed.body.code)).toMatchObject({ res: { id: league.id } });
    expect((await dana.post<{ code: string }>('code/', { clan: group.id })).body.code).not.toBe(group.code);
    expect((await dana.post('code/', {})).status).toBe(400);
  });

  test('a removed member can come back only by the new code', async () => {
    await join(noa, league.code);
    await join(noa, group.code);
    await join(gal, league.code);
    await join(gal, group.code);
    await dana.get('inviteClanToSection/', { section: league.id, clan: group.id });
    const codeOf = async (path: string) => (await dana.get<{ code: string }>(path)).body.code;
    expect((await dana.del('membership/', { section: league.id, member: noa.id })).status).toBe(200);
    const renewed = await codeOf(`section/${league.id}/`);
    expect(renewed).not.toBe(league.code);
    const invite = await gal.get('inviteClanToSection/', { section: league.id, clan: group.id });
    expect(invite.body).toEqual({ res: 1 });
    // Not by the old code, nor by the group that is invited, nor by inviting it again.
    const codes = [
      await join(noa, league.code),
      await join(noa, group.code, { section: league.id }),
      (await noa.post<{ code: string }>('membership/', { section: league.id })).body.code,
      (await noa.get<{ code: string }>(`section/${league.id}/`)).body.code,
    ];
    expect(codes).toEqual([{ res: 0 }, { res: 0 }, 'not_found', 'not_found']);
    expect(await join(noa, renewed)).toMatchObject({ res: { kind: 'section', id: league.id } });
    // After coming back, they have the same rights as everybody.
    await noa.del('membership/', { section: league.id });
    expect(await join(noa, group.code, { section: league.id })).toMatchObject({ res: { kind: 'section' } });

    expect((await dana.del('membership/', { clan: group.id, member: noa.id })).status).toBe(200);
    const groupCode = await codeOf(`clan/${group.id}/`);
    expect(groupCode).not.toBe(group.code);
    expect(await join(noa, group.code)).toEqual({ res: 0 });
    expect(await join(noa, groupCode)).toMatchObject({ res: { kind: 'clan', id: group.id } });
    // Leaving renews nothing.
    await gal.del('membership/', { section: league.id });
    expect(await codeOf(`section/${league.id}/`)).toBe(renewed);
  });

  test('notifications of a league or group that a member left show no current names or pictures', async () => {
    await join(noa, league.code);
    await join(noa, group.code);
    const post = (await dana.post<{ id: number }>('post/', { section: league.id, description: 'שלום' })).body;
    await noa.post('postcomment/', { comment_post: post.id, description: 'היי' });
    await dana.post('postcomment/', { comment_post: post.id, description: 'מה נשמע?' });
    const list = async (who: ApiMember) =>
      (await who.get<{ results: Notification[] }>('notification/')).body.results;
    const namesIn = (notices: Notification[]) =>
      notices.flatMap(({ publisher_data: { section, member } }) => [section?.name, member?.name]);
    expect(namesIn(await list(noa))).toEqual(['ליגה', 'דנה', 'ליגה', 'דנה']);

    const before = await list(noa);
    await dana.del('membership/', { section: league.id, member: noa.id });
    await dana.del('membership/', { clan: group.id, member: noa.id });
    await dana.put(`section/${league.id}/`, { name: 'שם חדש' });
    await dana.put(`member/${dana.id}/`, { name: 'דנה החדשה' });
    const after = await list(noa);
    expect(after.map(({ id, kind }) => [id, kind])).toEqual(before.map(({ id, kind }) => [id, kind]));
    expect(namesIn(after)).toEqual([undefined, undefined, undefined, undefined]);
    expect(JSON.stringify(after)).not.toMatch(/דנה|ליגה|שם חדש/);
    const [newest] = after;
    expect((await noa.get<Notification>(`notification/${newest?.id}/`)).body).toEqual(newest);

    // An invitation names its league as long as it is valid.
    const friends = (await dana.post<Group>('clan/', { name: 'חברות' })).body;
    await join(gal, friends.code);
    await dana.get('inviteClanToSection/', { section: league.id, clan: friends.id });
    expect((await list(gal))[0]?.title).toBe('הזמנה לליגה · שם חדש');
    await dana.del('clan/', { ids: friends.id });
    const [invitation] = await list(gal);
    expect([invitation?.title, invitation?.publisher_data]).toEqual([
      'הזמנה לליגה',
      { section: null, member: null },
    ]);
  });

  test("notifications are their member's own, and are marked as read one by one or all at once", async () => {
    await join(noa, league.code);
    await join(gal, league.code);
    const list = async (query = {}) =>
      (await dana.get<{ results: Notification[]; count: number }>('notification/', query)).body;
    const [newest, older] = (await list()).results;
    expect(newest).toEqual({
      id: expect.any(Number),
      created: expect.any(String),
      kind: 'joined',
      title: 'יש הצטרפות חדשה לליגה',
      description: 'גל · ליגה',
      new: true,
      link: `section/${league.id}`,
      item: null,
      publisher_data: {
        section: { id: league.id, name: 'ליגה', image: null },
        member: { id: gal.id, name: 'גל', image: null },
      },
    });
    expect((await dana.put(`notification/${newest?.id}/`, { new: false })).body).toEqual({
      ...newest,
      new: false,
    });
    expect(await list({ new: 'True' })).toMatchObject({ results: [{ id: older?.id }], count: 1 });
    const unreadCount = async () =>
      (await dana.get<{ activeParams: { notifications: number } }>('getAppData/')).body.activeParams
        .notifications;
    expect(await unreadCount()).toBe(1);
    expect((await noa.get(`notification/${newest?.id}/`)).status).toBe(404);
    expect((await noa.put(`notification/${newest?.id}/`, { new: false })).status).toBe(404);
    expect((await dana.put('notification/', { new: false })).body).toEqual({ ids: [older?.id] });
    expect([await unreadCount(), (await list({ new: 'True' })).count, (await list()).count]).toEqual([
      0, 0, 2,
    ]);
  });
});
