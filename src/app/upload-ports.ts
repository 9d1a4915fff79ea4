import { fromCallback, fromPromise } from 'xstate';
import type { HttpClient } from '#actors/http-client.ts';
import { asFailure } from '#contract/failures.ts';
import { Mutex } from '#contract/mutex.ts';
import { upload, type UploadEvents } from '#machines/upload.ts';
import { loadOnce } from './load-once.ts';
import { timeouts, within } from './with-timeout.ts';

/** Loaded when the first picture is chosen. */
const loadPictures = loadOnce(() => import('#actors/picture-upload.ts'));

/** Resolves when the upload is cancelled, so that the next one starts even if the browser never ends the first. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** The upload of a picture with its ports provided. */
export function provideUpload(httpClient: HttpClient): typeof upload {
  // One at a time: a phone can decode only one photo at a time, and a slow connection carries only one upload.
  const prepareQueue = new Mutex();
  const sendQueue = new Mutex();
  return upload.provide({
    actors: {
      // The timeout starts after the wait in the queue.
      preparePicture: fromPromise(({ input, signal }) =>
        prepareQueue.run(() =>
          within(timeouts.picture, signal, async () => (await loadPictures()).preparePicture(input.file)),
        ),
      ),
      sendPicture: fromCallback(({ input, sendBack }) => {
        const controller = new AbortController();
        const send = (event: UploadEvents) => {
          if (!controller.signal.aborted) sendBack(event);
        };
        const progress = (part: number) => send({ type: 'upload.progress', progress: part });
        void sendQueue
          .run(async () => {
            if (controller.signal.aborted) return;
            const { sendPicture } = await loadPictures();
            const transfer = sendPicture(httpClient, { ...input, progress, signal: controller.signal });
            const image = await Promise.race([transfer, aborted(controller.signal)]);
            if (image) send({ type: 'upload.done', image });
          })
          .catch((thrown: unknown) => send({ type: 'upload.failed', failure: asFailure(thrown) }));
        return () => controller.abort();
      }),
    },
  });
}
