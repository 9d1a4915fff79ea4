import { sql } from 'kysely';
import type { LoginRefusal, LoginUser } from '#contract/calls.ts';
import { parsePhone } from '#contract/phone.ts';
import { mergeAccounts } from '#server/commands/merge-accounts.ts';
import type { Db } from '#server/db/tables.ts';
import type { Context } from '#server/http/context.ts';
import { brokenConstraint } from '#server/db/errors.ts';
import { lockClause } from '#server/db/locks.ts';
import { transaction } from '#server/db/transaction.ts';
import { problem } from '#server/http/problems.ts';
import { endSessions, openSession } from '#server/auth/sessions.ts';
import { verifyPin, findKnownDevice, forgetPhone, rememberDevice, issuePin } from '#server/auth/pins.ts';
import { readAppUser } from '#server/queries/app-user.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { verifySocialToken, type SocialIdentity } from '#server/auth/social-login.ts';

/** Sign-in by PIN and by social login, and linking a phone (decisions §5). */

type SignIn = {
  readonly by: 'pin' | 'social' | 'link';
  /** `in`, or the reason of the refusal. */
  readonly outcome: string;
  readonly member?: number;
};

/** Logs one sign-in attempt and its outcome, by member id; no name, phone or PIN. */
function logSignIn({ platform, requestId }: Context, signIn: SignIn): void {
  platform.log.info({ id: requestId, ...signIn }, 'sign-in');
}

function parsePhoneField(typed: string, field: string): string {
  if (typed === '') throw problem.field(field, 'required');
  const phone = parsePhone(typed);
  if (phone === null) throw problem.field(field, 'phone');
  return phone;
}

/** The digits of a typed PIN; its length is not checked here: a wrong length is a wrong PIN. */
function parsePinField(typed: string, field: string): string {
  if (typed === '') throw problem.field(field, 'required');
  if (!/^\d+$/.test(typed)) throw problem.field(field, 'pin');
  return typed;
}

export const sendPin = defineCall('sendPin', {
  transactions: 'byHandler',
  async handler(ctx, { query: { cellphone, device } }) {
    const phone = parsePhoneField(cellphone, 'cellphone');
    await issuePin(ctx, phone, device);
    // The name is shown to known devices only.
    if ((await findKnownDevice(ctx.db, phone, device)) === null) return { name: '' };
    const member = await ctx.db
      .selectFrom('members')
      .select('name')
      .where('phone', '=', phone)
      .executeTakeFirst();
    return { name: member?.name ?? '' };
  },
});

/** The member with a phone number, created at the first sign-in, possibly without a name. An existing name is kept. */
async function findOrCreateMember(db: Db, phone: string, name: string): Promise<number> {
  const { id } = await db
    .insertInto('members')
    .values({ phone, name })
    .onConflict((conflict) =>
      conflict.column('phone').doUpdateSet({
        name: sql<string>`case when members.name = '' then excluded.name else members.name end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Starts a session and revokes the one that the call was made with. */
async function startSession(
  ctx: Context,
  db: Db,
  id: number,
  device: string | undefined,
): Promise<LoginUser> {
  if (ctx.me) await endSessions(db, ctx.me.id, [ctx.me.sessionId]);
  const token = await openSession(db, id, { device, userAgent: ctx.userAgent });
  return { ...(await readAppUser(db, id)), token };
}

export const logIn = defineCall('logIn', {
  transactions: 'byHandler',
  async handler(ctx, { body: { username, password, name = '', device } }) {
    const phone = parsePhoneField(username, 'username');
    const pin = parsePinField(password, 'password');
    const result = await transaction(ctx.db, async (trx) => {
      const verdict = await verifyPin({ ...ctx, db: trx }, phone, pin, device);
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
      ...(result.success ? { outcome: 'in', member: result.user.id } : { outcome: result.reason }),
    });
    return result;
  },
});

/** The identity's member, locked; null if there is none, or if it was deleted or merged while waiting for the lock. */
async function findSocialMember(
  db: Db,
  { issuer, subject }: Pick<SocialIdentity, 'issuer' | 'subject'>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select m.id from identities i join members m on m.id = i.member_id
    where i.issuer = ${issuer} and i.subject = ${subject} and m.deleted_at is null for share of m`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** The identity's member, matched by issuer and subject only, never by e-mail. */
async function findOrCreateSocialMember(
  db: Db,
  { issuer, subject, provider, name, email }: SocialIdentity,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`identity ${issuer} ${subject}`}))`.execute(db);
  // Again if the member was merged while waiting: the second read finds the member that it was merged into.
  const found =
    (await findSocialMember(db, { issuer, subject })) ?? (await findSocialMember(db, { issuer, subject }));
  if (found !== null) return found;
  const { id } = await db
    .insertInto('members')
    .values({ name, email })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('identities').values({ issuer, subject, provider, member_id: id }).execute();
  return id;
}

export const socialLogIn = defineCall('socialLogIn', {
  transactions: 'byHandler',
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
 * Links a phone to the caller. If the number has an account, its PIN proves ownership and the caller's social account
 * is merged into it; the response is a new session of that member.
 */
export const linkPhone = defineCall('linkPhone', {
  transactions: 'byHandler',
  async handler(ctx, { body: { cellphone, pincode } }) {
    const phone = parsePhoneField(cellphone, 'cellphone');
    const pin = parsePinField(pincode, 'pincode');
    const { me, token } = ctx;
    const result = await transaction(ctx.db, async (trx) => {
      const verdict = await verifyPin({ ...ctx, db: trx }, phone, pin, undefined);
      if (!verdict.right) return verdict;
      const { rows } = await sql<{ id: number; own: boolean }>`
        select id, phone = ${phone} as own from members
        where (id = ${me.id} or phone = ${phone}) and deleted_at is null
        order by id ${lockClause.change}`.execute(trx);
      if (!rows.some(({ id }) => id === me.id)) throw problem.unauthenticated();
      const owner = rows.find(({ own }) => own);
      if (owner === undefined || owner.id === me.id) {
        if (owner === undefined) await forgetPhone(trx, me.id);
        await trx.updateTable('members').set({ phone }).where('id', '=', me.id).execute();
        return { ...(await readAppUser(trx, me.id)), token: token ?? '' };
      }
      if (!(await mergeAccounts(trx, me.id, owner.id))) throw problem.conflict();
      return startSession(ctx, trx, owner.id, undefined);
    }).catch((error: unknown) => {
      // A concurrent first sign-in with this number.
      if (brokenConstraint(error) === 'members_phone_key') throw problem.conflict();
      throw error;
    });
    logSignIn(ctx, {
      by: 'link',
      ...('right' in result
        ? { outcome: result.reason, member: me.id }
        : { outcome: 'in', member: result.id }),
    });
    // After the commit, so that the wrong guess is counted.
    if ('right' in result) throw problem.field('pincode', 'pin', result.attemptsLeft);
    return { data: result };
  },
});
