import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, type ApiMember } from '#tests/support/server/members.ts';
import { onBothDatabases, startServer, type TestServer } from '#tests/support/server/server.ts';

onBothDatabases((database) => {
  let server: TestServer;
  let dana: ApiMember;
  beforeAll(async () => {
    server = await startServer({ database });
    dana = await signIn(server, 'דנה');
  });
  afterAll(() => server.close());

  test('what was made and the answer to its key are written by one transaction', async () => {
    const made = await dana.post<{ id: number }>(
      'section/',
      { name: 'הליגה' },
      { 'Idempotency-Key': 'one-league' },
    );
    expect(made.status).toBe(201);
    const { rows } = await sql`
      select l.xmin::text = k.xmin::text as together, k.status, k.body::jsonb ->> 'name' as name
      from leagues l cross join idempotency k
      where l.id = ${made.body.id}::integer and k.key = 'one-league'`.execute(server.platform.db);
    expect(rows).toEqual([{ together: true, status: 201, name: 'הליגה' }]);

    const again = await dana.post('section/', { name: 'הליגה' }, { 'Idempotency-Key': 'one-league' });
    expect(again).toMatchObject({ status: 201, body: made.body });
    expect((await dana.get<{ count: number }>('section/', { mine: true })).body.count).toBe(1);
  });

  test('a refusal is kept too, and is the same refusal again', async () => {
    const key = { 'Idempotency-Key': 'no-league' };
    const first = await dana.post('section/', { name: '' }, key);
    const second = await dana.post('section/', { name: '' }, key);
    expect([first.status, second.status]).toEqual([400, 400]);
    expect(second.body).toEqual(first.body);
    expect((await dana.post('section/', { name: 'אחרת' }, key)).status).toBe(422);
  });
});
