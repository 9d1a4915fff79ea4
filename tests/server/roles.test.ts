import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '#contract/model-registry.ts';
import type { AppUser, Post, StaffMember } from '#contract/models.ts';
import { createMember, createStaff } from '#tests/support/server/leagues-and-games.ts';
import { newPhone, signIn, type ApiMember } from '#tests/support/server/members.ts';
import { openEventStream } from '#tests/support/server/event-stream.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** A superuser appoints staff and superusers; nobody else does. */

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let dana: ApiMember, noa: ApiMember;
  beforeAll(async () => {
    server = await startServer({ database });
    [dana, noa] = [await createMember(server, 'דנה'), await createMember(server, 'נועה')];
    const { db } = server.platform;
    await db.updateTable('members').set({ is_superuser: true }).where('id', '=', dana.id).execute();
  });
  afterAll(() => server.close());

  const name = (who: ApiMember, body: object) => who.put<{ fields?: unknown }>('role/', body);
  const staffOf = async (who: ApiMember) =>
    (await who.get<Page<StaffMember>>('role/')).body.results.map((row) => [row.name, row.role]);
  const isStaff = async (who: ApiMember) => {
    const { appuser } = (await who.get<{ appuser: AppUser }>('getAppData/')).body;
    return [appuser.is_staff, appuser.is_superuser];
  };

  test('staff are appointed by phone or id and dismissed, with effect at once on every device and a live event', async () => {
    const tablet = await signIn(server, 'נועה', { phone: noa.phone });
    const statuses = async () => [(await noa.get('role/')).status, (await tablet.get('role/')).status];
    expect(await statuses()).toEqual([403, 403]);
    const phone = newPhone();
    const local = `0${phone.slice(4)}`;
    const stream = await openEventStream(server.url, noa.token);
    expect((await name(dana, { cellphone: local, role: 'staff' })).status).toBe(200);
    expect((await name(dana, { member: noa.id, role: 'superuser' })).status).toBe(200);
    expect(await staffOf(dana)).toEqual([
      ['דנה', 'superuser'],
      ['נועה', 'superuser'],
      ['', 'staff'],
    ]);
    const [memberEvent] = await stream.until(1);
    stream.close();
    expect(memberEvent).toMatchObject({ type: 'member', section: null });
    expect(await isStaff(noa)).toEqual([true, true]);
    expect(await statuses()).toEqual([200, 200]);
    const yael = await signIn(server, 'יעל', { phone });
    expect(await isStaff(yael)).toEqual([true, false]);
    expect((await yael.post('section/', { name: 'ליגת העל', custom: false })).status).toBe(201);
    expect((await name(yael, { member: yael.id, role: 'superuser' })).status).toBe(403);

    // Repeating it changes nothing.
    for (const role of ['member', 'member']) {
      expect((await name(dana, { member: yael.id, role })).status).toBe(200);
      expect((await yael.post('section/', { name: 'עוד', custom: false })).status).toBe(403);
    }
    expect((await name(dana, { cellphone: noa.phone, role: 'staff' })).status).toBe(200);
    expect(await isStaff(noa)).toEqual([true, false]);
    expect(await statuses()).toEqual([403, 403]);
  });

  test('a target that is missing, invalid, unknown or ambiguous is refused by its field', async () => {
    const fields = async (body: object) => (await name(dana, body)).body.fields;
    expect(await fields({ role: 'staff' })).toEqual({ cellphone: { code: 'required' } });
    expect(await fields({ role: 'staff', cellphone: '031234567' })).toEqual({ cellphone: { code: 'phone' } });
    expect(await fields({ role: 'member', cellphone: newPhone() })).toEqual({
      cellphone: { code: 'unknown_id' },
    });
    expect(await fields({ role: 'staff', member: 999_999 })).toEqual({ member: { code: 'unknown_id' } });
    expect(await fields({ role: 'staff', member: noa.id, cellphone: noa.phone })).toEqual({
      member: { code: 'invalid' },
    });
    expect(await fields({ role: 'owner', member: noa.id })).toEqual({ role: { code: 'invalid' } });
    const deleted = await createMember(server, 'תום');
    expect((await deleted.del('member/', { ids: 'me' })).status).toBe(200);
    expect(await fields({ role: 'staff', member: deleted.id })).toEqual({ member: { code: 'unknown_id' } });
  });

  test('a superuser remains: nobody gives up their own role, and of two who dismiss each other one is refused', async () => {
    expect((await name(dana, { member: dana.id, role: 'member' })).body.fields).toEqual({
      member: { code: 'invalid' },
    });
    for (let round = 0; round < 3; round += 1) {
      await name(dana, { member: noa.id, role: 'superuser' });
      const answers = await Promise.all([
        name(dana, { member: noa.id, role: 'member' }),
        name(noa, { member: dana.id, role: 'member' }),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      if (answers[1]?.status === 200) await name(noa, { member: dana.id, role: 'superuser' });
    }
    expect((await staffOf(dana)).filter(([, role]) => role === 'superuser').length).toBeGreaterThan(0);
    expect(await isStaff(dana)).toEqual([true, true]);
  });

  test('posts for everyone are listed separately', async () => {
    const staff = await createStaff(server, 'צוות');
    const { body } = await staff.post<Post>('post/', { description: 'שלום לכולם' });
    const listed = await noa.get<Page<Post>>('post/', { everyone: 'True' });
    expect(listed.body.results.map(({ id, section }) => [id, section])).toEqual([[body.id, null]]);
    expect((await noa.get<Page<Post>>('post/', { everyone: 'False' })).body.count).toBe(0);
  });
});
