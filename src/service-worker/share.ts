import { registerRoute } from 'workbox-routing';
import { isPictureType } from '#contract/pictures.ts';
import {
  isShareOver,
  keptFields,
  longestShare,
  shareCache,
  shareFields,
  sharePath,
  shareRoute,
} from '#contract/share-target.ts';

/** Receives what another app shares, offline too, and stores it until the page has sent it to a chat. */

declare const self: ServiceWorkerGlobalScope;

const textFields = [shareFields.title, shareFields.text, shareFields.url];

/** The form with only what a message can contain. */
function keptForm(form: FormData): FormData {
  const kept = new FormData();
  kept.set(keptFields.at, String(Date.now()));
  for (const name of textFields) {
    const text = form.get(name);
    if (typeof text === 'string') kept.set(name, text.slice(0, longestShare));
  }
  for (const file of form.getAll(shareFields.picture)) {
    // Browsers send an empty file if none was chosen.
    if (typeof file === 'string' || file.size === 0) continue;
    if (isPictureType(file.type)) kept.append(shareFields.picture, file);
    else kept.set(keptFields.refusal, 'not_a_picture');
  }
  return kept;
}

async function storeForm(form: FormData): Promise<void> {
  const cache = await caches.open(shareCache);
  try {
    await cache.put(sharePath, new Response(form));
  } catch {
    // No storage left: keep the text only.
    form.delete(shareFields.picture);
    form.set(keptFields.refusal, 'too_big');
    await cache.put(sharePath, new Response(form));
  }
}

async function receiveShare(request: Request): Promise<Response> {
  await expired;
  try {
    await storeForm(keptForm(await request.formData()));
  } catch {
    // The page then shows that nothing was received.
    await caches.delete(shareCache);
  }
  return Response.redirect(shareRoute, 303);
}

/** Deletes a share that was not picked up in time; runs whenever the worker starts. */
async function dropExpired(): Promise<void> {
  const kept = await (await caches.open(shareCache)).match(sharePath);
  const at = Number((await kept?.formData())?.get(keptFields.at) ?? Number.NaN);
  if (isShareOver(at, Date.now())) await caches.delete(shareCache);
}
const expired = dropExpired().catch(() => {});

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === sharePath,
  ({ request }) => receiveShare(request),
  'POST',
);
self.addEventListener('message', (event) => {
  if (event.data === 'signedOut') event.waitUntil(caches.delete(shareCache));
});
