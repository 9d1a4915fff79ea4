import { sql } from 'kysely';
import type { LoginRefusal, LoginUser } from '#contract/calls.ts';
import { parsePhone } from '#contract/phone.ts';
import { mergeAccounts } from '#server/commands/merge-accounts.ts';
import type { Db } from '#server/db/tables.ts';
import type { Context } from '#server/http/context.ts';
import { brokenConstraint } from '#server/db/errors.ts';
import { transaction } from '#server/db/transaction.ts';
import { problem } from '#server/http/problems.ts';
import { endSessions, openSession } from '#server/auth/sessions.ts';
import { verifyPin, findKnownDevice, rememberDevice, issuePin } from '#server/auth/pins.ts';
import { readAppUser } from '#server/queries/app-user.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { verifySocialToken, type SocialIdentity } from '#server/auth/social-login.ts';

/** Ways in (decisions §5). */

type SignIn = {
  readonly by: 'pin' | 'social' | 'link';
  /** `in`, or why not. */
  readonly outcome: string;
  readonly member?: number;
};

/** Who came in and who did not, for whoever watches the log. Members go by their number here, never by name or phone. */
function logSignIn({ platform, requestId }: Context, signIn: SignIn): void {
  platform.log.info({ id: requestId, ...signIn }, 'sign-in');
}

function parsePhoneField(typed: string, field: string): string {
  if (typed === '') throw problem.field(field, 'required');
  const phone = parsePhone(typed);
  if (phone === null) throw problem.field(field, 'phone');
  return phone;
}

/** A guess has digits; how many is the PIN's affair. */
function parsePinField(typed: string, field: string): string {
  if (typed === '') throw problem.field(field, 'required');
  if (!/^\d+$/.test(typed)) throw problem.field(field, 'pin');
  return typed;
}

export const sendPin = defineCall('sendPin', {
  transaction: 'own',
  async handler(ctx, { query: { cellphone, device } }) {
    const phone = parsePhoneField(cellphone, 'cellphone');
    await issuePin(ctx, phone, device);
    // Everyone gets the same answer, but for who has been here with this number before.
    if ((await findKnownDevice(ctx.db, phone, device)) === null) return { name: '' };
    const member = await ctx.db
      .selectFrom('members')
      .select('name')
      .where('phone', '=', phone)
      .executeTakeFirst();
    return { name: member?.name ?? '' };
  },
});

/** The number's member, made on their first login. A name that is there stays. */
async function findOrCreateMember(db: Db, phone: string, name: string): Promise<number> {
  const { rows } = await sql<{ id: number; name: string }>`
    insert into members (phone, name) values (${phone}, ${name})
    on conflict (phone) do update
      set name = case when members.name = '' then excluded.name else members.name end
    returning id, name`.execute(db);
  const member = rows[0];
  // Undoes everything, the use of the PIN included: it will do for the next try, with a name.
  if (!member?.name) throw problem.field('name', 'required');
  return member.id;
}

/** A new session; the one that the call came with, somebody else's perhaps, ends. */
async function startSession(
  ctx: Context,
  db: Db,
  id: number,
  device: string | undefined,
): Promise<LoginUser> {
  if (ctx.me) await endSessions(db, ctx.me.id, [ctx.me.sessionId]);
  const token = await openSession(db, id, { device, agent: ctx.agent });
  return { ...(await readAppUser(db, id)), token };
}

export const logIn = defineCall('logIn', {
  transaction: 'own',
  async handler(ctx, { body: { username, password, name = '', device } }) {
    const phone = parsePhoneField(username, 'username');
    const guess = parsePinField(password, 'password');
    const answer = await transaction(ctx.db, async (trx) => {
      const verdict = await verifyPin(trx, phone, guess, { device, address: ctx.address });
      if (!verdict.right) {
        const { reason, attemptsLeft } = verdict;
        return { success: false, reason, attemptsLeft } satisfies LoginRefusal;
      }
      const id = await findOrCreateMember(trx, phone, name);
      await rememberDevice(trx, phone, device);
      const user = await startSession(ctx, trx, id, device);
      return { success: true as const, token: user.token, user };
    });
    logSignIn(ctx, {
      by: 'pin',
      ...(answer.success ? { outcome: 'in', member: answer.user.id } : { outcome: answer.reason }),
    });
    return answer;
  },
});

/** The identity's member, by issuer and subject and nothing else: an e-mail proves nothing here. */
async function findOrCreateSocialMember(
  db: Db,
  { issuer, subject, provider, name, email }: SocialIdentity,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`identity ${issuer} ${subject}`}))`.execute(db);
  const known = await db
    .selectFrom('identities')
    .select('member_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (known) return known.member_id;
  const { id } = await db
    .insertInto('members')
    .values({ name, email })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('identities').values({ issuer, subject, provider, member_id: id }).execute();
  return id;
}

export const socialLogIn = defineCall('socialLogIn', {
  transaction: 'own',
  async handler(ctx, { body: { token, device } }) {
    const identity = await verifySocialToken(ctx.platform, token);
    const data = await transaction(ctx.db, async (trx) =>
      startSession(ctx, trx, await findOrCreateSocialMember(trx, identity), device),
    );
    logSignIn(ctx, { by: 'social', outcome: 'in', member: data.id });
    return { data };
  },
});

/**
 * The number becomes the caller's. One that is known already is proved by its PIN to be the same person's, so an account
 * that came by a provider becomes one with it: the answer is that member, under a token of theirs.
 */
export const linkPhone = defineCall('linkPhone', {
  transaction: 'own',
  async handler(ctx, { body: { cellphone, pincode } }) {
    const phone = parsePhoneField(cellphone, 'cellphone');
    const guess = parsePinField(pincode, 'pincode');
    const { me, token } = ctx;
    const answer = await transaction(ctx.db, async (trx) => {
      const verdict = await verifyPin(trx, phone, guess, { address: ctx.address });
      if (!verdict.right) return verdict;
      const known = await trx
        .selectFrom('members')
        .select('id')
        .where('phone', '=', phone)
        .forUpdate()
        .executeTakeFirst();
      if (known === undefined || known.id === me.id) {
        await trx.updateTable('members').set({ phone }).where('id', '=', me.id).execute();
        return { ...(await readAppUser(trx, me.id)), token: token ?? '' };
      }
      if (!(await mergeAccounts(trx, me.id, known.id))) throw problem.conflict();
      return startSession(ctx, trx, known.id, undefined);
    }).catch((error: unknown) => {
      // Somebody signed in with the number for the first time just now.
      if (brokenConstraint(error) === 'members_phone_key') throw problem.conflict();
      throw error;
    });
    logSignIn(ctx, {
      by: 'link',
      ...('right' in answer
        ? { outcome: answer.reason, member: me.id }
        : { outcome: 'in', member: answer.id }),
    });
    // A wrong guess has been counted by now.
    if ('right' in answer) throw problem.field('pincode', 'pin', answer.attemptsLeft);
    return { data: answer };
  },
});
