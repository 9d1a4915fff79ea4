import { assign, emit, enqueueActions, setup } from 'xstate';
import type { Image } from '#contract/models.ts';
import type { PictureModel } from '#contract/pictures.ts';
import { upload, type UploadActor, type UploadReport } from './upload.ts';
import { setupTypes } from './port.ts';

type PictureUpload = {
  readonly key: string;
  readonly ref: UploadActor;
  readonly standing: UploadReport['standing'];
  readonly image: Image | null;
};
type Context = {
  readonly model: PictureModel;
  readonly most: number;
  readonly pictures: readonly PictureUpload[];
  readonly next: number;
};
type Events =
  | UploadReport
  | { type: 'files.add'; files: readonly File[] }
  /** What they were chosen for has them now. */
  | { type: 'files.clear' }
  | { type: 'picture.remove'; key: string };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { model: PictureModel; most: number };
    emitted: { type: 'files.left'; most: number };
  }>(),
  actors: { upload },
  guards: {
    isTooMany: ({ context: { pictures, most } }, files: readonly File[]) =>
      pictures.length + files.length > most,
    isHere: ({ context }, key: string) => context.pictures.some((one) => one.key === key),
  },
  actions: {
    add: enqueueActions(
      ({ context: { model, most, pictures, next }, enqueue, self }, files: readonly File[]) => {
        const taken = files
          .slice(0, most - pictures.length)
          .map((file, at) => ({ file, key: `picture-${next + at}` }));
        enqueue.assign(({ spawn }) => {
          const fresh = taken.map(({ key }): PictureUpload => ({
            key,
            ref: spawn('upload', { id: key, input: { model, parent: self } }),
            standing: 'busy',
            image: null,
          }));
          return { pictures: [...pictures, ...fresh], next: next + fresh.length };
        });
        for (const { key, file } of taken) enqueue.sendTo(key, { type: 'picture.choose', file });
      },
    ),
    tellLeft: emit(({ context }) => ({ type: 'files.left', most: context.most })),
    take: assign(({ context }, { key, standing, image }: UploadReport) => ({
      pictures: context.pictures.map((one) => (one.key === key ? { ...one, standing, image } : one)),
    })),
    remove: enqueueActions(({ context, enqueue }, key: string) => {
      enqueue.stopChild(key);
      enqueue.assign({ pictures: context.pictures.filter((one) => one.key !== key) });
    }),
    clear: enqueueActions(({ context, enqueue }) => {
      for (const { key } of context.pictures) enqueue.stopChild(key);
      enqueue.assign({ pictures: [] });
    }),
  },
});

/**
 * The pictures of one message, in the order they were chosen, each on its own way to the server.
 * Those above the most are left out aloud, never in silence.
 */
export const uploads = charts.createMachine({
  id: 'uploads',
  context: ({ input }) => ({ ...input, pictures: [], next: 1 }),
  on: {
    'files.add': [
      {
        guard: { type: 'isTooMany', params: ({ event }) => event.files },
        actions: [{ type: 'add', params: ({ event }) => event.files }, 'tellLeft'],
      },
      { actions: { type: 'add', params: ({ event }) => event.files } },
    ],
    'picture.stands': { actions: { type: 'take', params: ({ event }) => event } },
    'picture.remove': {
      guard: { type: 'isHere', params: ({ event }) => event.key },
      actions: { type: 'remove', params: ({ event }) => event.key },
    },
    'files.clear': { actions: 'clear' },
  },
});
