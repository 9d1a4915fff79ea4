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
// A photo whose kind the device does not know.
const nameless = new File(['a photo'], 'me.heic');
const paper = new File(['words'], 'cv.pdf', { type: 'application/pdf' });
const drawing = new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' });
const light = new Blob(['light']);
const image = { id: 9, imagefullurl: '/api/image/abc', width: 40, height: 30 };
const offline = { kind: 'offline' as const };

const about = { model: 'postcomment' as const, parent };
const alone = { model: 'member' as const, id: 4 };
const none = { file: null, picture: null, share: 0, refusal: null, failure: null };

/** Only one of a list has somebody to tell. */
const tells = (standing: string, before: Pick<Before, 'about' | 'image'>, arrived = before.image) =>
  before.about.parent ? [{ type: 'picture.stands', key: expect.any(String), standing, image: arrived }] : [];

const prepares = (file: File) => (before: Before) => ({
  to: 'preparing',
  context: { ...none, file, image: before.image },
  calls: { preparePicture: { file } },
  waits: [{ event: { type: 'xstate.after.patience.upload.preparing' }, ms: 30_000 }],
  sends: tells('busy', before),
});
const refuses = (refusal: string) => (before: Before) => ({
  to: 'refused',
  context: { refusal, failure: null, image: before.image },
  sends: tells('stuck', before),
});
const refusesFile = (file: File) => (before: Before) => ({
  ...refuses('not_a_picture')(before),
  context: { ...none, file, refusal: 'not_a_picture', image: before.image },
});
const fails = (failure: object) => (before: Before) => ({
  to: 'failed',
  // What was made of it stays, to be sent again.
  context: { file: before.file, picture: before.picture, failure, refusal: null, image: before.image },
  sends: tells('stuck', before),
});
const sends = (before: Before) => ({
  to: 'sending.queued',
  context: { picture: light, share: 0, failure: null },
  calls: { sendPicture: { model: before.about.model, id: before.about.id, picture: light } },
  waits: [],
  sends: tells('busy', before),
});
const moves = (share: number) => ({
  to: 'sending.moving',
  context: { share },
  calls: {},
  waits: [{ event: { type: 'xstate.after.silence.upload.sending.moving' }, ms: 30_000 }],
});
const stops = (before: Before) => ({ to: 'waiting', context: { ...none, image: before.image } });
const chooses = (state: string) => ({
  [`${state} + a photo`]: prepares(photo),
  [`${state} + a nameless photo`]: prepares(nameless),
  [`${state} + a paper`]: refusesFile(paper),
  [`${state} + a drawing`]: refusesFile(drawing),
});

const waiting = (snapshot: AnyMachineSnapshot) => snapshot.matches('waiting');

/** What is written of upload: its test walks it headless, its screen's in a browser. */
export const uploadExpectations: MachineExpectations<typeof upload> = {
  inputs: { 'of a list': about, alone },
  fold: ({ about: { parent: list }, picture, image: arrived }) =>
    [list ? 'listed' : 'alone', picture && 'prepared', arrived && 'with an image'].filter(Boolean).join(', '),
  events: {
    'a photo': { type: 'picture.choose', file: photo },
    'a nameless photo': when(waiting, { type: 'picture.choose', file: nameless }),
    'a paper': { type: 'picture.choose', file: paper },
    'a drawing': when(waiting, { type: 'picture.choose', file: drawing }),
    cancel: { type: 'picture.cancel' },
    retry: { type: 'picture.retry' },
    'made light': done('preparePicture', { picture: light }),
    'cannot be made light': done('preparePicture', { refusal: 'too_big' as const }),
    'device breaks': error('preparePicture', new Error('out of memory')),
    'device takes long': after('patience', 30_000),
    begins: childSends('sendPicture', { type: 'upload.progress', share: 0 }),
    'half way': childSends('sendPicture', { type: 'upload.progress', share: 0.5 }),
    arrived: childSends('sendPicture', { type: 'upload.done', image }),
    'line breaks': childSends('sendPicture', { type: 'upload.failed', failure: offline }),
    'too large there': childSends('sendPicture', { type: 'upload.failed', failure: { kind: 'too_large' } }),
    'no picture there': childSends('sendPicture', {
      type: 'upload.failed',
      failure: { kind: 'unsupported_media' },
    }),
    'port breaks': error('sendPicture', new Error('no port')),
    silence: after('silence', 30_000),
  },
  becomes: {
    'start: of a list': { to: 'waiting', context: { ...none, image: null } },
    'start: alone': { to: 'waiting', context: { ...none, image: null } },
    ...chooses('waiting'),
    'done + a photo': prepares(photo),
    'done + a paper': refusesFile(paper),
    'failed + a photo': prepares(photo),
    'failed + a paper': refusesFile(paper),
    'refused + a photo': prepares(photo),
    // Whoever waits for it knows already that it is stuck.
    'refused + a paper': (before) => ({ ...refusesFile(paper)(before), sends: [] }),
    'preparing + made light': sends,
    'preparing + cannot be made light': refuses('too_big'),
    'preparing + device breaks': fails({ kind: 'unreadable' }),
    'preparing + device takes long': fails(offline),
    'preparing + cancel': stops,
    'sending + begins': moves(0),
    'sending + half way': moves(0.5),
    'sending + arrived': (before) => ({
      to: 'done',
      context: { ...none, image },
      sends: [{ type: 'upload.done', image }, ...tells('done', before, image)],
    }),
    'sending + line breaks': fails(offline),
    'sending + too large there': refuses('too_big'),
    'sending + no picture there': refuses('not_a_picture'),
    'sending + port breaks': fails({ kind: 'unreadable' }),
    'sending.moving + silence': fails(offline),
    'sending + cancel': stops,
    'failed + retry': (before) =>
      before.picture
        ? sends(before)
        : {
            to: 'preparing',
            context: { failure: null, file: before.file },
            calls: { preparePicture: { file: before.file } },
            sends: tells('busy', before),
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
  unpaired: 5,
};
