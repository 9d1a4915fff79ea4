import { randomBytes } from 'node:crypto';
import { pictureLimits, type PictureModel } from '#contract/pictures.ts';
import type { MemberContext } from '#server/context.ts';
import { spend } from '#server/counters.ts';
import { transaction } from '#server/db/transaction.ts';
import { readFile } from '#server/http/file.ts';
import { problem } from '#server/http/problems.ts';
import { makePicture } from '#server/pictures/decode.ts';
import type { Made } from '#server/pictures/make.ts';
import { checkRoom } from '#server/pictures/quota.ts';
import { Seats } from '#server/pictures/turns.ts';
import { modelPolicies } from '#server/policies.ts';
import { wholePicture } from '#server/presenters/picture.ts';
import { defineCall } from '#server/routes/call.ts';
import { resources } from '#server/resources/index.ts';
import type { Resource } from '#server/resources/resource.ts';
import { requireStanding } from '#server/scope.ts';

type Owner = { readonly model: PictureModel; readonly id: number };

const pace = { most: pictureLimits.bytes, silence: 10_000, whole: 50_000 };
// Each may hold 8 MB while it comes in and waits.
const seats = new Seats(6, 2);

/** Whoever may change a thing may change its picture; a comment keeps what it was sent with. */
async function mayPicture(ctx: MemberContext, { model, id }: Owner): Promise<void> {
  const rule = modelPolicies[model].update;
  if (model === 'postcomment' || !rule) throw problem.field('id', 'invalid');
  await requireStanding(ctx, { model, id }, rule);
}

/** What was sent, as our own two pictures: so many at a time, so many a day. */
async function receive({ db, me, request }: MemberContext): Promise<Made> {
  const seat = seats.take(me.id);
  if (seat === 'each') throw problem.tooMany(1);
  if (seat === 'all') throw problem.unavailable();
  try {
    const bucket = `upload:${me.id}`;
    const wait = await spend(db, { bucket, most: pictureLimits.triesPerDay, seconds: 24 * 60 * 60 });
    if (wait > 0) throw problem.tooMany(wait);
    await checkRoom(db, me.id);
    return await makePicture(await readFile(request, pace));
  } finally {
    seat();
  }
}

async function keep(
  { db, me }: MemberContext,
  model: PictureModel,
  made: Made,
): Promise<{ id: number; name: string }> {
  // One member's come in one by one, so that together they keep to the quota.
  await db.selectFrom('members').select('id').where('id', '=', me.id).forUpdate().execute();
  await checkRoom(db, me.id, made.large.length + made.small.length);
  return db
    .insertInto('images')
    .values({ name: randomBytes(24).toString('base64url'), maker_id: me.id, model, ...made })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}

/** Hangs it where the caller said, as saving that thing with it would. */
async function hang(ctx: MemberContext, owner: Owner, image: number): Promise<void> {
  await mayPicture(ctx, owner);
  const resource = resources[owner.model] as Pick<Resource<'clan'>, 'update'>;
  await resource.update?.(ctx, owner.id, { image });
}

export const uploadImage = defineCall('uploadImage', {
  // A picture is read and made outside of any transaction.
  transaction: 'own',
  status: 201,
  async handler(ctx, { query: { model, id } }) {
    // Before anything is read for somebody who may not.
    if (id !== undefined) await mayPicture(ctx, { model, id });
    const made = await receive(ctx);
    const { id: image, name } = await transaction(ctx.db, async (db) => {
      const inside = { ...ctx, db };
      const kept = await keep(inside, model, made);
      if (id !== undefined) await hang(inside, { model, id }, kept.id);
      return kept;
    });
    return { id: image, imagefullurl: wholePicture(name), width: made.width, height: made.height };
  },
});
