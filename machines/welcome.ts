import { setup } from 'xstate';
import { port, setupTypes } from './port.ts';

/**
 * The three slides a new member sees once.
 * Leaving at any slide counts as having seen them.
 */
export const welcome = setup({
  types: setupTypes<{
    events: { type: 'slide.next' } | { type: 'slide.back' } | { type: 'slides.skip' };
    tags: 'busy';
  }>(),
  actors: { markWelcomed: port<unknown, undefined>('markWelcomed') },
}).createMachine({
  id: 'welcome',
  initial: 'greeting',
  states: {
    greeting: { on: { 'slide.next': 'friends', 'slides.skip': 'saving' } },
    friends: { on: { 'slide.next': 'allSet', 'slide.back': 'greeting', 'slides.skip': 'saving' } },
    allSet: { on: { 'slide.next': 'saving', 'slide.back': 'friends', 'slides.skip': 'saving' } },
    saving: {
      tags: 'busy',
      // When the server was not told, they are shown once more next time.
      invoke: { id: 'markWelcomed', src: 'markWelcomed', onDone: 'done', onError: 'done' },
    },
    done: { type: 'final' },
  },
});
