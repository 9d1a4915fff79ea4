import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { uploads } from '#machines/uploads.ts';
import { testMachine, childSends, when } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof uploads>;

const file = (name: string) => new File([name], name, { type: 'image/jpeg' });
const [fileOne, fileTwo, fileThree] = [file('one'), file('two'), file('three')];
const image = { id: 9, imagefullurl: '/api/image/abc', width: 40, height: 30 };
const anyRef = expect.anything() as unknown;

const start = { input: { model: 'postcomment' as const, max: 3 } };
const addedPicture = (at: number) => ({ key: `picture-${at}`, ref: anyRef, status: 'busy', image: null });
/** As many uploads as the maximum allows are started; the other files are rejected with a notice. */
const addsFiles =
  (...files: File[]) =>
  ({ pictures, nextKey }: Before) => {
    const accepted = files.slice(0, 3 - pictures.length);
    return {
      to: 'same',
      context: {
        pictures: [...pictures, ...accepted.map((_, at) => addedPicture(nextKey + at))],
        nextKey: nextKey + accepted.length,
      },
      calls: Object.fromEntries(
        accepted.map((_, at) => [`picture-${nextKey + at}`, { model: 'postcomment', parent: anyRef }]),
      ),
      sends: [
        ...accepted.map((chosen) => ({ type: 'picture.choose', file: chosen })),
        ...(accepted.length < files.length ? [{ type: 'files.rejected', max: 3 }] : []),
      ],
    };
  };
/** Reported once no upload is under way or has failed. */
const reportsSettled = (pictures: Before['pictures']) => ({
  sends: pictures.some(({ status }) => status !== 'done') ? [] : [{ type: 'pictures.settled' }],
});
const changesStatus =
  (key: string, status: 'done' | 'failed', uploaded: typeof image | null) => (before: Before) => {
    const pictures = before.pictures.map((picture) =>
      picture.key === key ? { ...picture, status, image: uploaded } : picture,
    );
    return { to: 'same', context: { pictures }, ...reportsSettled(pictures) };
  };
const removesPicture = (key: string) => (before: Before) => {
  const pictures = before.pictures.filter((picture) => picture.key !== key);
  return pictures.length < before.pictures.length
    ? { to: 'same', context: { pictures, nextKey: before.nextKey }, ...reportsSettled(pictures) }
    : 'ignored';
};
/** Bounds the number of files, or the graph would be endless. */
const hasFewPictures = ({ context }: AnyMachineSnapshot) => (context as Before).nextKey < 4;

testMachine(uploads, {
  inputs: { message: start.input },
  fold: ({ pictures, nextKey }) =>
    `${pictures.map(({ key, status }) => `${key} ${status}`).join(', ')}; next ${nextKey}`,
  events: {
    'adds one': when(hasFewPictures, { type: 'files.add', files: [fileOne] }),
    'adds three': when(hasFewPictures, { type: 'files.add', files: [fileOne, fileTwo, fileThree] }),
    'adds nothing': { type: 'files.add', files: [] },
    'first uploaded': childSends('picture-1', {
      type: 'picture.statusChanged',
      key: 'picture-1',
      status: 'done',
      image,
    }),
    'second failed': childSends('picture-2', {
      type: 'picture.statusChanged',
      key: 'picture-2',
      status: 'failed',
      image: null,
    }),
    'removes the first': { type: 'picture.remove', key: 'picture-1' },
    'removes the second': { type: 'picture.remove', key: 'picture-2' },
    clears: { type: 'files.clear' },
  },
  becomes: {
    'start: message': { to: '', context: { model: 'postcomment', max: 3, pictures: [], nextKey: 1 } },
    ' + adds one': addsFiles(fileOne),
    ' + adds three': addsFiles(fileOne, fileTwo, fileThree),
    ' + adds nothing': addsFiles(),
    ' + first uploaded': changesStatus('picture-1', 'done', image),
    ' + second failed': changesStatus('picture-2', 'failed', null),
    ' + removes the first': removesPicture('picture-1'),
    ' + removes the second': removesPicture('picture-2'),
    ' + clears': (before) => ({
      to: 'same',
      context: { pictures: [], nextKey: before.nextKey },
      sends: [{ type: 'pictures.settled' }],
    }),
  },
  claims: {
    '*': ({ context, children }) => {
      expect(context.pictures.length).toBeLessThanOrEqual(3);
      // Only the listed pictures have an upload.
      expect(Object.keys(children).toSorted()).toEqual(context.pictures.map(({ key }) => key).toSorted());
    },
  },
  unpaired: 4,
});
