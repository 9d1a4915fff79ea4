import { assign, emit, enqueueActions, setup, type ActorRef, type ActorRefFrom, type Snapshot } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import type { Image } from '#contract/models.ts';
import type { PictureModel } from '#contract/pictures.ts';
import { port, streamPort, setupTypes } from './port.ts';

/** What no second try would help with. */
export type PictureRefusal = 'too_big' | 'not_a_picture';
/** A picture light enough to send, or why there is none. */
export type PreparedPicture = { readonly picture: Blob } | { readonly refusal: PictureRefusal };
/** What the way to the server says. */
export type UploadEvents =
  | { type: 'upload.progress'; share: number }
  | { type: 'upload.done'; image: Image }
  | { type: 'upload.failed'; failure: Failure };
/** What a list of pictures hears of each. */
export type UploadReport = {
  type: 'picture.stands';
  key: string;
  standing: 'busy' | 'stuck' | 'done';
  image: Image | null;
};

export type UploadInput = {
  readonly model: PictureModel;
  /** What it belongs to from the moment it is there. */
  readonly id?: number;
  readonly parent?: ActorRef<Snapshot<unknown>, UploadReport>;
};
type Context = {
  readonly about: UploadInput;
  readonly file: File | null;
  readonly picture: Blob | null;
  /** How much of it is there, 0 to 1. */
  readonly share: number;
  /** The newest that arrived: one that fails after it takes nothing away. */
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
const emptyUpload = { file: null, picture: null, share: 0, refusal: null, failure: null } as const;

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
  // Silence, not the whole way: a large picture over a weak line may take its time.
  delays: { patience: 30_000, silence: 30_000 },
  guards: {
    /** By what it says of itself; some devices say nothing of a photo. */
    isOther: (_, { type }: File) => type !== '' && (!type.startsWith('image/') || type.includes('svg')),
    isPrepared: ({ context }) => context.picture !== null,
    isReady: (_, prepared: PreparedPicture) => 'picture' in prepared,
    isRefusal: (_, failure: Failure) => failure.kind in refusals,
  },
  actions: {
    choose: assign((_, params: { file: File }) => ({ ...emptyUpload, file: params.file })),
    takePicture: assign((_, prepared: PreparedPicture) =>
      'picture' in prepared ? { picture: prepared.picture, share: 0 } : { refusal: prepared.refusal },
    ),
    move: assign((_, params: { share: number }) => ({ share: params.share })),
    takeImage: assign((_, params: { image: Image }) => ({ ...emptyUpload, image: params.image })),
    refuse: assign((_, failure: Failure) => ({ refusal: refusals[failure.kind] ?? null })),
    refuseKind: assign({ refusal: 'not_a_picture' as PictureRefusal }),
    fail: assign((_, failure: Failure) => ({ failure })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure }),
    again: assign({ failure: null, share: 0 }),
    clear: assign(emptyUpload),
    say: emit(({ context }) => ({ type: 'upload.done', image: context.image as Image })),
    tell: enqueueActions(({ context, enqueue, self }, { standing }: Pick<UploadReport, 'standing'>) => {
      const { about, image } = context;
      if (about.parent)
        enqueue.sendTo(about.parent, { type: 'picture.stands', key: self.id, standing, image });
    }),
  },
});

const notifyFailed = { type: 'tell', params: { standing: 'stuck' } } as const;
const failureOf = ({ event }: { event: { error: unknown } }) => asFailure(event.error);
const fileOf = ({ event }: { event: { file: File } }) => ({ file: event.file });
const onChoose = [
  {
    guard: { type: 'isOther', params: ({ event }: { event: { file: File } }) => event.file },
    target: 'refused',
    actions: [{ type: 'choose', params: fileOf }, 'refuseKind'],
  },
  { target: 'preparing', actions: { type: 'choose', params: fileOf } },
] as const;
const setProgress = {
  type: 'move',
  params: ({ event }: { event: { share: number } }) => ({ share: event.share }),
} as const;
const onCancel = { target: 'waiting', actions: 'clear' } as const;

/**
 * One picture on its way to the server: chosen, made light by the device, sent. It can be called back at any moment;
 * what broke off is sent again without being chosen again.
 */
export const upload = charts.createMachine({
  id: 'upload',
  context: ({ input }) => ({ about: input, ...emptyUpload, image: null }),
  initial: 'waiting',
  states: {
    waiting: { on: { 'picture.choose': onChoose } },
    preparing: {
      tags: 'busy',
      entry: { type: 'tell', params: { standing: 'busy' } },
      invoke: {
        id: 'preparePicture',
        src: 'preparePicture',
        input: ({ context }) => ({ file: context.file as File }),
        onDone: [
          {
            guard: { type: 'isReady', params: ({ event }) => event.output },
            target: 'sending',
            actions: { type: 'takePicture', params: ({ event }) => event.output },
          },
          { target: 'refused', actions: { type: 'takePicture', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'fail', params: failureOf } },
      },
      after: { patience: { target: 'failed', actions: 'takeSilence' } },
      on: { 'picture.cancel': onCancel },
    },
    sending: {
      tags: 'busy',
      entry: { type: 'tell', params: { standing: 'busy' } },
      invoke: {
        id: 'sendPicture',
        src: 'sendPicture',
        input: ({ context: { about, picture } }) => ({
          model: about.model,
          id: about.id,
          picture: picture as Blob,
        }),
        onError: { target: 'failed', actions: { type: 'fail', params: failureOf } },
      },
      on: {
        'upload.done': {
          target: 'done',
          actions: { type: 'takeImage', params: ({ event }) => ({ image: event.image }) },
        },
        'upload.failed': [
          {
            guard: { type: 'isRefusal', params: ({ event }) => event.failure },
            target: 'refused',
            actions: { type: 'refuse', params: ({ event }) => event.failure },
          },
          { target: 'failed', actions: { type: 'fail', params: ({ event }) => event.failure } },
        ],
        'picture.cancel': onCancel,
      },
      initial: 'queued',
      states: {
        // Others of this device go first.
        queued: { on: { 'upload.progress': { target: 'moving', actions: setProgress } } },
        moving: {
          after: { silence: { target: '#upload.failed', actions: 'takeSilence' } },
          on: { 'upload.progress': { target: 'moving', reenter: true, actions: setProgress } },
        },
      },
    },
    done: {
      entry: ['say', { type: 'tell', params: { standing: 'done' } }],
      on: { 'picture.choose': onChoose },
    },
    failed: {
      tags: 'failed',
      entry: notifyFailed,
      on: {
        'picture.retry': [
          { guard: 'isPrepared', target: 'sending', actions: 'again' },
          { target: 'preparing', actions: 'again' },
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
