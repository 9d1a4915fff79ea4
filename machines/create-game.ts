import { assign, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import type { GameInput, Post } from '#contract/models.ts';
import { port, setupTypes } from './port.ts';

/** What became of it: the game, or why there is none. */
export type CreateGameResult =
  | { readonly outcome: 'made'; readonly post: Post }
  | { readonly outcome: 'failed'; readonly failure: Failure };

const charts = setup({
  types: setupTypes<{
    context: { readonly game: GameInput; readonly end: CreateGameResult | null };
    input: { game: GameInput };
    output: CreateGameResult;
  }>(),
  actors: { createGame: port<Post, GameInput>('createGame') },
  delays: { patience: 20_000 },
  actions: { end: assign((_, end: CreateGameResult) => ({ end })) },
});

/** Makes a game, once. It always has an answer: silence is one too, after a while. */
export const createGame = charts.createMachine({
  id: 'game-maker',
  context: ({ input }) => ({ ...input, end: null }),
  initial: 'making',
  states: {
    making: {
      invoke: {
        id: 'createGame',
        src: 'createGame',
        input: ({ context }) => context.game,
        onDone: {
          target: 'answered',
          actions: { type: 'end', params: ({ event }) => ({ outcome: 'made', post: event.output }) },
        },
        onError: {
          target: 'answered',
          actions: {
            type: 'end',
            params: ({ event }) => ({ outcome: 'failed', failure: asFailure(event.error) }),
          },
        },
      },
      after: {
        patience: {
          target: 'answered',
          actions: { type: 'end', params: { outcome: 'failed', failure: { kind: 'offline' } } },
        },
      },
    },
    answered: { type: 'final' },
  },
  output: ({ context }) => context.end as CreateGameResult,
});
