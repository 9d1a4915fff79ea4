import { assign, emit, enqueueActions, setup, type ActorRef, type ActorRefFrom, type Snapshot } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { Image } from '#contract/models.ts';
import { isPictureType, type PictureModel } from '#contract/pictures.ts';
import { nonNull, outputOf, storeFailure } from './params.ts';
import { port, streamPort, setupTypes } from './port.ts';

/** Reasons that a retry cannot solve. */
export type PictureRefusal = 'too_big' | 'not_a_picture';
/** A picture small enough to send, or the reason why there is none. */
export type PreparedPicture = { readonly picture: Blob } | { readonly refusal: PictureRefusal };
/** Events from the transfer. */
export type UploadEvents =
  | { type: 'upload.progress'; progress: number }
  | { type: 'upload.done'; image: Image }
  | { type: 'upload.failed'; failure: Failure };
/** Sent to the parent, if there is one; `key` is this actor's id. */
export type UploadReport = {
  type: 'picture.statusChanged';
  key: string;
  status: 'busy' | 'failed' | 'done';
  image: Image | null;
};

export type UploadInput = {
  readonly model: PictureModel;
  /** Id of the row that gets the picture; absent for an unsaved row. */
  readonly id?: number;
  readonly parent?: ActorRef<Snapshot<unknown>, UploadReport>;
};
type Context = {
  readonly target: UploadInput;
  readonly file: File | null;
  readonly picture: Blob | null;
  /** The sent part of the picture, from 0 to 1. */
  readonly progress: number;
  /** The picture uploaded last; a later failed upload does not remove it. */
  readonly image: Image | null;
  readonly refusal: PictureRefusal | null;
  readonly failure: Failure | null;
};
type Events =
  | UploadEvents
  | { type: 'picture.choose'; file: File }
  | { type: 'picture.cancel' }
  | { type: 'picture.retry' };

const refusals: Partial<Record<Failure['kind'], PictureRefusal>> = {
  too_large: 'too_big',
  unsupported_media: 'not_a_picture',
};
const emptyUpload = { file: null, picture: null, progress: 0, refusal: null, failure: null } as const;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: UploadInput;
    emitted: { type: 'upload.done'; image: Image };
    tags: 'busy' | 'failed' | 'refused';
  }>(),
  actors: {
    preparePicture: port<PreparedPicture, { file: File }>('preparePicture'),
    sendPicture: streamPort<Events, { model: PictureModel; id: number | undefined; picture: Blob }>(
      'sendPicture',
    ),
  },
  // Counted from the last progress, since a large picture may take long on a slow connection.
  delays: { stallTimeout: 30_000 },
  guards: {
    isUnsupportedType: (_, { type }: File) => !isPictureType(type),
    isPrepared: ({ context }) => context.picture !== null,
    hasPicture: (_, prepared: PreparedPicture) => 'picture' in prepared,
    isRefusal: (_, failure: Failure) => failure.kind in refusals,
  },
  actions: {
    setFile: assign((_, file: File) => ({ ...emptyUpload, file })),
    storePrepared: assign((_, prepared: PreparedPicture) =>
      'picture' in prepared ? { picture: prepared.picture, progress: 0 } : { refusal: prepared.refusal },
    ),
    setProgress: assign((_, progress: number) => ({ progress })),
    storeImage: assign((_, image: Image) => ({ ...emptyUpload, image })),
    storeRefusal: assign((_, refusal: PictureRefusal | null) => ({ refusal })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    resetForRetry: assign({ failure: null, progress: 0 }),
    clearFile: assign(emptyUpload),
    reportDone: emit(({ context }) => ({ type: 'upload.done', image: nonNull(context.image) })),
    notifyParent: enqueueActions(({ context, enqueue, self }, status: UploadReport['status']) => {
      const { target, image } = context;
      if (target.parent)
        enqueue.sendTo(target.parent, { type: 'picture.statusChanged', key: self.id, status, image });
    }),
  },
});

const notifyBusy = { type: 'notifyParent', params: 'busy' } as const;
const notifyFailed = { type: 'notifyParent', params: 'failed' } as const;
const fileOf = ({ event }: { event: { file: File } }) => event.file;
const onChoose = [
  {
    guard: { type: 'isUnsupportedType', params: fileOf },
    target: 'refused',
    actions: [
      { type: 'setFile', params: fileOf },
      { type: 'storeRefusal', params: 'not_a_picture' },
    ],
  },
  { target: 'preparing', actions: { type: 'setFile', params: fileOf } },
] as const;
const setProgress = {
  type: 'setProgress',
  params: ({ event }: { event: { progress: number } }) => event.progress,
} as const;
const onCancel = { target: 'idle', actions: 'clearFile' } as const;

/**
 * Uploads one picture: chosen, compressed on the device, sent. It can be cancelled until it is done, and a failed upload is
 * retried without choosing the file again.
 */
export const upload = charts.createMachine({
  id: 'upload',
  context: ({ input }) => ({ target: input, ...emptyUpload, image: null }),
  initial: 'idle',
  states: {
    idle: { on: { 'picture.choose': onChoose } },
    preparing: {
      tags: 'busy',
      entry: notifyBusy,
      invoke: {
        id: 'preparePicture',
        src: 'preparePicture',
        input: ({ context }) => ({ file: nonNull(context.file) }),
        onDone: [
          {
            guard: { type: 'hasPicture', params: outputOf },
            target: 'sending',
            actions: { type: 'storePrepared', params: outputOf },
          },
          { target: 'refused', actions: { type: 'storePrepared', params: outputOf } },
        ],
        onError: { target: 'failed', actions: storeFailure },
      },
      on: { 'picture.cancel': onCancel },
    },
    sending: {
      tags: 'busy',
      entry: notifyBusy,
      invoke: {
        id: 'sendPicture',
        src: 'sendPicture',
        input: ({ context: { target, picture } }) => ({
          model: target.model,
          id: target.id,
          picture: nonNull(picture),
        }),
        onError: { target: 'failed', actions: storeFailure },
      },
      on: {
        'upload.done': {
          target: 'done',
          actions: { type: 'storeImage', params: ({ event }) => event.image },
        },
        'upload.failed': [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event.failure },
            target: 'refused',
            actions: { type: 'storeRefusal', params: ({ event }) => refusals[event.failure.kind] ?? null },
          },
          { target: 'failed', actions: { type: 'storeFailure', params: ({ event }) => event.failure } },
        ],
        'picture.cancel': onCancel,
      },
      initial: 'queued',
      states: {
        // Waits for earlier uploads of this page.
        queued: { on: { 'upload.progress': { target: 'transferring', actions: setProgress } } },
        transferring: {
          after: {
            stallTimeout: {
              target: '#upload.failed',
              actions: { type: 'storeFailure', params: { kind: 'offline' } },
            },
          },
          on: { 'upload.progress': { target: 'transferring', reenter: true, actions: setProgress } },
        },
      },
    },
    done: {
      entry: ['reportDone', { type: 'notifyParent', params: 'done' }],
      on: { 'picture.choose': onChoose },
    },
    failed: {
      tags: 'failed',
      entry: notifyFailed,
      on: {
        'picture.retry': [
          { guard: 'isPrepared', target: 'sending', actions: 'resetForRetry' },
          { target: 'preparing', actions: 'resetForRetry' },
        ],
        'picture.choose': onChoose,
        'picture.cancel': onCancel,
      },
    },
    refused: {
      tags: 'refused',
      entry: notifyFailed,
      on: { 'picture.choose': onChoose, 'picture.cancel': onCancel },
    },
  },
});

export type UploadActor = ActorRefFrom<typeof upload>;
