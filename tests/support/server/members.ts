import type { AppUser } from '#contract/models.ts';
import { api } from './api-client.ts';
import type { TestServer } from './server.ts';

/** A member who signed in by phone and PIN, with an API client. */
export type ApiMember = ReturnType<typeof api> & {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly token: string;
};

let lastPhone = 0;

/** A phone number that was not used before in this run. */
export function newPhone(): string {
  lastPhone += 1;
  return `+97250${String(1_000_000 + lastPhone)}`;
}

type LoggedIn = { success: true; token: string; user: AppUser & { token: string } };

/** Signs in by phone and PIN; a new number creates a member. */
export async function signIn(
  server: Pick<TestServer, 'url' | 'pin'>,
  name: string,
  { phone = newPhone(), device }: { phone?: string; device?: string } = {},
): Promise<ApiMember> {
  const guest = api(server.url);
  const deviceQuery = device === undefined ? {} : { device };
  const sent = await guest.get('sendPinCode/', { cellphone: phone, ...deviceQuery });
  if (sent.status !== 200) throw new Error(`no PIN for ${name}: ${JSON.stringify(sent.body)}`);
  const password = server.pin(phone);
  const { body } = await guest.post<LoggedIn>('api-token-auth/', {
    username: phone,
    password,
    name,
    ...deviceQuery,
  });
  if (!body.success) throw new Error(`${name} could not sign in: ${JSON.stringify(body)}`);
  return { ...guest.with(body.token), id: body.user.id, name, phone, token: body.token };
}

/** Signs in a member and makes them staff or superuser, by SQL. */
export async function signInStaff(
  server: TestServer,
  name: string,
  role: 'is_staff' | 'is_superuser' = 'is_staff',
): Promise<ApiMember> {
  const person = await signIn(server, name);
  await server.platform.db
    .updateTable('members')
    .set({ [role]: true })
    .where('id', '=', person.id)
    .execute();
  return person;
}
