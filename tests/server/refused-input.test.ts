import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#contract/failures.ts';
import type { ItemRule, ItemType, Message, Post } from '#contract/models.ts';
import { api } from '#tests/support/server/api-client.ts';
import {
  createStaff,
  isoInDays,
  itemTypeIdFor,
  leagueWithMembers,
  makeGame,
} from '#tests/support/server/leagues-and-games.ts';
import { newPhone, type ApiMember } from '#tests/support/server/members.ts';
import { startServer, type TestServer } from '#tests/support/server/server.ts';

/** Input that is well-formed but meaningless is refused by its field. */

let server: TestServer;
let staff: ApiMember, dana: ApiMember, noa: ApiMember;
let section: number;
let options: number[];
let post: Post;
beforeAll(async () => {
  server = await startServer({ database: 'postgres' });
  staff = await createStaff(server, 'צוות');
  ({
    section,
    options,
    members: [dana, noa],
  } = await leagueWithMembers(server, ['דנה', 'נועה'], ['א', 'ב']));
  post = await makeGame(dana, section, 'home/away', [options]);
});
afterAll(() => server.close());

const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { code, fields } = body as Problem;
  return { status, code, fields };
};
const refusedAt = (field: string, code: string, limit?: number) => ({
  status: 400,
  code: 'validation',
  fields: { [field]: limit === undefined ? { code } : { code, limit } },
});

describe('a text without visible characters', () => {
  const blank = ['\u200b', '\u2060\u2063', '\u3164', '\u2800\u2800', '\u200d\u200f', '\u00ad\ufeff'];
  const disguised = ['\u0085', 'דנה\u009b', '\u{e0041}\u{e0042}', 'דנה\u{e0041}', 'דנה\u202e'];
  const namings: [string, (name: string) => Promise<{ status: number; body: unknown }>][] = [
    ['a member', (name) => dana.put(`member/${dana.id}/`, { name })],
    ['a league', (name) => dana.post('section/', { name })],
    ['a league that is edited', (name) => dana.put(`section/${section}/`, { name })],
    ['a group', (name) => dana.post('clan/', { name })],
    ['an option', (name) => dana.post('option/', { name, section })],
    ['a game type', (name) => staff.post('itemtype/', { name })],
    ['a rule', (name) => staff.post('itemrule/', { name, key: 'groom' })],
  ];
  test.each(namings)('is refused as the name of %s', async (_, give) => {
    for (const name of blank) expect(refusal(await give(name))).toMatchObject(refusedAt('name', 'required'));
    for (const name of disguised)
      expect(refusal(await give(name))).toMatchObject(refusedAt('name', 'invalid'));
  });

  test('is refused as the name of a new member, whose PIN stays valid', async () => {
    const phone = newPhone();
    const guest = api(server.url);
    await guest.get('sendPinCode/', { cellphone: phone });
    const enter = (name: string) =>
      guest.post<{ success?: boolean }>('api-token-auth/', {
        username: phone,
        password: server.pin(phone),
        name,
      });
    for (const name of blank) expect(refusal(await enter(name))).toMatchObject(refusedAt('name', 'required'));
    expect((await enter('\u200bדנה\u2060')).body).toMatchObject({ success: true, user: { fname: 'דנה' } });
  });

  test('is refused as a message and as a post', async () => {
    for (const description of blank) {
      const message = await dana.post('postcomment/', { comment_post: post.id, description });
      expect(refusal(message)).toMatchObject(refusedAt('description', 'required'));
      expect(refusal(await dana.post('post/', { section, description }))).toMatchObject(
        refusedAt('description', 'required'),
      );
    }
  });
});

describe('a day that does not exist', () => {
  const day = '2027-02-30T10:00:00Z';
  test('is refused as the date of a game, a leg and an item', async () => {
    const game = async (more: object) => ({
      section,
      itemType: await itemTypeIdFor(dana, 'home/away'),
      rules: {},
      groups: [{ options }],
      ...more,
    });
    const [item] = post.items_data;
    expect(refusal(await dana.post('createPostV3/', await game({ rules: { due_date: day } })))).toMatchObject(
      refusedAt('rules.due_date', 'invalid'),
    );
    expect(
      refusal(await dana.post('createPostV3/', await game({ groups: [{ options, dates: [day] }] }))),
    ).toMatchObject(refusedAt('groups.0.dates.0', 'invalid'));
    expect(refusal(await dana.put(`item/${item?.id}/`, { date: day }))).toMatchObject(
      refusedAt('date', 'invalid'),
    );
    expect(refusal(await dana.put(`post/${post.id}/`, { due_date: day }))).toMatchObject(
      refusedAt('due_date', 'invalid'),
    );
  });
});

describe('a rule', () => {
  let type: ItemType;
  beforeAll(async () => {
    type = (await staff.post<ItemType>('itemtype/', { name: 'כדורעף', type: 'bets' })).body;
  });
  const choices = [{ value: 'a', title: 'א' }];
  test.each<[ItemRule['type'], object, string, string, number?]>([
    ['number', { value: 11, details: { max: 10 } }, 'value', 'too_big', 10],
    ['number', { value: 0, details: { min: 1 } }, 'value', 'too_small', 1],
    ['number', { value: 'שלוש' }, 'value', 'invalid'],
    ['number', { value: 1.5 }, 'value', 'invalid'],
    ['number', { details: { min: 5, max: 4 } }, 'details.max', 'too_small', 5],
    ['text', { value: 'ארוך', maxlength: 3 }, 'value', 'too_long', 3],
    ['select', { value: 'b', details: { choices } }, 'value', 'invalid'],
    ['boolean', { value: 'maybe' }, 'value', 'invalid'],
    ['datetime', { value: '2027-02-30T10:00:00Z' }, 'value', 'invalid'],
  ])('of type %s with %j is refused at %s', async (kind, more, field, code, limit) => {
    const rule = { name: 'כלל', key: `own_${kind}`, itemType: type.id, type: kind, ...more };
    expect(refusal(await staff.post('itemrule/', rule))).toMatchObject(refusedAt(field, code, limit));
  });

  test('refuses an edit that leaves its default outside its bounds, and stays unchanged', async () => {
    const { body } = await staff.post<ItemRule>('itemrule/', {
      name: 'מחזורים',
      key: 'turns',
      itemType: type.id,
      type: 'number',
      value: 3,
      details: { min: 1, max: 5 },
    });
    const edit = async (change: object) => refusal(await staff.put(`itemrule/${body.id}/`, change));
    expect(await edit({ details: { max: 2 } })).toMatchObject(refusedAt('value', 'too_big', 2));
    expect(await edit({ value: 9 })).toMatchObject(refusedAt('value', 'too_big', 5));
    expect(await edit({ value: 5 })).toMatchObject({ status: 200 });
    expect((await staff.get<ItemRule>(`itemrule/${body.id}/`)).body).toMatchObject({
      value: 5,
      details: { min: 1, max: 5 },
    });
    const games = await dana.post('createPostV3/', {
      section,
      itemType: type.id,
      rules: { due_date: isoInDays(1) },
      groups: [{ options }],
    });
    expect(games.status).toBe(201);
  });
});

test('a message’s key is refused for another chat or another text', async () => {
  const other = await makeGame(dana, section, 'home/away', [options]);
  const key = crypto.randomUUID();
  const message = { comment_post: post.id, description: 'פעם אחת', key };
  const first = await noa.post<Message>('postcomment/', message);
  expect((await noa.post<Message>('postcomment/', message)).body.id).toBe(first.body.id);
  for (const change of [{ comment_post: other.id }, { description: 'אחרת' }]) {
    const again = refusal(await noa.post('postcomment/', { ...message, ...change }));
    expect(again).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  }
  expect((await noa.get('postcomment/', { comment_post: other.id })).body).toMatchObject({ count: 0 });
});
