import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { upload } from '#machines/upload.ts';
import {
  after,
  done,
  error,
  childSends,
  refStub,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof upload>;

const parent = refStub('uploads');
const photo = new File(['a photo'], 'me.jpg', { type: 'image/jpeg' });
// Of a type that the device does not know.
const untyped = new File(['a photo'], 'me.heic');
const document = new File(['words'], 'cv.pdf', { type: 'application/pdf' });
const drawing = new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' });
const small = new Blob(['small']);
const image = { id: 9, imagefullurl: '/api/image/abc', width: 40, height: 30 };
const offline = { kind: 'offline' as const };

const listed = { model: 'postcomment' as const, parent };
const alone = { model: 'member' as const, id: 4 };
const none = { file: null, picture: null, progress: 0, refusal: null, failure: null };

/** Only an upload of a list has a parent. */
const notifies = (status: string, before: Pick<Before, 'target' | 'image'>, uploaded = before.image) =>
  before.target.parent
    ? [{ type: 'picture.statusChanged', key: expect.any(String), status, image: uploaded }]
    : [];

const prepares = (file: File) => (before: Before) => ({
  to: 'preparing',
  context: { ...none, file, image: before.image },
  calls: { preparePicture: { file } },
  sends: notifies('busy', before),
});
const refuses = (refusal: string) => (before: Before) => ({
  to: 'refused',
  context: { refusal, failure: null, image: before.image },
  sends: notifies('failed', before),
});
const refusesFile = (file: File) => (before: Before) => ({
  ...refuses('not_a_picture')(before),
  context: { ...none, file, refusal: 'not_a_picture', image: before.image },
});
const fails = (failure: object) => (before: Before) => ({
  to: 'failed',
  // The prepared picture stays, to be sent again.
  context: { file: before.file, picture: before.picture, failure, refusal: null, image: before.image },
  sends: notifies('failed', before),
});
const sends = (before: Before) => ({
  to: 'sending.queued',
  context: { picture: small, progress: 0, failure: null },
  calls: { sendPicture: { model: before.target.model, id: before.target.id, picture: small } },
  waits: [],
  sends: notifies('busy', before),
});
const transfers = (progress: number) => ({
  to: 'sending.transferring',
  context: { progress },
  calls: {},
  waits: [{ event: { type: 'xstate.after.stallTimeout.upload.sending.transferring' }, ms: 30_000 }],
});
const stops = (before: Before) => ({ to: 'idle', context: { ...none, image: before.image } });
const chooses = (state: string) => ({
  [`${state} + a photo`]: prepares(photo),
  [`${state} + an untyped photo`]: prepares(untyped),
  [`${state} + a document`]: refusesFile(document),
  [`${state} + a drawing`]: refusesFile(drawing),
});

const isIdle = (snapshot: AnyMachineSnapshot) => snapshot.matches('idle');

/** Expectations of upload, for its test and for its screen's walk. */
export const uploadExpectations: MachineExpectations<typeof upload> = {
  inputs: { 'of a list': listed, alone },
  fold: ({ target: { parent: list }, picture, image: uploaded }) =>
    [list ? 'listed' : 'alone', picture && 'prepared', uploaded && 'with an image']
      .filter(Boolean)
      .join(', '),
  events: {
    'a photo': { type: 'picture.choose', file: photo },
    'an untyped photo': when(isIdle, { type: 'picture.choose', file: untyped }),
    'a document': { type: 'picture.choose', file: document },
    'a drawing': when(isIdle, { type: 'picture.choose', file: drawing }),
    cancel: { type: 'picture.cancel' },
    retry: { type: 'picture.retry' },
    prepared: done('preparePicture', { picture: small }),
    'too big to prepare': done('preparePicture', { refusal: 'too_big' as const }),
    'preparing failed': error('preparePicture', new Error('out of memory')),
    'upload begins': childSends('sendPicture', { type: 'upload.progress', progress: 0 }),
    'upload half done': childSends('sendPicture', { type: 'upload.progress', progress: 0.5 }),
    uploaded: childSends('sendPicture', { type: 'upload.done', image }),
    'upload failed': childSends('sendPicture', { type: 'upload.failed', failure: offline }),
    'refused as too large': childSends('sendPicture', {
      type: 'upload.failed',
      failure: { kind: 'too_large' },
    }),
    'refused as no picture': childSends('sendPicture', {
      type: 'upload.failed',
      failure: { kind: 'unsupported_media' },
    }),
    'port failed': error('sendPicture', new Error('no port')),
    stalled: after('stallTimeout', 30_000),
  },
  becomes: {
    'start: of a list': { to: 'idle', context: { ...none, target: listed, image: null } },
    'start: alone': { to: 'idle', context: { ...none, target: alone, image: null } },
    ...chooses('idle'),
    'done + a photo': prepares(photo),
    'done + a document': refusesFile(document),
    'failed + a photo': prepares(photo),
    'failed + a document': refusesFile(document),
    'refused + a photo': prepares(photo),
    // The parent already has the report of the failure.
    'refused + a document': (before) => ({ ...refusesFile(document)(before), sends: [] }),
    'preparing + prepared': sends,
    'preparing + too big to prepare': refuses('too_big'),
    'preparing + preparing failed': fails({ kind: 'unreadable' }),
    'preparing + cancel': stops,
    'sending + upload begins': transfers(0),
    'sending + upload half done': transfers(0.5),
    'sending + uploaded': (before) => ({
      to: 'done',
      context: { ...none, image },
      sends: [{ type: 'upload.done', image }, ...notifies('done', before, image)],
    }),
    'sending + upload failed': fails(offline),
    'sending + refused as too large': refuses('too_big'),
    'sending + refused as no picture': refuses('not_a_picture'),
    'sending + port failed': fails({ kind: 'unreadable' }),
    'sending.transferring + stalled': fails(offline),
    'sending + cancel': stops,
    'failed + retry': (before) =>
      before.picture
        ? sends(before)
        : {
            to: 'preparing',
            context: { failure: null, file: before.file },
            calls: { preparePicture: { file: before.file } },
            sends: notifies('busy', before),
          },
    'failed + cancel': stops,
    'refused + cancel': stops,
  },
  claims: {
    preparing: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    sending: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    failed: (snapshot) => {
      expect(snapshot.hasTag('failed')).toBe(true);
      expect(snapshot.context.failure).not.toBeNull();
    },
    refused: (snapshot) => {
      expect(snapshot.hasTag('refused')).toBe(true);
      expect(snapshot.can({ type: 'picture.retry' })).toBe(false);
    },
  },
  unpaired: 4,
};
