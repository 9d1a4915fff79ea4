import { assign, emit, enqueueActions, setup, type ActorRef, type ActorRefFrom, type Snapshot } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import type { Image } from '#contract/models.ts';
import type { PictureModel } from '#contract/pictures.ts';
import { port, streamPort, setupTypes } from './port.ts';

/** What no second try would help with. */
export type Refusal = 'too_big' | 'not_a_picture';
/** A picture light enough to send, or why there is none. */
export type Prepared = { readonly picture: Blob } | { readonly refusal: Refusal };
/** What the way to the server says. */
export type UploadEvents =
  | { type: 'upload.progress'; share: number }
  | { type: 'upload.done'; image: Image }
  | { type: 'upload.failed'; failure: Failure };
/** What a list of pictures hears of each. */
export type UploadNews = {
  type: 'picture.stands';
  key: string;
  standing: 'busy' | 'stuck' | 'done';
  image: Image | null;
};

export type UploadInput = {
  readonly model: PictureModel;
  /** What it belongs to from the moment it is there. */
  readonly id?: number;
  readonly parent?: ActorRef<Snapshot<unknown>, UploadNews>;
};
type Context = {
  readonly about: UploadInput;
  readonly file: File | null;
  readonly picture: Blob | null;
  /** How much of it is there, 0 to 1. */
  readonly share: number;
  /** The newest that arrived: one that fails after it takes nothing away. */
  readonly image: Image | null;
  readonly refusal: Refusal | null;
  readonly failure: Failure | null;
};
type Events =
  | UploadEvents
  | { type: 'picture.choose'; file: File }
  | { type: 'picture.cancel' }
  | { type: 'picture.retry' };

const refusals: Partial<Record<Failure['kind'], Refusal>> = {
  too_large: 'too_big',
  unsupported_media: 'not_a_picture',
};
const none = { file: null, picture: null, share: 0, refusal: null, failure: null } as const;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: UploadInput;
    emitted: { type: 'upload.done'; image: Image };
    tags: 'busy' | 'failed' | 'refused';
  }>(),
  actors: {
    preparePicture: port<Prepared, { file: File }>('preparePicture'),
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
    isReady: (_, prepared: Prepared) => 'picture' in prepared,
    isRefusal: (_, failure: Failure) => failure.kind in refusals,
  },
  actions: {
    choose: assign((_, params: { file: File }) => ({ ...none, file: params.file })),
    takePicture: assign((_, prepared: Prepared) =>
      'picture' in prepared ? { picture: prepared.picture, share: 0 } : { refusal: prepared.refusal },
    ),
    move: assign((_, params: { share: number }) => ({ share: params.share })),
    takeImage: assign((_, params: { image: Image }) => ({ ...none, image: params.image })),
    refuse: assign((_, failure: Failure) => ({ refusal: refusals[failure.kind] ?? null })),
    refuseKind: assign({ refusal: 'not_a_picture' as Refusal }),
    fail: assign((_, failure: Failure) => ({ failure })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure }),
    again: assign({ failure: null, share: 0 }),
    clear: assign(none),
    say: emit(({ context }) => ({ type: 'upload.done', image: context.image as Image })),
    tell: enqueueActions(({ context, enqueue, self }, { standing }: Pick<UploadNews, 'standing'>) => {
      const { about, image } = context;
      if (about.parent)
        enqueue.sendTo(about.parent, { type: 'picture.stands', key: self.id, standing, image });
    }),
  },
});

const stuck = { type: 'tell', params: { standing: 'stuck' } } as const;
const thrown = ({ event }: { event: { error: unknown } }) => asFailure(event.error);
const choice = ({ event }: { event: { file: File } }) => ({ file: event.file });
const choose = [
  {
    guard: { type: 'isOther', params: ({ event }: { event: { file: File } }) => event.file },
    target: 'refused',
    actions: [{ type: 'choose', params: choice }, 'refuseKind'],
  },
  { target: 'preparing', actions: { type: 'choose', params: choice } },
] as const;
const move = {
  type: 'move',
  params: ({ event }: { event: { share: number } }) => ({ share: event.share }),
} as const;
const cancel = { target: 'waiting', actions: 'clear' } as const;

/**
 * One picture on its way to the server: chosen, made light by the device, sent. It can be called back at any moment;
 * what broke off is sent again without being chosen again.
 */
export const upload = charts.createMachine({
  id: 'upload',
  context: ({ input }) => ({ about: input, ...none, image: null }),
  initial: 'waiting',
  states: {
    waiting: { on: { 'picture.choose': choose } },
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
        onError: { target: 'failed', actions: { type: 'fail', params: thrown } },
      },
      after: { patience: { target: 'failed', actions: 'takeSilence' } },
      on: { 'picture.cancel': cancel },
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
        onError: { target: 'failed', actions: { type: 'fail', params: thrown } },
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
        'picture.cancel': cancel,
      },
      initial: 'queued',
      states: {
        // Others of this device go first.
        queued: { on: { 'upload.progress': { target: 'moving', actions: move } } },
        moving: {
          after: { silence: { target: '#upload.failed', actions: 'takeSilence' } },
          on: { 'upload.progress': { target: 'moving', reenter: true, actions: move } },
        },
      },
    },
    done: {
      entry: ['say', { type: 'tell', params: { standing: 'done' } }],
      on: { 'picture.choose': choose },
    },
    failed: {
      tags: 'failed',
      entry: stuck,
      on: {
        'picture.retry': [
          { guard: 'isPrepared', target: 'sending', actions: 'again' },
          { target: 'preparing', actions: 'again' },
        ],
        'picture.choose': choose,
        'picture.cancel': cancel,
      },
    },
    refused: {
      tags: 'refused',
      entry: stuck,
      on: { 'picture.choose': choose, 'picture.cancel': cancel },
    },
  },
});

export type UploadActor = ActorRefFrom<typeof upload>;
