import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppUser, Group, Item, League, Option, Post } from '#contract/models.ts';
import type { Objections } from '#contract/objections.ts';
import { openSession } from '#server/auth/sessions.ts';
import { api } from '#tests/support/server/api-client.ts';
import { postBets, makeGame, makeLeague, makeOptions } from '#tests/support/server/leagues-and-games.ts';
import { newPhone, signIn, type ApiMember } from '#tests/support/server/members.ts';
import { form, photo, uploadPicture } from '#tests/support/server/pictures.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

const project = 'hevre-test';
const now = () => Math.floor(Date.now() / 1000);

const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: `https://securetoken.google.com/${project}`,
  aud: project,
  sub: 'uid-1',
  iat: now() - 10,
  exp: now() + 3600,
  auth_time: now() - 10,
  name: 'דנה כהן',
  email: 'dana@example.com',
  firebase: { sign_in_provider: 'google.com' },
  ...more,
});

type Answer = { data: { id: number; fname: string; token: string } };

describe('social login', async () => {
  const ownKeys = await generateKeyPair('RS256');
  const foreignKeys = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(ownKeys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] };
  let reachable = true;
  let server: TestServer;
  beforeAll(async () => {
    const fetch = (async (url: string | URL) => {
      if (!reachable) throw new TypeError('fetch failed');
      expect(String(url)).toBe(
        'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
      );
      return Response.json(keys);
    }) as typeof globalThis.fetch;
    server = await startServer({ env: { FIREBASE_PROJECT_ID: project }, io: { fetch } });
  });
  afterAll(() => server.close());

  const sign = (payload: JWTPayload, key = ownKeys.privateKey, kid = 'k1') =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
  const enter = async (token: string) => {
    const { status, body } = await api(server.url).post<Answer>('socialAuth', { token });
    return { status, body };
  };

  test('keys that cannot be fetched are a server error, not a refused token', async () => {
    reachable = false;
    expect((await enter(await sign(claims()))).status).toBe(503);
    reachable = true;
  });

  test('a verified token creates a member, and the same identity signs them in again', async () => {
    const first = await enter(await sign(claims()));
    expect(first).toEqual({
      status: 200,
      body: {
        data: {
          id: expect.any(Number),
          fname: 'דנה כהן',
          lname: '',
          phone: null,
          email: 'dana@example.com',
          username: 'dana@example.com',
          is_superuser: false,
          is_staff: false,
          firebaseAuth: true,
          puserId: first.body.data.id,
          image: null,
          new_member: true,
          token: expect.stringMatching(/^[\w-]{43}$/),
        },
      },
    });
    const again = await enter(await sign(claims({ name: 'שם אחר', email: 'other@example.com' })));
    expect(again.body.data).toMatchObject({ id: first.body.data.id, fname: 'דנה כהן' });
    // An e-mail does not identify a member: another subject is another member.
    const other = await enter(await sign(claims({ sub: 'uid-2' })));
    expect(other.body.data.id).not.toBe(first.body.data.id);
    expect((await api(server.url, first.body.data.token).get('getAppData/')).status).toBe(200);
  });

  test('a missing or invalid name stays empty, and a long one is cut', async () => {
    const { name: _, ...nameless } = claims({ sub: 'uid-3' });
    expect((await enter(await sign(nameless))).body.data.fname).toBe('');
    const bidi = await enter(await sign(claims({ sub: 'uid-4', name: '\u202eevil' })));
    expect(bidi.body.data.fname).toBe('');
    const long = await enter(await sign(claims({ sub: 'uid-5', name: 'א'.repeat(60) })));
    expect(long.body.data.fname).toBe('א'.repeat(40));
  });

  test('ten parallel first logins create one member', async () => {
    const token = await sign(claims({ sub: 'uid-6' }));
    const ids = await Promise.all(Array.from({ length: 10 }, async () => (await enter(token)).body.data.id));
    expect(new Set(ids).size).toBe(1);
  });

  const { exp: _exp, ...endless } = claims();
  const { sub: _sub, ...nobody } = claims();
  test.each<[string, () => Promise<string> | string]>([
    ['signed with a foreign key', () => sign(claims(), foreignKeys.privateKey)],
    ['with an unknown key id', () => sign(claims(), ownKeys.privateKey, 'k2')],
    ['not signed', () => new UnsecuredJWT(claims()).encode()],
    [
      'signed with a shared secret',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .sign(Buffer.from('k'.repeat(32))),
    ],
    ['of another issuer', () => sign(claims({ iss: 'https://securetoken.google.com/other' }))],
    ['for another audience', () => sign(claims({ aud: 'other' }))],
    ['expired', () => sign(claims({ exp: now() - 10 }))],
    ['without an expiry', () => sign(endless)],
    ['without a subject', () => sign(nobody)],
    ['with an empty subject', () => sign(claims({ sub: '' }))],
    ['of a sign-in in the future', () => sign(claims({ auth_time: now() + 3600 }))],
    ['of an anonymous user', () => sign(claims({ firebase: { sign_in_provider: 'anonymous' } }))],
    ['that is malformed', () => 'not.a.token'],
  ])('a token %s is 401', async (_, make) => {
    expect(await enter(await make())).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });
});

test('without a Firebase project social login is 404', async () => {
  const server = await startServer();
  const { status } = await api(server.url).post('socialAuth', { token: new UnsecuredJWT(claims()).encode() });
  await server.close();
  expect(status).toBe(404);
});

test('with the emulator its unsigned tokens are accepted, and all other checks apply', async () => {
  const demo = 'demo-hevre';
  const server = await startServer({
    env: { FIREBASE_PROJECT_ID: demo, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
  });
  const of = (more: JWTPayload) =>
    new UnsecuredJWT(claims({ iss: `https://securetoken.google.com/${demo}`, aud: demo, ...more })).encode();
  const status = async (token: string) => (await api(server.url).post('socialAuth', { token })).status;
  const statuses = [
    await status(of({})),
    await status(of({ aud: 'demo-other' })),
    await status(of({ exp: now() - 5 })),
  ];
  await server.close();
  expect(statuses).toEqual([200, 401, 401]);
});

onOneDatabase('postgres', (database) => {
  describe('linking a phone to a social account', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startServer({ database });
    });
    afterAll(() => server.close());

    /** A member by social login: without a phone, and with an identity of this subject. */
    async function createSocialMember(subject: string): Promise<ApiMember> {
      const { db } = server.platform;
      const { id } = await db
        .insertInto('members')
        .values({ name: 'דנה מגוגל', email: 'dana@example.com' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('identities')
        .values({ issuer: 'https://provider', subject, provider: 'google.com', member_id: id })
        .execute();
      const token = await openSession(db, id, { userAgent: 'test' });
      return { ...api(server.url, token), id, name: 'דנה מגוגל', phone: '', token };
    }
    const opens = async (subject: string) =>
      (
        await server.platform.db
          .selectFrom('identities')
          .select('member_id')
          .where('subject', '=', subject)
          .executeTakeFirstOrThrow()
      ).member_id;
    /** Links with the PIN that was sent, or with this one instead. */
    async function link(who: ApiMember, cellphone: string, pincode?: string) {
      await api(server.url).get('sendPinCode/', { cellphone });
      return who.post<{ data: AppUser & { token: string } }>('linkPhone/', {
        cellphone,
        pincode: pincode ?? server.pin(cellphone),
      });
    }

    test('with a new number stores it for the member', async () => {
      const dana = await createSocialMember('new');
      const phone = newPhone();
      expect(await link(dana, phone)).toMatchObject({
        status: 200,
        body: { data: { id: dana.id, phone, fname: 'דנה מגוגל', firebaseAuth: true, token: dana.token } },
      });
      expect((await signIn(server, 'אחרת', { phone })).id).toBe(dana.id);
    });

    test('with a member’s number and its PIN merges the two accounts', async () => {
      const phoneAccount = await signIn(server, 'דנה');
      const friend = await signIn(server, 'נועה');
      const dana = await createSocialMember('known');
      const friendsLeague = await makeLeague(friend, [dana], 'של נועה');
      const both = await makeLeague(friend, [dana, phoneAccount], 'של כולנו');
      const danasLeague = await makeLeague(dana, [friend], 'של דנה');
      const group = (await dana.post<Group>('clan/', { name: 'החבורה' })).body;

      // A wrong PIN merges nothing, and the answer has the tries left.
      const refusedLink = await link(dana, phoneAccount.phone, '000000');
      expect(refusedLink).toMatchObject({
        status: 400,
        body: { fields: { pincode: { code: 'pin', limit: 4 } } },
      });
      expect(await opens('known')).toBe(dana.id);

      const { status, body } = await dana.post<{ data: AppUser & { token: string } }>('linkPhone/', {
        cellphone: phoneAccount.phone,
        pincode: server.pin(phoneAccount.phone),
      });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { data: { id: phoneAccount.id, fname: 'דנה', phone: phoneAccount.phone, firebaseAuth: true } },
      });
      expect(body.data.token).not.toBe(dana.token);
      expect(await opens('known')).toBe(phoneAccount.id);
      expect((await dana.get('getAppData/')).status).toBe(401);

      const one = api(server.url, body.data.token);
      const data = (await one.get<{ sections: League[]; clans: Group[] }>('getAppData/')).body;
      expect(data.sections.map(({ name }) => name).toSorted()).toEqual(
        [friendsLeague, both, danasLeague].map(({ name }) => name).toSorted(),
      );
      expect(data.clans.map(({ id }) => id)).toEqual([group.id]);
      // The merged member owns the league of the social account.
      expect((await one.get<League>(`section/${danasLeague.id}/`)).body.is_staff).toBe(true);
      const { body: members } = await friend.get<{ results: { id: number }[] }>('member/', {
        section: danasLeague.id,
      });
      expect(members.results.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
        [phoneAccount.id, friend.id].toSorted((a, b) => a - b),
      );
    });

    type Wire = ReturnType<typeof api>;
    /** Links the number of a member; returns a client of the account that remains. */
    async function merge(dana: ApiMember, phoneAccount: ApiMember): Promise<Wire> {
      const { status, body } = await link(dana, phoneAccount.phone);
      expect(status).toBe(200);
      return api(server.url, body.data.token);
    }
    const joinBy = async (who: Wire, group: Group, league: League) =>
      (await who.get<{ res: object | 0 }>('joinAClan/', { code: group.code ?? '', section: league.id })).body
        .res;
    const mutedBy = async (who: Wire, id: number) =>
      (await who.get<{ preferences: { mutedLeagues: number[] } }>(`member/${id}/`)).body.preferences
        .mutedLeagues;
    /** A league that a group has been invited to, by its owner, who is in the group. */
    async function invite(owner: ApiMember, group: Group, name: string, members: ApiMember[] = []) {
      const league = await makeLeague(owner, members, name);
      await owner.get('inviteClanToSection/', { section: league.id, clan: group.id });
      return league;
    }

    test('keeps removals from leagues of either account, except from leagues that the other is in', async () => {
      const phoneAccount = await signIn(server, 'דנה');
      const friend = await signIn(server, 'נועה');
      const dana = await createSocialMember('put-out');
      const group = (await friend.post<Group>('clan/', { name: 'החבורה' })).body;
      await dana.get('joinAClan/', { code: group.code ?? '' });
      const [uninvited, outByPhone, inByPhone] = [
        await invite(friend, group, 'בלי דנה', [dana]),
        await invite(friend, group, 'בלי דנה של הטלפון', [phoneAccount]),
        await invite(friend, group, 'עם דנה של הטלפון', [dana, phoneAccount]),
      ];
      for (const [league, member] of [
        [uninvited, dana],
        [outByPhone, phoneAccount],
        [inByPhone, dana],
      ] as const)
        await friend.del('membership/', { section: league.id, member: member.id });
      expect(await joinBy(dana, group, uninvited)).toBe(0);
      const one = await merge(dana, phoneAccount);
      expect(await joinBy(one, group, uninvited)).toBe(0);
      expect(await joinBy(one, group, outByPhone)).toBe(0);
      // From a league that the other account is in they are not removed: they may leave it and join again.
      expect((await one.del('membership/', { section: inByPhone.id })).status).toBe(200);
      expect(await joinBy(one, group, inByPhone)).toMatchObject({ id: inByPhone.id });
    });

    test('keeps the phone account’s mute of a league that both are in, and the social account’s of others', async () => {
      const phoneAccount = await signIn(server, 'דנה');
      const friend = await signIn(server, 'נועה');
      const dana = await createSocialMember('muted');
      const [ownLeague, loud, quiet] = [
        await makeLeague(friend, [dana], 'שקטה'),
        await makeLeague(friend, [dana, phoneAccount], 'רועשת'),
        await makeLeague(friend, [dana, phoneAccount], 'שקטה בטלפון'),
      ];
      await dana.put(`member/${dana.id}/`, {
        preferences: { muteLeagues: { [ownLeague.id]: true, [loud.id]: true } },
      });
      await phoneAccount.put(`member/${phoneAccount.id}/`, {
        preferences: { muteLeagues: { [quiet.id]: true } },
      });
      expect(await mutedBy(await merge(dana, phoneAccount), phoneAccount.id)).toEqual([
        ownLeague.id,
        quiet.id,
      ]);
    });

    test('keeps the furthest read position of each chat', async () => {
      const phoneAccount = await signIn(server, 'דנה');
      const friend = await signIn(server, 'נועה');
      const dana = await createSocialMember('reads');
      const { id: league } = await makeLeague(friend, [dana, phoneAccount], 'קוראת');
      const options = await makeOptions(friend, league, ['א', 'ב']);
      const chats: { post: number; messages: number[] }[] = [];
      for (let at = 0; at < 3; at += 1) {
        const { id: post } = await makeGame(friend, league, 'vote', [options]);
        const messages: number[] = [];
        for (const description of ['שלום', 'מה נשמע']) {
          const { body } = await friend.post<{ id: number }>('postcomment/', {
            comment_post: post,
            description,
          });
          messages.push(body.id);
        }
        chats.push({ post, messages });
      }
      const read = (who: Wire, chat: number, message: number) =>
        who.put('talk/', { post: chats[chat]?.post, last: chats[chat]?.messages[message] });
      await read(dana, 2, 1);
      await read(dana, 1, 1);
      await read(phoneAccount, 1, 0);
      await read(dana, 0, 0);
      await read(phoneAccount, 0, 1);
      const one = await merge(dana, phoneAccount);
      const positions: unknown[] = [];
      for (const { post } of chats) positions.push((await one.get('talk/', { post })).body);
      expect(positions).toEqual(chats.map(({ messages }) => ({ last: messages[1] })));
    });

    test('keeps invitations to leagues, except to those that the phone account is in or was removed from', async () => {
      const phoneAccount = await signIn(server, 'דנה');
      const friend = await signIn(server, 'נועה');
      const dana = await createSocialMember('invited');
      const group = (await friend.post<Group>('clan/', { name: 'החבורה' })).body;
      for (const who of [dana, phoneAccount]) await who.get('joinAClan/', { code: group.code ?? '' });
      const both = await invite(friend, group, 'של שתיהן');
      await phoneAccount.del('membership/', { clan: group.id });
      const invited = async (who: Wire) =>
        (await who.get<{ results: League[] }>('section/', { invited: 'true' })).body.results.map(
          ({ name }) => name,
        );
      await invite(friend, group, 'הוזמנה');
      await invite(friend, group, 'כבר בה', [phoneAccount]);
      const removedLeague = await invite(friend, group, 'הוצאה', [phoneAccount]);
      await friend.del('membership/', { section: removedLeague.id, member: phoneAccount.id });
      expect((await invited(dana)).toSorted()).toEqual(['הוזמנה', 'הוצאה', 'כבר בה', both.name]);
      const one = await merge(dana, phoneAccount);
      expect((await invited(one)).toSorted()).toEqual(['הוזמנה', both.name]);
      const { body } = await one.get<{ results: League[] }>('section/', { invited: 'true' });
      const entered = body.results.find(({ name }) => name === 'הוזמנה')?.id ?? 0;
      expect((await one.post('membership/', { section: entered })).status).toBe(200);
      const { rows } = await sql`select from league_grants where member_id = ${dana.id}`.execute(
        server.platform.db,
      );
      expect(rows).toEqual([]);
    });

    test.each(['is_staff', 'is_superuser'] as const)('keeps the higher role: %s', async (role) => {
      const { db } = server.platform;
      const raise = (who: ApiMember) =>
        db
          .updateTable('members')
          .set({ is_staff: true, [role]: true })
          .where('id', '=', who.id)
          .execute();
      const rolesOf = (who: ApiMember) =>
        db
          .selectFrom('members')
          .select(['is_staff', 'is_superuser'])
          .where('id', '=', who.id)
          .executeTakeFirst();
      const expected = { is_staff: true, is_superuser: role === 'is_superuser' };
      const nobody = { is_staff: false, is_superuser: false };
      for (const raised of ['social', 'phone'] as const) {
        const phoneAccount = await signIn(server, 'דנה');
        const dana = await createSocialMember(`${role} ${raised}`);
        await raise(raised === 'social' ? dana : phoneAccount);
        const one = await merge(dana, phoneAccount);
        expect([await rolesOf(phoneAccount), await rolesOf(dana)]).toEqual([expected, nobody]);
        const { appuser } = (await one.get<{ appuser: AppUser }>('getAppData/')).body;
        expect(appuser.is_superuser).toBe(role === 'is_superuser');
        expect((await one.post('itemtype/', { name: 'כדורעף', type: 'bets' })).status).toBe(201);
        // The role is valid in the phone account's open session too.
        expect((await phoneAccount.post('itemtype/', { name: 'כדורשת', type: 'bets' })).status).toBe(201);
      }
    });

    test('moves options, pictures, posts and messages', async () => {
      const phoneAccount = await signIn(server, 'דנה');
      const dana = await createSocialMember('maker');
      const league = await makeLeague(dana, [], 'של דנה');
      const upload = async () =>
        (await uploadPicture(server, dana.token, { model: 'option' }, form({ bytes: await photo(40, 40) })))
          .body;
      const option = (await dana.post<Option>('option/', { name: 'נבחרת הרחוב', image: (await upload()).id }))
        .body;
      const waiting = await upload();
      const [ofLeague] = await makeOptions(dana, league.id, ['א', 'ב']);
      const post = await makeGame(dana, league.id, 'vote', [await makeOptions(dana, league.id, ['ג', 'ד'])]);
      await dana.post('postcomment/', { comment_post: post.id, description: 'מתחילים' });
      const one = await merge(dana, phoneAccount);

      const found = await one.get<{ results: Option[] }>('option/', { search: 'נבחרת הרחוב' });
      expect(found.body.results.map(({ id, is_staff }) => [id, is_staff])).toEqual([[option.id, true]]);
      expect((await one.put(`option/${option.id}/`, { name: 'נבחרת השכונה' })).status).toBe(200);
      expect((await one.get<Option>(`option/${ofLeague}/`)).body.is_staff).toBe(true);
      // A picture that was uploaded and not used yet can still be used.
      expect((await one.post('option/', { name: 'עוד', image: waiting.id })).status).toBe(201);
      expect((await one.get<Post>(`post/${post.id}/`)).body.publisher_data.member?.name).toBe('דנה');
      const { results } = (
        await one.get<{ results: { member_data: { name: string } }[] }>('postcomment/', {
          comment_post: post.id,
        })
      ).body;
      expect(results.map(({ member_data }) => member_data.name)).toEqual(['דנה']);
      const { rows } = await sql`
        select from images where maker_id = ${dana.id} union all select from options where maker_id = ${dana.id}`.execute(
        server.platform.db,
      );
      expect(rows).toEqual([]);
    });

    test('keeps the social account’s jokers on open items, except in games where the phone account has one', async () => {
      const phoneAccount = await signIn(server, 'דנה');
      const friend = await signIn(server, 'נועה');
      const dana = await createSocialMember('jokers');
      const league = await makeLeague(friend, [dana, phoneAccount]);
      const teams = await makeOptions(friend, league.id, ['א', 'ב', 'ג', 'ד']);
      const round = async () => {
        const groups = [teams.slice(0, 2), teams.slice(2)];
        return (await makeGame(friend, league.id, 'home/away', groups, { joker: true })).items_data as [
          Item,
          Item,
        ];
      };
      const place = async (who: Wire, { id: item }: Item) =>
        expect((await who.post('joker/', { item })).status).toBe(200);
      const [open, other] = await round();
      const [second, taken] = await round();
      const [started, later] = await round();
      for (const item of [open, second, started]) await place(dana, item);
      await place(phoneAccount, taken);
      await friend.post('setItemResults/', { item: started.id, value: 'start' });

      const one = await merge(dana, phoneAccount);
      const states = await Promise.all(
        [open, other, second, taken, started, later].map(
          async ({ id }) => (await one.get<Item>(`item/${id}/`)).body.joker,
        ),
      );
      expect(states).toEqual(['here', 'free', 'free', 'here', 'free', 'free']);
    });

    test('keeps the social account’s votes on objections, except where the phone account has voted', async () => {
      const phoneAccount = await signIn(server, 'דנה');
      const friend = await signIn(server, 'נועה');
      const dana = await createSocialMember('votes');
      const league = await makeLeague(friend, [dana, phoneAccount]);
      await friend.put(`section/${league.id}/`, { provisional_results: true });
      const teams = await makeOptions(friend, league.id, ['א', 'ב', 'ג', 'ד']);
      const { items_data } = await makeGame(friend, league.id, 'home/away', [
        teams.slice(0, 2),
        teams.slice(2),
      ]);
      const vote = async (who: Wire, { id: item, version }: Item, agrees: boolean) =>
        expect((await who.put('objections/', { item, version, agrees })).status).toBe(200);
      const items: Item[] = [];
      for (const { id: item } of items_data) {
        const ended = await friend.post<Item>('setItemResults/', { item, value: { home: 1, away: 0 } });
        await friend.post('objections/', { item, version: ended.body.version, words: 'היה 1:1' });
        items.push(ended.body);
      }
      const [first, second] = items as [Item, Item];
      for (const item of items) await vote(dana, item, false);
      await vote(phoneAccount, second, true);

      const one = await merge(dana, phoneAccount);
      const tally = async ({ id: item }: Item) => {
        const { votes, agrees } = (await one.get<Objections>('objections/', { item })).body;
        return { ...votes, agrees };
      };
      expect(await tally(first)).toEqual({ yes: 1, no: 1, agrees: false });
      expect(await tally(second)).toEqual({ yes: 2, no: 0, agrees: true });
    });

    test('does not merge an account that has bets or a phone', async () => {
      const phoneAccount = await signIn(server, 'דנה');
      const dana = await createSocialMember('bet');
      const league = await makeLeague(dana, []);
      const options = await makeOptions(dana, league.id, ['א', 'ב']);
      const [item] = (await makeGame(dana, league.id, 'home/away', [options])).items_data;
      expect((await postBets(dana, item as NonNullable<typeof item>, 1, 0)).status).toBe(201);
      const refused = await link(dana, phoneAccount.phone);
      expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect(await opens('bet')).toBe(dana.id);
      expect((await dana.get('getAppData/')).status).toBe(200);

      const other = await signIn(server, 'נועה');
      // The PIN of a refused merge can still be used.
      const again = await other.post('linkPhone/', {
        cellphone: phoneAccount.phone,
        pincode: server.pin(phoneAccount.phone),
      });
      expect(again.status).toBe(409);
    });

    test('ten times concurrently merges once', async () => {
      const phoneAccount = await signIn(server, 'דנה');
      const dana = await createSocialMember('race');
      await api(server.url).get('sendPinCode/', { cellphone: phoneAccount.phone });
      const pincode = server.pin(phoneAccount.phone);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => dana.post('linkPhone/', { cellphone: phoneAccount.phone, pincode })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await opens('race')).toBe(phoneAccount.id);
    });
  });
});
