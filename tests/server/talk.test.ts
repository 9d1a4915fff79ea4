import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comment, Notification, Option } from '#contract/models.ts';
import type { Problem } from '#contract/failures.ts';
import { forgetPictures } from '#server/pictures.ts';
import { api } from '#tests/support/api.ts';
import { arrive, arriveStaff, makeGame, makeLeague, makeOptions } from '#tests/support/games.ts';
import type { Person } from '#tests/support/people.ts';
import { onBothDatabases, startServer, type TestServer } from '#tests/support/server.ts';

onBothDatabases((database) => {
  let server: TestServer;
  let dana: Person, noa: Person, avi: Person, outsider: Person, staff: Person;
  let section: number;
  let teams: number[];
  beforeAll(async () => {
    server = await startServer({ database });
    dana = await arrive(server, 'דנה');
    noa = await arrive(server, 'נועה');
    avi = await arrive(server, 'אבי');
    outsider = await arrive(server, 'זר');
    staff = await arriveStaff(server, 'צוות');
    section = (await makeLeague(dana, [noa, avi])).id;
    teams = await makeOptions(dana, section, ['אריות', 'נמרים']);
  });
  afterAll(() => server.close());

  describe('comments', () => {
    let post: number;
    const say = (who: Person, description: unknown, more: object = {}) =>
      who.post<Comment & Problem>('postComment/', { comment_post: post, description, ...more });
    const talk = async (who: Person, query: object = {}) =>
      (await who.get<{ results: Comment[]; count: number }>('postComment/', { comment_post: post, ...query }))
        .body;
    const picture = async (who: Person, model = 'postcomment') => {
      const { id } = await server.platform.db
        .insertInto('images')
        .values({
          name: crypto.randomUUID(),
          maker_id: who.id,
          model,
          width: 4,
          height: 3,
          large: new Uint8Array([1]),
          small: new Uint8Array([1]),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    beforeAll(async () => {
      post = (await makeGame(dana, section, 'home/away', [teams], { description: 'הדרבי' })).id;
    });

    test('the newest first, four at a time, with who said it', async () => {
      for (const word of ['א', 'ב', 'ג', 'ד', 'ה']) expect((await say(noa, ` ${word} `)).status).toBe(201);
      const first = await talk(avi, { limit: 4 });
      expect([first.count, first.results.map(({ description }) => description)]).toEqual([
        5,
        ['ה', 'ד', 'ג', 'ב'],
      ]);
      expect(first.results[0]).toMatchObject({
        section,
        comment_post: post,
        member: noa.id,
        member_data: { name: 'נועה', image: null },
        images: [],
        active: true,
      });
      expect((await talk(avi, { limit: 4, page: 2 })).results.map(({ description }) => description)).toEqual([
        'א',
      ]);
    });

    test('at most 500 characters, and not nothing', async () => {
      expect((await say(noa, 'א'.repeat(500))).status).toBe(201);
      expect((await say(noa, 'א'.repeat(501))).body.fields).toEqual({
        description: { code: 'too_long', limit: 500 },
      });
      expect((await say(noa, '   ')).body.fields).toEqual({ description: { code: 'required' } });
    });

    test('pictures of one’s own, in order; nobody else’s, and none twice', async () => {
      const [one, two, foreign, other] = [
        await picture(noa),
        await picture(noa),
        await picture(avi),
        await picture(noa, 'member'),
      ];
      const said = await say(noa, '', { images: [two, one] });
      expect(said.body.images.map(({ id, width, height }) => [id, width, height])).toEqual([
        [two, 4, 3],
        [one, 4, 3],
      ]);
      for (const images of [[foreign], [other], [two], [9_999_999_999]]) {
        expect((await say(noa, 'עוד', { images })).body.fields).toEqual({
          'images.0': { code: 'unknown_id' },
        });
      }
      const fresh = await picture(noa);
      expect((await say(noa, 'עוד', { images: [fresh, fresh] })).status).toBe(400);
    });

    test('a picture that nothing was saved with is forgotten after an hour', async () => {
      const { db } = server.platform;
      const [hung, lost, fresh] = [await picture(noa), await picture(noa), await picture(noa)];
      await say(noa, '', { images: [hung] });
      const old = new Date(Date.now() - 61 * 60_000);
      await db.updateTable('images').set({ created: old }).where('id', 'in', [hung, lost]).execute();
      await forgetPictures(db).run(new AbortController().signal);
      const left = await db
        .selectFrom('images')
        .select('id')
        .where('id', 'in', [hung, lost, fresh])
        .orderBy('id')
        .execute();
      expect(left.map(({ id }) => id)).toEqual([hung, fresh]);
    });

    test('who is not in the league neither reads nor writes', async () => {
      expect((await say(outsider, 'שלום')).status).toBe(404);
      expect((await outsider.get('postComment/', { comment_post: post })).status).toBe(404);
      expect((await outsider.get<{ count: number }>('postComment/')).body.count).toBe(0);
      expect((await api(server.url).get('postComment/', { comment_post: post })).status).toBe(401);
    });

    test('its author and staff take it down; nobody else', async () => {
      const { id } = (await say(noa, 'טעות')).body;
      expect((await avi.put(`postComment/${id}/`, { active: false })).status).toBe(403);
      expect((await dana.put(`postComment/${id}/`, { active: false })).status).toBe(403);
      expect((await noa.put<Comment>(`postComment/${id}/`, { active: false })).body.active).toBe(false);
      const second = (await say(noa, 'ועוד אחת')).body.id;
      expect((await staff.del('postComment/', { ids: second })).status).toBe(200);
      const left = (await talk(avi, { limit: 100 })).results.map((comment) => comment.id);
      expect(left).not.toContain(id);
      expect(left).not.toContain(second);
    });

    test('news of it goes to who takes part, not to who wrote it', async () => {
      const quiet = (await makeGame(dana, section, 'home/away', [teams], { description: 'שקט' })).id;
      await avi.post('postComment/', { comment_post: quiet, description: 'מי בא?' });
      const news = async (who: Person) =>
        (await who.get<{ results: Notification[] }>('notification/', { limit: 100 })).body.results.filter(
          ({ kind, link }) => kind === 'comment' && link === `post/${quiet}`,
        );
      expect((await news(dana)).map(({ description }) => description)).toEqual(['מי בא?']);
      expect([await news(noa), await news(avi)]).toEqual([[], []]);
    });
  });

  describe('options', () => {
    type Page = { results: Option[]; count: number };
    const find = async (who: Person, query: object = {}) =>
      (await who.get<Page>('option/', { ...query })).body;
    const names = ({ results }: Page) => results.map(({ name }) => name);

    test('search finds the staff’s catalogue, by either name, and the options of my leagues first', async () => {
      expect(names(await find(noa, { search: 'ברז' }))).toEqual(['ברזיל']);
      expect(names(await find(noa, { search: 'brazil' }))).toEqual(['ברזיל']);
      expect(names(await find(noa, { section, limit: 2 }))).toEqual(['אריות', 'נמרים']);
      expect((await find(noa)).count).toBe(50);
      expect((await find(outsider)).count).toBe(48);
      expect(names(await find(outsider, { search: 'אריות' }))).toEqual([]);
      expect((await outsider.get(`option/${teams[0]}/`)).status).toBe(404);
    });

    test('a member adds one to a league of theirs; the catalogue is the staff’s', async () => {
      const added = await noa.post<Option>('option/', { name: 'זאבים', section });
      expect([added.status, added.body.name]).toEqual([201, 'זאבים']);
      expect((await noa.post<Problem>('option/', { name: 'לכולם' })).body.fields).toEqual({
        section: { code: 'required' },
      });
      expect((await outsider.post('option/', { name: 'פולש', section })).status).toBe(404);
      expect((await staff.post('option/', { name: 'לכולם' })).status).toBe(201);
      expect(names(await find(outsider, { search: 'לכולם' }))).toEqual(['לכולם']);
      expect((await noa.put<Option>(`option/${added.body.id}/`, { name: 'זאבות' })).body.name).toBe('זאבות');
      expect((await avi.put(`option/${added.body.id}/`, { name: 'שלי' })).status).toBe(403);
      expect((await staff.put(`option/${added.body.id}/`, { name: 'זאבי־ים' })).status).toBe(200);
    });

    test('a game keeps the names it was made with', async () => {
      const [one = 0, two = 0] = await makeOptions(dana, section, ['ישן', 'אחר']);
      const { id } = await makeGame(dana, section, 'home/away', [[one, two]]);
      await dana.put(`option/${one}/`, { name: 'חדש' });
      const post = (await noa.get<{ items_data: { name: string }[] }>(`post/${id}/`)).body;
      expect(post.items_data[0]?.name).toBe('ישן · אחר');
    });
  });
});
