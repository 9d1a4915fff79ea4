import { assign, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import {
  notificationKinds,
  type NotificationKind,
  type NotificationSwitches,
} from '#contract/notification-preferences.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  /** As the server has them; null until it said. */
  readonly saved: NotificationSwitches | null;
  /** As the switches stand. */
  readonly shown: NotificationSwitches | null;
  /** The switches as they stood when they were last sent. */
  readonly sent: NotificationSwitches | null;
  readonly failure: Failure | null;
};
type Events =
  | { type: 'choice.change'; kind: NotificationKind; on: boolean }
  /** They may have changed somewhere else. */
  | { type: 'choices.refresh' };

/** What stands otherwise in one than in the other. */
function changesBetween(
  one: NotificationSwitches | null,
  other: NotificationSwitches | null,
): Partial<NotificationSwitches> {
  const kinds = notificationKinds.filter((kind) => one?.[kind] !== other?.[kind]);
  return Object.fromEntries(kinds.map((kind) => [kind, one?.[kind]]));
}

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    tags: 'busy' | 'failed';
  }>(),
  actors: {
    loadChoices: port<NotificationSwitches, undefined>('loadChoices'),
    saveChoices: port<NotificationSwitches, { choices: Partial<NotificationSwitches> }>('saveChoices'),
  },
  delays: { patience: 20_000 },
  guards: {
    hasMore: ({ context: { shown, sent } }) => Object.keys(changesBetween(shown, sent)).length > 0,
  },
  actions: {
    choose: assign(({ context: { shown }, event }) =>
      event.type === 'choice.change' && shown ? { shown: { ...shown, [event.kind]: event.on } } : {},
    ),
    take: assign((_, params: { choices: NotificationSwitches }) => ({
      saved: params.choices,
      shown: params.choices,
      failure: null,
    })),
    /** What was switched since then stays switched; the rest is as the server has it, whoever changed it there. */
    takeBelow: assign(({ context: { shown, sent } }, params: { choices: NotificationSwitches }) => ({
      saved: params.choices,
      shown: { ...params.choices, ...changesBetween(shown, sent) },
    })),
    noteSent: assign(({ context }) => ({ sent: context.shown, failure: null })),
    fallBack: assign(({ context }) => ({ shown: context.saved })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure }),
  },
});

const outputOf = ({ event }: { event: { output: NotificationSwitches } }) => ({ choices: event.output });
const storePreferences = { type: 'take', params: outputOf } as const;
const storeFailure = {
  type: 'fail',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;
const onChange = { target: 'saving', actions: 'choose' } as const;

/**
 * What a member wants to be told of, by switches that answer at once and are saved behind them, one save after another.
 * A switch that could not be saved goes back to where it was.
 */
export const notificationPreferences = charts.createMachine({
  id: 'choices',
  context: { saved: null, shown: null, sent: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'firstChoices',
        src: 'loadChoices',
        onDone: { target: 'idle', actions: storePreferences },
        onError: { target: 'unseen', actions: storeFailure },
      },
      after: { patience: { target: 'unseen', actions: 'takeSilence' } },
    },
    unseen: { tags: 'failed', on: { 'choices.refresh': 'loading' } },
    idle: { on: { 'choice.change': onChange, 'choices.refresh': 'refreshing' } },
    /** Behind the switches: they can be changed meanwhile. */
    refreshing: {
      invoke: {
        id: 'freshChoices',
        src: 'loadChoices',
        onDone: { target: 'idle', actions: storePreferences },
        onError: 'idle',
      },
      after: { patience: 'idle' },
      on: {
        'choice.change': onChange,
        // The answer under way may be older than what prompted this.
        'choices.refresh': { target: 'refreshing', reenter: true },
      },
    },
    saving: {
      tags: 'busy',
      entry: 'noteSent',
      invoke: {
        id: 'saveChoices',
        src: 'saveChoices',
        input: ({ context: { shown, saved } }) => ({ choices: changesBetween(shown, saved) }),
        onDone: [
          {
            guard: 'hasMore',
            target: 'saving',
            reenter: true,
            actions: { type: 'takeBelow', params: outputOf },
          },
          { target: 'idle', actions: storePreferences },
        ],
        onError: { target: 'failed', actions: [storeFailure, 'fallBack'] },
      },
      on: { 'choice.change': { actions: 'choose' } },
      after: { patience: { target: 'failed', actions: ['takeSilence', 'fallBack'] } },
    },
    failed: { tags: 'failed', on: { 'choice.change': onChange, 'choices.refresh': 'refreshing' } },
  },
});
