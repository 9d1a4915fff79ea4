import type { ContextFrom } from 'xstate';
import { shareTarget, type Shared } from '#machines/share-target.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof shareTarget>;

const internalFailure = { kind: 'internal' };
const sharedText: Shared = { text: 'איזה גול', pictures: [], refusal: null };
const sharedPicture: Shared = {
  text: '',
  pictures: [new File(['x'], 'goal.jpg', { type: 'image/jpeg' })],
  refusal: null,
};
const textOfTooBigShare: Shared = { ...sharedText, refusal: 'too_big' };
const notAPicture: Shared = { text: '', pictures: [], refusal: 'not_a_picture' };

const offersShared = (shared: Shared) => ({ to: 'choosing', context: { shared } });
const reportsDiscarded = { to: 'empty', context: {}, sends: [{ type: 'share.discarded' }] };

testMachine(shareTarget, {
  inputs: { start: undefined },
  fold: ({ shared }) => (shared ? `${shared.text} ${shared.pictures.length} ${shared.refusal}` : ''),
  events: {
    choose: { type: 'chat.choose', post: 7 },
    discard: { type: 'share.discard' },
    'a text was shared': done('loadShared', sharedText),
    'a picture was shared': done('loadShared', sharedPicture),
    'a text of a too big share': done('loadShared', textOfTooBigShare),
    'another file was shared': done('loadShared', notAPicture),
    'nothing was shared': done('loadShared', null),
    'not readable': error('loadShared', internalFailure),
    discarded: done('discardShared', undefined),
    'not discarded': error('discardShared', internalFailure),
    'handoff fails': error('handoff', internalFailure),
  },
  becomes: {
    'start: start': {
      to: 'loading',
      context: { shared: null },
      calls: { handoff: undefined, loadShared: undefined },
    },
    'loading + a text was shared': offersShared(sharedText),
    'loading + a picture was shared': offersShared(sharedPicture),
    'loading + a text of a too big share': offersShared(textOfTooBigShare),
    'loading + another file was shared': { to: 'empty', context: { shared: notAPicture } },
    'loading + nothing was shared': { to: 'empty', context: {} },
    'loading + not readable': { to: 'empty', context: {} },
    'choosing + choose': ({ shared }: Before) => ({
      to: 'chosen',
      context: {},
      // The share is handed to the chat before the chat is opened.
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
    'discarding + discarded': reportsDiscarded,
    'discarding + not discarded': reportsDiscarded,
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
