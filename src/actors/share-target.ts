import {
  isShareOver,
  keptFields,
  shareCache,
  shareFields,
  sharePath,
  type SharedTexts,
} from '#contract/share-target.ts';
import type { PictureRefusal } from '#machines/upload.ts';

/** What another app shared, as the service worker stored it (src/service-worker/share.ts). */
export type KeptShare = SharedTexts & {
  readonly files: readonly File[];
  readonly refusal: PictureRefusal | null;
};

/** Resolves with null if nothing was shared, or it has expired at `now`, in milliseconds. */
export async function readShare(now: number): Promise<KeptShare | null> {
  // Without TLS there is no CacheStorage.
  if (!('caches' in window)) return null;
  const kept = await (await caches.open(shareCache)).match(sharePath);
  const form = await kept?.formData();
  if (!form || isShareOver(Number(form.get(keptFields.at)), now)) return null;
  const textOf = (name: string) => {
    const text = form.get(name);
    return typeof text === 'string' ? text : '';
  };
  const refusal = form.get(keptFields.refusal);
  return {
    title: textOf(shareFields.title),
    text: textOf(shareFields.text),
    url: textOf(shareFields.url),
    files: form.getAll(shareFields.picture).filter((file) => file instanceof File),
    refusal: refusal === 'not_a_picture' || refusal === 'too_big' ? refusal : null,
  };
}

export async function removeShare(): Promise<void> {
  if ('caches' in window) await caches.delete(shareCache);
}
