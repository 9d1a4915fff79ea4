import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppUser, Group, Item, League, Message } from '#contract/models.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  isoInDays,
  leagueWithMembers,
  makeGame,
  makeLeague,
  makeOptions,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import { newPhone, signIn, type ApiMember } from '#tests/support/server/members.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.close());

  const appuser = async (who: { get: ReturnType<typeof api>['get'] }) =>
    (await who.get<{ appuser: AppUser }>('getAppData/')).body.appuser;

  test('a member can change their name and clear new_member', async () => {
    const dana = await signIn(server, 'דנה');
    const answer = await dana.put(`member/${dana.id}/`, {
      id: dana.id,
      name: ' דנה לוי ',
      new_member: false,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: dana.id, name: 'דנה לוי', image: null, cellphone: dana.phone, images: [] },
    });
    expect(await appuser(dana)).toMatchObject({ fname: 'דנה לוי', new_member: false });
  });

  test.each([
    [{ name: '' }, { name: { code: 'required' } }],
    [{ new_member: true }, { new_member: { code: 'invalid' } }],
    [{ image: 999_999 }, { image: { code: 'unknown_id' } }],
    [{ is_staff: true }, { is_staff: { code: 'unknown_field' } }],
    [{ cellphone: '0501234567' }, { cellphone: { code: 'unknown_field' } }],
    [{ id: 1_000_000 }, { id: { code: 'invalid' } }],
  ])('the member update %j is refused, and changes nothing', async (input, fields) => {
    const dana = await signIn(server, 'דנה');
    const answer = await dana.put(`member/${dana.id}/`, input);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation', fields } });
    expect(await appuser(dana)).toMatchObject({ fname: 'דנה', new_member: true, is_staff: false });
  });

  test('only the member who uploaded a picture can use it as their own', async () => {
    const [dana, noa] = [await signIn(server, 'דנה'), await signIn(server, 'נועה')];
    const { id } = await server.platform.db
      .insertInto('images')
      .values({
        name: `face-${database}`,
        maker_id: dana.id,
        model: 'member',
        width: 1,
        height: 1,
        large: Buffer.from('l'),
        small: Buffer.from('s'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await noa.put(`member/${noa.id}/`, { image: id })).status).toBe(400);
    const image = `/api/image/face-${database}?size=small`;
    expect((await dana.put(`member/${dana.id}/`, { image: id })).body).toMatchObject({
      image,
      images: [image],
    });
    expect((await dana.put(`member/${dana.id}/`, { image: null })).body).toMatchObject({
      image: null,
      images: [],
    });
  });

  test('linking a phone needs its PIN, and a phone belongs to one member', async () => {
    const dana = await signIn(server, 'דנה');
    const other = newPhone();
    const guest = api(server.url);
    await guest.get('sendPinCode/', { cellphone: other });
    const pincode = server.pin(other);
    const wrongPin = pincode === '000000' ? '000001' : '000000';
    expect((await dana.post('linkPhone/', { cellphone: other, pincode: wrongPin })).body).toMatchObject({
      code: 'validation',
      fields: { pincode: { code: 'pin' } },
    });
    const tries = await server.platform.db
      .selectFrom('pins')
      .select('tries')
      .where('phone', '=', other)
      .execute();
    expect(tries).toEqual([{ tries: 1 }]);
    const linked = await dana.post<{ data: object }>('linkPhone/', { cellphone: other, pincode });
    expect(linked).toMatchObject({
      status: 200,
      body: { data: { id: dana.id, phone: other, token: dana.token } },
    });
    const noa = await signIn(server, 'נועה');
    await guest.get('sendPinCode/', { cellphone: other });
    expect((await noa.post('linkPhone/', { cellphone: other, pincode: server.pin(other) })).status).toBe(409);
    expect((await appuser(noa)).phone).toBe(noa.phone);
  });

  test('changing the phone number deletes the known devices and unused PINs of the old one', async () => {
    const device = 'a-device-of-dana-2';
    const old = newPhone();
    const dana = await signIn(server, 'דנה', { phone: old, device });
    const guest = api(server.url);
    const named = async (phone: string) =>
      (await guest.get<{ name: string }>('sendPinCode/', { cellphone: phone, device })).body.name;
    const storedRowsOf = async (phone: string) => {
      const { rows } = await sql<{ devices: number; pins: number }>`
        select (select count(*)::integer from known_devices where phone = ${phone}) as devices,
          (select count(*)::integer from pins where phone = ${phone} and used_at is null) as pins`.execute(
        server.platform.db,
      );
      return rows[0];
    };
    expect(await named(old)).toBe('דנה');
    expect(await storedRowsOf(old)).toEqual({ devices: 1, pins: 1 });
    const change = async (phone: string) => {
      await guest.get('sendPinCode/', { cellphone: phone });
      return (await dana.post('linkPhone/', { cellphone: phone, pincode: server.pin(phone) })).status;
    };
    // Linking the same number again deletes nothing.
    expect(await change(old)).toBe(200);
    expect(await storedRowsOf(old)).toMatchObject({ devices: 1 });
    expect(await change(newPhone())).toBe(200);
    expect(await storedRowsOf(old)).toEqual({ devices: 0, pins: 0 });
    await signIn(server, 'נועה', { phone: old });
    expect(await named(old)).toBe('');
  });

  test('the export lists all kinds of the member’s data, and no other member’s name', async () => {
    const dana = await signIn(server, 'דנה');
    const noa = await signIn(server, 'נועה');
    const league = (await dana.post<League>('section/', { name: 'הליגה שלי' })).body;
    await noa.get('joinAClan/', { code: league.code ?? '' });
    const { body } = await dana.get<Record<string, unknown>>('export/');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body).toEqual({
      member: [
        {
          id: dana.id,
          created: time,
          name: 'דנה',
          phone: dana.phone,
          email: null,
          is_staff: false,
          is_superuser: false,
          preferences: {},
        },
      ],
      identities: [],
      devices: [],
      sessions: [{ created: time, last_seen: time, expires_at: time, revoked_at: null, agent: 'node' }],
      push: [],
      leagues: [
        {
          id: league.id,
          name: 'הליגה שלי',
          joined_at: time,
          first_joined_at: time,
          active: true,
          put_out: false,
          muted: false,
          owner: true,
        },
      ],
      groups: [],
      invitations: [],
      invited_groups: [],
      bets: [],
      jokers: [],
      steps: [],
      seals: [],
      objections: [],
      objection_votes: [],
      points: [],
      posts: [],
      options: [],
      comments: [],
      reads: [],
      notifications: [
        {
          id: expect.any(Number),
          created: time,
          kind: 'joined',
          new: true,
          link: `section/${league.id}`,
          data: { group: null },
        },
      ],
      pictures: [],
    });
    expect(JSON.stringify(body)).not.toContain('נועה');
  });

  test('no list of the export has anything that another member wrote, nor their name or number', async () => {
    const { db } = server.platform;
    const dana = await signIn(server, 'דנה', { device: 'a-device-of-dana-4' });
    const noa = await signIn(server, 'נועה', { device: 'a-device-of-noa-4' });
    const league = await makeLeague(dana, [noa], 'חבורה', { provisional_results: true });
    const other = await makeLeague(noa, [], 'אחרת');
    const group = (await dana.post<Group>('clan/', { name: 'חברים' })).body;
    await noa.get('joinAClan/', { code: group.code ?? '' });
    await dana.get('inviteClanToSection/', { section: league.id, clan: group.id });
    await noa.get('inviteClanToSection/', { section: other.id, clan: group.id });
    const options = await makeOptions(dana, league.id, ['אריות', 'נמרים']);
    const game = await makeGame(dana, league.id, 'home/away', [options], { joker: true });
    const [{ id: item }] = game.items_data as [Item];
    // All texts have the name of the member who wrote them.
    for (const who of [noa, dana]) {
      const message = { comment_post: game.id, description: `הודעה של ${who.name}` };
      const { id: last } = (await who.post<Message>('postComment/', message)).body;
      await who.put('talk/', { post: game.id, last });
      await makeOptions(who, league.id, [`אפשרות של ${who.name}`]);
      await postBets(who, game.items_data[0] as Item, 2, 1);
      await who.post('joker/', { item });
      await who.post('setPushId/', { pId: `a-token-of-${who.id}` });
      await sql`insert into identities (issuer, subject, member_id) values ('google', ${who.name}, ${who.id})`.execute(
        db,
      );
      await sql`insert into images (name, maker_id, model, width, height, large, small)
        values (${`תמונה של ${who.name}`}, ${who.id}, 'member', 1, 1, 'RIFF', 'RIFF')`.execute(db);
    }
    const { version } = (await dana.post<Item>('setItemResults/', { item, value: { home: 2, away: 1 } }))
      .body;
    for (const who of [noa, dana])
      await who.post('objections/', { item, version, words: `ערעור של ${who.name}` });

    const { body } = await dana.get<Record<string, unknown[]>>('export/');
    expect(Object.entries(body).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const text = JSON.stringify(body);
    const dataOf = ({ name, phone }: ApiMember) =>
      ['הודעה', 'אפשרות', 'ערעור', 'תמונה'].map((what) => `${what} של ${name}`).concat(name, phone);
    expect(dataOf(dana).filter((one) => !text.includes(one))).toEqual([]);
    expect(dataOf(noa).filter((one) => text.includes(one))).toEqual([]);
  });

  test('the export includes invitations, mutes, push devices and steps, but no push token', async () => {
    const dana = await signIn(server, 'דנה');
    const noa = await signIn(server, 'נועה');
    const { section, options, members } = await leagueWithMembers(server, ['רון'], ['אריות', 'נמרים']);
    const [ron] = members;
    const [item] = (await makeGame(ron, section, 'home/away', [options])).items_data;
    const post = { item: item?.id ?? 0 };
    const date = isoInDays(4);
    await ron.put(`item/${post.item}/`, { date });
    await ron.post('setItemResults/', { ...post, value: { home: 2, away: 1 } });
    const group = (await ron.post<Group>('clan/', { name: 'החבורה' })).body;
    const quiet = await makeLeague(ron, [dana], 'שקטה');
    await dana.put(`member/${dana.id}/`, { preferences: { muteLeagues: { [quiet.id]: true } } });
    await ron.del('membership/', { section: quiet.id, member: dana.id });
    for (const who of [dana, noa]) await who.get('joinAClan/', { code: group.code ?? '' });
    await ron.get('inviteClanToSection/', { section, clan: group.id });
    await dana.post('setPushId/', { pId: 'a-secret-token' });
    const exported = async (who: ApiMember) => (await who.get<Record<string, unknown>>('export/')).body;
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
    const [danasExport, ronsExport] = [await exported(dana), await exported(ron)];
    expect(danasExport).toMatchObject({
      push: [{ created: time, kind: 'app' }],
      leagues: [
        { id: quiet.id, joined_at: time, first_joined_at: time, active: false, put_out: true, muted: true },
      ],
      invitations: [
        { created: time, league: section, league_name: 'חבורה', group: group.id, group_name: 'החבורה' },
      ],
      steps: [],
    });
    expect(JSON.stringify(danasExport)).not.toContain('a-secret-token');
    expect(ronsExport).toMatchObject({
      push: [],
      invitations: [],
      invited_groups: [{ created: time, league: section, group: group.id }],
    });
    const step = { at: time, item: post.item, item_name: 'אריות · נמרים', source: null };
    const [home, away] = Object.keys(item?.options ?? {});
    expect(ronsExport['steps']).toEqual([
      { ...step, kind: 'made', version: 1, was: null, became: null },
      { ...step, kind: 'moved', version: 2, was: item?.date, became: date },
      {
        ...step,
        kind: 'result',
        version: 3,
        was: null,
        became: { [home ?? '']: 2, [away ?? '']: 1 },
      },
    ]);
  });

  test('deleting an account removes personal data and hands over leagues and groups', async () => {
    const phone = newPhone();
    const dana = await signIn(server, 'דנה', { phone, device: 'a-device-of-dana-1' });
    const noa = await signIn(server, 'נועה');
    const gal = await signIn(server, 'גל');
    const shared = (await dana.post<League>('section/', { name: 'משותפת' })).body;
    const alone = (await dana.post<League>('section/', { name: 'לבד' })).body;
    const group = (await dana.post<{ id: number; code: string }>('clan/', { name: 'חברים' })).body;
    for (const code of [shared.code ?? '', group.code]) {
      await noa.get('joinAClan/', { code });
      await gal.get('joinAClan/', { code });
    }
    expect((await noa.del('member/', { ids: String(dana.id) })).status).toBe(400);
    expect((await dana.del('member/', { ids: 'me' })).body).toEqual({ res: 1 });

    expect((await dana.get('getAppData/')).status).toBe(401);
    const { db } = server.platform;
    const row = await db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', dana.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      name: 'פנים מהעבר',
      phone: null,
      email: null,
      image_id: null,
      is_staff: false,
    });
    expect(row.deleted_at).not.toBeNull();
    const devices = await sql`select * from known_devices where phone = ${phone}`.execute(db);
    const pins = await sql`select * from pins where phone = ${phone}`.execute(db);
    expect([devices.rows, pins.rows]).toEqual([[], []]);

    expect((await noa.get<League>(`section/${shared.id}/`)).body).toMatchObject({
      owner: noa.id,
      is_staff: true,
      users: 2,
    });
    expect((await gal.get<League>(`section/${shared.id}/`)).body).toMatchObject({
      owner: noa.id,
      is_staff: false,
    });
    expect((await noa.get(`clan/${group.id}/`)).body).toMatchObject({ is_staff: true, users: 2 });
    const archived = await db
      .selectFrom('leagues')
      .select(['active', 'owner_id'])
      .where('id', '=', alone.id)
      .execute();
    expect(archived).toEqual([{ active: false, owner_id: null }]);
    const names = (await noa.get<{ results: { name: string }[] }>('member/', { section: shared.id })).body
      .results;
    expect(names.map(({ name }) => name)).toEqual(['גל', 'נועה']);

    // The same number signs up as a new member.
    const again = await signIn(server, 'דנה', { phone });
    expect(again.id).not.toBe(dana.id);
  });

  test('deleting an account leaves nothing personal of its member, and no other member’s rows change', async () => {
    const { db } = server.platform;
    const phones = { dana: newPhone(), noa: newPhone() };
    const noa = await signIn(server, 'נועה', { phone: phones.noa, device: 'a-device-of-noa-1' });
    const dana = await signIn(server, 'דנה', { phone: phones.dana, device: 'a-device-of-dana-2' });
    const { section, members, options } = await leagueWithMembers(server, ['רון'], ['אריות', 'נמרים']);
    const [ron] = members;
    const league = (await ron.get<League>(`section/${section}/`)).body;
    const group = (await ron.post<Group>('clan/', { name: 'החבורה' })).body;
    const elsewhere = await makeLeague(ron, [], 'אחרת');
    const game = await makeGame(ron, section, 'home/away', [options]);
    const message = { comment_post: game.id, description: 'בול' };
    for (const [at, who] of [noa, dana].entries()) {
      for (const code of [league.code ?? '', group.code ?? '']) await who.get('joinAClan/', { code });
      await who.post('setPushId/', { pId: `a-token-${at}` });
      await who.put(`member/${who.id}/`, {
        preferences: { language: 'en', muteLeagues: { [section]: true } },
      });
      await postBets(who, game.items_data[0] as Item, 2, 1);
      await who.post('postComment/', message);
      for (const model of ['member', 'postcomment'])
        await sql`insert into images (name, maker_id, model, width, height, large, small)
          values (${`${model}-of-${who.id}`}, ${who.id}, ${model}, 1, 1, 'RIFF', 'RIFF')`.execute(db);
      await sql`insert into identities (issuer, subject, member_id) values ('google', ${`${who.id}`}, ${who.id})`.execute(
        db,
      );
      await sql`insert into talk_reads (member_id, post_id, last) values (${who.id}, ${game.id}, 1)
        on conflict do nothing`.execute(db);
      await sql`update members set email = ${`${who.id}@example.org`}, is_staff = true, is_superuser = true
        where id = ${who.id}`.execute(db);
    }
    await ron.get('inviteClanToSection/', { section: elsewhere.id, clan: group.id });
    await ron.post('setItemResults/', { item: game.items_data[0]?.id, value: { home: 2, away: 1 } });

    /** All rows of a member, by table. */
    const rowsOf = async ({ id }: ApiMember, phone: string) => {
      const tables = {
        ...Object.fromEntries(
          ['identities', 'notifications', 'league_grants', 'talk_reads', 'push_ids', 'bets', 'ledger'].map(
            (table) => [table, sql`select * from ${sql.table(table)} where member_id = ${id} order by 1, 2`],
          ),
        ),
        comments: sql`select description from comments where member_id = ${id}`,
        images: sql`select model from images where maker_id = ${id} order by model`,
        known_devices: sql`select * from known_devices where phone = ${phone}`,
        pins: sql`select * from pins where phone = ${phone}`,
        devices: sql`select agent, device_hash from sessions where member_id = ${id}`,
        member: sql`select name, phone, email, is_staff, is_superuser, preferences from members where id = ${id}`,
      };
      const found: Record<string, unknown[]> = {};
      for (const [table, query] of Object.entries(tables)) found[table] = (await query.execute(db)).rows;
      return found;
    };
    const [danasRows, noasRows] = [await rowsOf(dana, phones.dana), await rowsOf(noa, phones.noa)];
    for (const rows of [danasRows, noasRows])
      expect(Object.entries(rows).filter(([, own]) => own.length === 0)).toEqual([]);
    expect((await dana.del('member/', { ids: 'me' })).status).toBe(200);

    const nameless = {
      name: 'פנים מהעבר',
      phone: null,
      email: null,
      is_staff: false,
      is_superuser: false,
      preferences: {},
    };
    expect(await rowsOf(dana, phones.dana)).toEqual({
      identities: [],
      notifications: [],
      league_grants: [],
      talk_reads: [],
      push_ids: [],
      known_devices: [],
      pins: [],
      bets: danasRows['bets'],
      ledger: danasRows['ledger'],
      comments: [{ description: 'בול' }],
      images: [{ model: 'postcomment' }],
      devices: [{ agent: '', device_hash: null }],
      member: [nameless],
    });
    expect(await rowsOf(noa, phones.noa)).toEqual(noasRows);
  });
});
