import { fromCallback } from 'xstate';
import { preparePicture } from '#actors/picture-upload.ts';
import { readShare, removeShare } from '#actors/share-target.ts';
import { joinShared } from '#domain/shared-text.ts';
import { shareTarget, type HandShared, type Shared } from '#machines/share-target.ts';
import type { PictureRefusal } from '#machines/upload.ts';
import type { ShareHandoff } from './share-handoff.ts';
import { timeouts, withTimeout } from './with-timeout.ts';

/** What was shared, with its pictures compressed like chosen ones. */
async function loadShared(): Promise<Shared | null> {
  const kept = await readShare(Date.now());
  if (!kept) return null;
  let refusal: PictureRefusal | null = kept.refusal;
  const pictures: File[] = [];
  for (const file of kept.files) {
    const prepared = await preparePicture(file);
    if ('picture' in prepared)
      pictures.push(new File([prepared.picture], file.name, { type: prepared.picture.type }));
    else refusal = prepared.refusal;
  }
  return { text: joinShared(kept), pictures, refusal };
}

/** The share target with its ports provided. */
export const provideShareTarget = (handoff: ShareHandoff) =>
  shareTarget.provide({
    actors: {
      loadShared: withTimeout(loadShared, timeouts.picture),
      handoff: fromCallback<HandShared, void>(({ receive }) =>
        receive(({ post, shared }) => handoff.hand(post, shared)),
      ),
      discardShared: withTimeout(removeShare),
    },
  });
