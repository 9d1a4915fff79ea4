import { setup } from 'xstate';
import { port, setupTypes } from './port.ts';

/**
 * The three slides a new member sees once. Leaving them at any slide is seeing them: they never stand in the way.
 */
export const welcome = setup({
  types: setupTypes<{
    events: { type: 'slide.next' } | { type: 'slide.back' } | { type: 'slides.leave' };
    tags: 'busy';
  }>(),
  actors: { markWelcomed: port<unknown, undefined>('markWelcomed') },
  delays: { patience: 5000 },
}).createMachine({
  id: 'welcome',
  initial: 'greeting',
  states: {
    greeting: { on: { 'slide.next': 'friends', 'slides.leave': 'leaving' } },
    friends: { on: { 'slide.next': 'allSet', 'slide.back': 'greeting', 'slides.leave': 'leaving' } },
    allSet: { on: { 'slide.next': 'leaving', 'slide.back': 'friends', 'slides.leave': 'leaving' } },
    leaving: {
      tags: 'busy',
      // Unsaid, they are shown once more next time; nobody waits here for the network.
      invoke: { id: 'markWelcomed', src: 'markWelcomed', onDone: 'left', onError: 'left' },
      after: { patience: 'left' },
    },
    left: { type: 'final' },
  },
});
