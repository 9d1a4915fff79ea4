import { assign, emit, enqueueActions, setup } from 'xstate';
import type { Image } from '#contract/models.ts';
import type { PictureModel } from '#contract/pictures.ts';
import { upload, type UploadActor, type UploadReport } from './upload.ts';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

type PictureUpload = {
  readonly key: string;
  readonly ref: UploadActor;
  readonly status: UploadReport['status'];
  readonly image: Image | null;
};
type Context = {
  readonly model: PictureModel;
  readonly max: number;
  readonly pictures: readonly PictureUpload[];
  readonly nextKey: number;
};
type Events =
  | UploadReport
  | { type: 'files.add'; files: readonly File[] }
  /** The message was sent with the pictures. */
  | { type: 'files.clear' }
  | { type: 'picture.remove'; key: string };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { model: PictureModel; max: number };
    emitted:
      | { type: 'files.rejected'; max: number }
      /** Every picture that is left is uploaded. */
      | { type: 'pictures.settled' };
  }>(),
  actors: { upload },
  guards: {
    isTooMany: ({ context: { pictures, max } }, files: readonly File[]) =>
      pictures.length + files.length > max,
    isListed: ({ context }, key: string) => context.pictures.some((one) => one.key === key),
  },
  actions: {
    addFiles: enqueueActions(
      ({ context: { model, max, pictures, nextKey }, enqueue, self }, files: readonly File[]) => {
        const accepted = files
          .slice(0, max - pictures.length)
          .map((file, at) => ({ file, key: `picture-${nextKey + at}` }));
        enqueue.assign(({ spawn }) => {
          const added = accepted.map(({ key }): PictureUpload => ({
            key,
            ref: spawn('upload', { id: key, input: { model, parent: self } }),
            status: 'busy',
            image: null,
          }));
          return { pictures: [...pictures, ...added], nextKey: nextKey + added.length };
        });
        for (const { key, file } of accepted) enqueue.sendTo(key, { type: 'picture.choose', file });
      },
    ),
    reportRejected: emit(({ context }) => ({ type: 'files.rejected', max: context.max })),
    storeStatus: assign(({ context }, { key, status, image }: UploadReport) => ({
      pictures: context.pictures.map((one) => (one.key === key ? { ...one, status, image } : one)),
    })),
    removePicture: enqueueActions(({ context, enqueue }, key: string) => {
      enqueue.stopChild(key);
      enqueue.assign({ pictures: context.pictures.filter((one) => one.key !== key) });
    }),
    reportIfSettled: enqueueActions(({ context: { pictures }, enqueue }) => {
      if (pictures.every(({ status }) => status === 'done')) enqueue.emit({ type: 'pictures.settled' });
    }),
    removeAll: enqueueActions(({ context, enqueue }) => {
      for (const { key } of context.pictures) enqueue.stopChild(key);
      enqueue.assign({ pictures: [] });
    }),
  },
});

const filesOf = ({ event }: { event: { files: readonly File[] } }) => event.files;
const keyOf = ({ event }: { event: { key: string } }) => event.key;

/**
 * The pictures of one message, in the order chosen, each with its own upload actor.
 * Files above the maximum are rejected and reported by `files.rejected`.
 */
export const uploads = charts.createMachine({
  id: 'uploads',
  context: ({ input }) => ({ ...input, pictures: [], nextKey: 1 }),
  on: {
    'files.add': [
      {
        guard: { type: 'isTooMany', params: filesOf },
        actions: [{ type: 'addFiles', params: filesOf }, 'reportRejected'],
      },
      { actions: { type: 'addFiles', params: filesOf } },
    ],
    'picture.statusChanged': { actions: [{ type: 'storeStatus', params: eventOf }, 'reportIfSettled'] },
    'picture.remove': {
      guard: { type: 'isListed', params: keyOf },
      actions: [{ type: 'removePicture', params: keyOf }, 'reportIfSettled'],
    },
    'files.clear': { actions: ['removeAll', 'reportIfSettled'] },
  },
});
