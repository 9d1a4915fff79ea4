import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import type { League } from '#contract/models.ts';
import { port, setupTypes } from './port.ts';

/** What the wizard hears: a league that did not exist before. */
export type LeagueReport = { type: 'league.made'; league: League };
type ParentRef = ActorRef<Snapshot<unknown>, LeagueReport>;

type Context = { readonly parent: ParentRef; readonly name: string; readonly failure: Failure | null };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'league.create'; name: string };
    input: { parent: ParentRef };
    tags: 'busy' | 'failed';
  }>(),
  actors: { createLeague: port<League, { name: string }>('createLeague') },
  delays: { patience: 20_000 },
  guards: {
    isName: (_, params: { name: string }) => params.name !== '' && params.name.length <= limits.name.league,
  },
  actions: {
    name: assign((_, params: { name: string }) => ({ name: params.name })),
    fail: assign((_, params: { failure: Failure }) => ({ failure: params.failure })),
    tell: sendTo(
      ({ context }) => context.parent,
      (_, params: { league: League }) => ({ type: 'league.made', league: params.league }),
    ),
  },
});

const trimmedName = ({ event }: { event: { name: string } }) => ({ name: event.name.trim() });
const onCreate = {
  'league.create': {
    guard: { type: 'isName', params: trimmedName },
    target: 'making',
    actions: { type: 'name', params: trimmedName },
  },
} as const;

/** Makes a league from a name alone, as often as is asked. A name that was refused can be mended and tried again. */
export const createLeague = charts.createMachine({
  id: 'league-maker',
  context: ({ input }) => ({ ...input, name: '', failure: null }),
  initial: 'idle',
  states: {
    idle: { on: onCreate },
    making: {
      tags: 'busy',
      invoke: {
        id: 'createLeague',
        src: 'createLeague',
        input: ({ context }) => ({ name: context.name }),
        onDone: {
          target: 'idle',
          actions: { type: 'tell', params: ({ event }) => ({ league: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: ({ event }) => ({ failure: asFailure(event.error) }) },
        },
      },
      after: {
        patience: { target: 'failed', actions: { type: 'fail', params: { failure: { kind: 'offline' } } } },
      },
    },
    failed: { tags: 'failed', on: onCreate },
  },
});
