import { fromCallback, fromPromise } from 'xstate';
import type { HttpClientOptions } from '#actors/http-client.ts';
import { asFailure } from '#contract/failures.ts';
import { Mutex } from '#contract/mutex.ts';
import { upload, type UploadEvents } from '#machines/upload.ts';
import { uploads } from '#machines/uploads.ts';
import { timeouts, within } from './with-timeout.ts';

/** Opening and sending pictures come with the first one that is chosen. */
const loadPictures = () => import('#actors/picture-upload.ts');

/** What is called back leaves its turn to the next, whether or not the device ever ends it. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Picture uploads with their ports made real. */
export function provideUploads(line: HttpClientOptions): { upload: typeof upload; uploads: typeof uploads } {
  // One after another: a phone opens one photo at a time, and a weak line carries one at a time.
  const opening = new Mutex();
  const sending = new Mutex();
  const one = upload.provide({
    actors: {
      // Its time begins with its turn.
      preparePicture: fromPromise(({ input, signal }) =>
        opening.run(() =>
          within(timeouts.picture, signal, async () => (await loadPictures()).preparePicture(input.file)),
        ),
      ),
      sendPicture: fromCallback(({ input, sendBack }) => {
        const stop = new AbortController();
        const say = (event: UploadEvents) => {
          if (!stop.signal.aborted) sendBack(event);
        };
        const progress = (part: number) => say({ type: 'upload.progress', progress: part });
        void sending
          .run(async () => {
            if (stop.signal.aborted) return;
            const { sendPicture } = await loadPictures();
            const sent = sendPicture(line, { ...input, progress, signal: stop.signal }).then(
              (image) => say({ type: 'upload.done', image }),
              (thrown: unknown) => say({ type: 'upload.failed', failure: asFailure(thrown) }),
            );
            await Promise.race([sent, aborted(stop.signal)]);
          })
          .catch((thrown: unknown) => say({ type: 'upload.failed', failure: asFailure(thrown) }));
        return () => stop.abort();
      }),
    },
  });
  return { upload: one, uploads: uploads.provide({ actors: { upload: one } }) };
}
