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
const jpegFile = new File(['a photo'], 'me.jpg', { type: 'image/jpeg' });
// A file whose type the device does not know.
const untypedPhoto = new File(['a photo'], 'me.heic');
const pdfFile = new File(['words'], 'cv.pdf', { type: 'application/pdf' });
const svgFile = new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' });
const preparedPicture = new Blob(['small']);
const image = { id: 9, imagefullurl: '/api/image/abc', width: 40, height: 30 };
const offline = { kind: 'offline' as const };

const listTarget = { model: 'postcomment' as const, parent };
const memberTarget = { model: 'member' as const, id: 4 };
const nothingChosen = { file: null, picture: null, progress: 0, refusal: null, failure: null };

/** Only an upload of a list has a parent. */
const notifiesParent = (status: string, before: Pick<Before, 'target' | 'image'>, uploaded = before.image) =>
  before.target.parent
    ? [{ type: 'picture.statusChanged', key: expect.any(String), status, image: uploaded }]
    : [];

const preparesPicture = (file: File) => (before: Before) => ({
  to: 'preparing',
  context: { ...nothingChosen, file, image: before.image },
  calls: { preparePicture: { file } },
  sends: notifiesParent('busy', before),
});
const refusesPicture = (refusal: string) => (before: Before) => ({
  to: 'refused',
  context: { refusal, failure: null, image: before.image },
  sends: notifiesParent('failed', before),
});
const refusesFile = (file: File) => (before: Before) => ({
  ...refusesPicture('not_a_picture')(before),
  context: { ...nothingChosen, file, refusal: 'not_a_picture', image: before.image },
});
const fails = (failure: object) => (before: Before) => ({
  to: 'failed',
  // The prepared picture stays: a retry sends it again.
  context: { file: before.file, picture: before.picture, failure, refusal: null, image: before.image },
  sends: notifiesParent('failed', before),
});
const sendsPicture = (before: Before) => ({
  to: 'sending.queued',
  context: { picture: preparedPicture, progress: 0, failure: null },
  calls: { sendPicture: { model: before.target.model, id: before.target.id, picture: preparedPicture } },
  waits: [],
  sends: notifiesParent('busy', before),
});
const transfersPicture = (progress: number) => ({
  to: 'sending.transferring',
  context: { progress },
  calls: {},
  waits: [{ event: { type: 'xstate.after.stallTimeout.upload.sending.transferring' }, ms: 30_000 }],
});
const cancelsUpload = (before: Before) => ({
  to: 'idle',
  context: { ...nothingChosen, image: before.image },
});
const pictureChoicesIn = (state: string) => ({
  [`${state} + a photo`]: preparesPicture(jpegFile),
  [`${state} + an untyped photo`]: preparesPicture(untypedPhoto),
  [`${state} + a document`]: refusesFile(pdfFile),
  [`${state} + a drawing`]: refusesFile(svgFile),
});

const isIdle = (snapshot: AnyMachineSnapshot) => snapshot.matches('idle');

/** Expectations of upload, for its test and for its screen's walk. */
export const uploadExpectations: MachineExpectations<typeof upload> = {
  inputs: { 'of a list': listTarget, alone: memberTarget },
  fold: ({ target: { parent: list }, picture, image: uploaded }) =>
    [list ? 'listed' : 'alone', picture && 'prepared', uploaded && 'with an image']
      .filter(Boolean)
      .join(', '),
  events: {
    'a photo': { type: 'picture.choose', file: jpegFile },
    'an untyped photo': when(isIdle, { type: 'picture.choose', file: untypedPhoto }),
    'a document': { type: 'picture.choose', file: pdfFile },
    'a drawing': when(isIdle, { type: 'picture.choose', file: svgFile }),
    cancel: { type: 'picture.cancel' },
    retry: { type: 'picture.retry' },
    prepared: done('preparePicture', { picture: preparedPicture }),
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
    'start: of a list': { to: 'idle', context: { ...nothingChosen, target: listTarget, image: null } },
    'start: alone': { to: 'idle', context: { ...nothingChosen, target: memberTarget, image: null } },
    ...pictureChoicesIn('idle'),
    'done + a photo': preparesPicture(jpegFile),
    'done + a document': refusesFile(pdfFile),
    'failed + a photo': preparesPicture(jpegFile),
    'failed + a document': refusesFile(pdfFile),
    'refused + a photo': preparesPicture(jpegFile),
    // The parent was notified of the failure already.
    'refused + a document': (before) => ({ ...refusesFile(pdfFile)(before), sends: [] }),
    'preparing + prepared': sendsPicture,
    'preparing + too big to prepare': refusesPicture('too_big'),
    'preparing + preparing failed': fails({ kind: 'unreadable' }),
    'preparing + cancel': cancelsUpload,
    'sending + upload begins': transfersPicture(0),
    'sending + upload half done': transfersPicture(0.5),
    'sending + uploaded': (before) => ({
      to: 'done',
      context: { ...nothingChosen, image },
      sends: [{ type: 'upload.done', image }, ...notifiesParent('done', before, image)],
    }),
    'sending + upload failed': fails(offline),
    'sending + refused as too large': refusesPicture('too_big'),
    'sending + refused as no picture': refusesPicture('not_a_picture'),
    'sending + port failed': fails({ kind: 'unreadable' }),
    'sending.transferring + stalled': fails(offline),
    'sending + cancel': cancelsUpload,
    'failed + retry': (before) =>
      before.picture
        ? sendsPicture(before)
        : {
            to: 'preparing',
            context: { failure: null, file: before.file },
            calls: { preparePicture: { file: before.file } },
            sends: notifiesParent('busy', before),
          },
    'failed + cancel': cancelsUpload,
    'refused + cancel': cancelsUpload,
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
