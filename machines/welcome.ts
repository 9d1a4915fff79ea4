import { setup } from 'xstate';
import { port, setupTypes } from './port.ts';

/** Slides in their order; each is a state. */
export const welcomeSlides = ['greeting', 'friends', 'allSet'] as const;
export type WelcomeSlide = (typeof welcomeSlides)[number];

const charts = setup({
  types: setupTypes<{
    /** Where a reload left off; null is the first slide. */
    context: { readonly restored: WelcomeSlide | null };
    input: { restored: WelcomeSlide | null };
    events: { type: 'slide.next' } | { type: 'slide.back' } | { type: 'slides.skip' };
    tags: 'busy';
  }>(),
  actors: { markWelcomed: port<unknown, undefined>('markWelcomed') },
  guards: {
    leftAtFriends: ({ context }) => context.restored === 'friends',
    leftAtAllSet: ({ context }) => context.restored === 'allSet',
  },
});

/**
 * The three slides a new member sees once.
 * Leaving at any slide counts as having seen them.
 */
export const welcome = charts.createMachine({
  id: 'welcome',
  context: ({ input }) => input,
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'leftAtFriends', target: 'friends' },
        { guard: 'leftAtAllSet', target: 'allSet' },
        { target: 'greeting' },
      ],
    },
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
