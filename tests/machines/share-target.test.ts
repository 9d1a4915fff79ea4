import type { ContextFrom } from 'xstate';
import { shareTarget, type Shared } from '#machines/share-target.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof shareTarget>;

const lost = { kind: 'internal' };
const words: Shared = { text: 'איזה גול', pictures: [], refusal: null };
const picture: Shared = {
  text: '',
  pictures: [new File(['x'], 'goal.jpg', { type: 'image/jpeg' })],
  refusal: null,
};
const wordsAlone: Shared = { ...words, refusal: 'too_big' };
const noPicture: Shared = { text: '', pictures: [], refusal: 'not_a_picture' };

const shows = (shared: Shared) => ({ to: 'choosing', context: { shared } });
const discards = { to: 'empty', context: {}, sends: [{ type: 'share.discarded' }] };

testMachine(shareTarget, {
  inputs: { start: undefined },
  fold: ({ shared }) => (shared ? `${shared.text} ${shared.pictures.length} ${shared.refusal}` : ''),
  events: {
    choose: { type: 'chat.choose', post: 7 },
    discard: { type: 'share.discard' },
    'words came': done('loadShared', words),
    'a picture came': done('loadShared', picture),
    'words of more came': done('loadShared', wordsAlone),
    'another file came': done('loadShared', noPicture),
    'nothing came': done('loadShared', null),
    'not readable': error('loadShared', lost),
    discarded: done('discardShared', undefined),
    'not discarded': error('discardShared', lost),
    'handoff lost': error('handoff', lost),
  },
  becomes: {
    'start: start': {
      to: 'loading',
      context: { shared: null },
      calls: { handoff: undefined, loadShared: undefined },
    },
    'loading + words came': shows(words),
    'loading + a picture came': shows(picture),
    'loading + words of more came': shows(wordsAlone),
    'loading + another file came': { to: 'empty', context: { shared: noPicture } },
    'loading + nothing came': { to: 'empty', context: {} },
    'loading + not readable': { to: 'empty', context: {} },
    'choosing + choose': ({ shared }: Before) => ({
      to: 'chosen',
      context: {},
      // In the chat's hands before the chat is opened.
      sends: [
        { type: 'shared.hand', post: 7, shared },
        { type: 'chat.chosen', post: 7 },
      ],
    }),
    'choosing + discard': {
      to: 'discarding',
      context: { shared: null },
      calls: { discardShared: undefined },
    },
    'discarding + discarded': discards,
    'discarding + not discarded': discards,
  },
  claims: {
    loading: hasExactTags('busy'),
    choosing: hasExactTags('shown'),
    discarding: hasExactTags('busy'),
    empty: hasExactTags(),
    chosen: hasExactTags('shown'),
  },
  unpaired: 11,
});
