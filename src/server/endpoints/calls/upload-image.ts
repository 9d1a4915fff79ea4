import { randomBytes } from 'node:crypto';
import { pictureLimits, type PictureModel } from '#contract/pictures.ts';
import type { MemberContext } from '#server/http/context.ts';
import { consumeOrRefuse } from '#server/http/consume-or-refuse.ts';
import { refund } from '#server/db/rate-limits.ts';
import { networkOf } from '#server/http/network.ts';
import { readUploadedFile } from '#server/http/uploaded-file.ts';
import { problem } from '#server/http/problems.ts';
import { processPicture } from '#server/pictures/decoder.ts';
import type { ProcessedPicture } from '#server/pictures/decoder-worker.ts';
import { checkPictureQuota } from '#server/pictures/quota.ts';
import { UploadSlots } from '#server/pictures/upload-slots.ts';
import { callPolicies, modelPolicies } from '#server/auth/policies.ts';
import { fullPictureUrl } from '#server/presenters/picture.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';
import { inRequestTransaction } from '#server/endpoints/pipeline.ts';
import { authorize, requireAccess } from '#server/auth/access.ts';
import { group } from '#server/endpoints/models/group.ts';
import { itemType } from '#server/endpoints/models/item-type.ts';
import { league } from '#server/endpoints/models/league.ts';
import { member } from '#server/endpoints/models/member.ts';
import { option } from '#server/endpoints/models/option.ts';

/** Models with a picture; each attaches it by its own update. */
const owners = { member, section: league, clan: group, option, itemtype: itemType };
type PictureOwner = { readonly model: keyof typeof owners; readonly id: number };

const uploadTimeout = 50_000;
// Each upload takes up to 8 MB of memory while it is received and queued.
const uploadSlots = new UploadSlots({ total: 6, perNetwork: 4, perMember: 2 });

/** The object that gets the picture, if the call names one. Pictures of a message cannot be changed. */
function ownerOf(model: PictureModel, id: number | undefined): PictureOwner | null {
  if (id === undefined) return null;
  if (model === 'postcomment') throw problem.field('id', 'invalid');
  return { model, id };
}

/** Checks the update policy of the picture's owner. */
async function requirePictureAccess(ctx: MemberContext, owner: PictureOwner): Promise<void> {
  const rule = modelPolicies[owner.model].update;
  if (!rule) throw problem.notFound();
  await requireAccess(ctx, owner, rule, 'change');
}

/** Receives and re-encodes one upload, within the slots, the daily limit and the quota. */
async function receivePicture({
  db,
  me,
  address,
  request,
  platform,
  keyed,
}: MemberContext): Promise<ProcessedPicture> {
  await checkPictureQuota(db, me.id);
  const tries = { bucket: `upload:${me.id}`, max: pictureLimits.triesPerDay, seconds: 24 * 60 * 60 };
  await consumeOrRefuse(db, tries);
  const slot = uploadSlots.acquire(me.id, networkOf(address), platform.clientTimeouts.uploadGrace);
  if (typeof slot === 'string') {
    await refund(db, tries);
    throw slot === 'full' ? problem.unavailable() : problem.tooMany(1);
  }
  try {
    const limits = {
      maxBytes: pictureLimits.bytes,
      idleTimeout: platform.clientTimeouts.uploadSilence,
      totalTimeout: uploadTimeout,
    };
    const file = await readUploadedFile(request, limits, slot);
    slot.complete();
    keyed?.receiveFile(file);
    return await processPicture(file);
  } finally {
    slot.release();
  }
}

/** Stores a picture within the quota of its author, whose row is locked to serialise the count. */
async function storePicture(
  { db, me }: MemberContext,
  model: PictureModel,
  picture: ProcessedPicture,
): Promise<{ id: number; name: string }> {
  await checkPictureQuota(db, me.id, picture.large.length + picture.small.length);
  return db
    .insertInto('images')
    .values({ name: randomBytes(24).toString('base64url'), maker_id: me.id, model, ...picture })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}

/** Attaches the picture by the owner model's update. */
async function attachToOwner(ctx: MemberContext, owner: PictureOwner, image: number): Promise<void> {
  await requirePictureAccess(ctx, owner);
  await owners[owner.model].update?.(ctx, owner.id, { image });
}

export const uploadImage = defineCall('uploadImage', {
  // The upload is received and decoded outside of any transaction.
  transactions: 'byHandler',
  status: 201,
  async handler(ctx, { query: { model, id } }) {
    const owner = ownerOf(model, id);
    // Access is refused before the body is read.
    if (owner) await requirePictureAccess(ctx, owner);
    const picture = await receivePicture(ctx);
    return inRequestTransaction(ctx, 201, async (trx) => {
      const writing = { ...ctx, db: trx.db, locks: true };
      const txContext = await authorize(writing, null, callPolicies.uploadImage, 'change');
      const { id: image, name } = await storePicture(txContext, model, picture);
      if (owner) await attachToOwner(txContext, owner, image);
      const { width, height } = picture;
      return { id: image, imagefullurl: fullPictureUrl(name), width, height };
    });
  },
});
