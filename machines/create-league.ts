import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import type { League } from '#contract/models.ts';
import { visibleName } from '#contract/text.ts';
import { outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

/** Sent to the parent: the league that was created. */
export type LeagueReport = { type: 'league.created'; league: League };
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
  guards: {
    isValidName: (_, name: string) => name !== '' && name.length <= limits.name.league,
  },
  actions: {
    setName: assign((_, name: string) => ({ name })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    notifyParent: sendTo(
      ({ context }) => context.parent,
      (_, league: League) => ({ type: 'league.created', league }),
    ),
  },
});

const trimmedName = ({ event }: { event: { name: string } }) => visibleName(event.name);
const onCreate = {
  'league.create': {
    guard: { type: 'isValidName', params: trimmedName },
    target: 'creating',
    actions: { type: 'setName', params: trimmedName },
  },
} as const;

/**
 * Creates leagues from a name alone, one at a time, and reports each to its parent.
 * A refused name can be corrected and sent again.
 */
export const createLeague = charts.createMachine({
  id: 'create-league',
  context: ({ input }) => ({ ...input, name: '', failure: null }),
  initial: 'idle',
  states: {
    idle: { on: onCreate },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'createLeague',
        src: 'createLeague',
        input: ({ context }) => ({ name: context.name }),
        onDone: { target: 'idle', actions: { type: 'notifyParent', params: outputOf } },
        onError: { target: 'failed', actions: storeFailure },
      },
    },
    failed: { tags: 'failed', on: onCreate },
  },
});
