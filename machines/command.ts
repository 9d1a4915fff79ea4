import { assign, emit, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { Role } from '#contract/models.ts';
import { nonNull, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

type LeagueOrGroup = { readonly section: number } | { readonly clan: number };

/** A command to the server; `src/app/run-command.ts` maps each name to its call. */
export type Command =
  /** `title`: the league's name. */
  | { readonly name: 'join'; readonly league: number; readonly title: string }
  | { readonly name: 'leave' | 'renewJoinCode'; readonly target: LeagueOrGroup }
  | { readonly name: 'removeMember'; readonly target: LeagueOrGroup; readonly member: number }
  | { readonly name: 'archiveLeague' | 'reopenLeague' | 'exportBets'; readonly league: number }
  | { readonly name: 'revokeSession' | 'deleteMessage'; readonly id: number }
  | { readonly name: 'archivePost' | 'archiveGameType' | 'archiveRule'; readonly id: number }
  | { readonly name: 'setRole'; readonly member: number; readonly role: Role }
  | { readonly name: 'handBack'; readonly item: number }
  | {
      readonly name: 'voteOnObjections';
      readonly item: number;
      readonly version: number;
      readonly agrees: boolean;
    }
  | { readonly name: 'confirmResult'; readonly item: number; readonly version: number }
  | { readonly name: 'deleteAccount' | 'exportMyData' }
  | { readonly name: 'setNoPoints'; readonly id: number; readonly noPoints: boolean }
  | { readonly name: 'placeJoker' | 'takeJoker'; readonly item: number }
  | { readonly name: 'setLanguage'; readonly member: number; readonly language: string };

type Context = { readonly command: Command | null; readonly failure: Failure | null };
type Events =
  | { type: 'command.run'; command: Command }
  /** Asks for confirmation first, for commands that cannot be undone. */
  | { type: 'command.ask'; command: Command }
  | { type: 'command.confirm' }
  | { type: 'command.cancel' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    emitted: { type: 'command.done'; command: Command; response: unknown };
    tags: 'busy' | 'failed' | 'confirming';
  }>(),
  actors: { runCommand: port<unknown, Command>('runCommand') },
  actions: {
    setCommand: assign((_, given: Command) => ({ command: given, failure: null })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearCommand: assign({ command: null, failure: null }),
    reportDone: emit(({ context }, { response }: { response: unknown }) => ({
      type: 'command.done',
      command: nonNull(context.command),
      response,
    })),
  },
});

const setCommand = {
  type: 'setCommand',
  params: ({ event }: { event: { command: Command } }) => event.command,
} as const;
const onCommand = {
  'command.run': { target: 'running', actions: setCommand },
  'command.ask': { target: 'confirming', actions: setCommand },
} as const;

/**
 * One command to the server by a tap: joining a league, leaving it, renewing its code.
 * Commands that cannot be undone are confirmed first, and one ends before the next begins.
 */
export const command = charts.createMachine({
  id: 'command',
  context: { command: null, failure: null },
  initial: 'idle',
  states: {
    idle: { on: onCommand },
    confirming: {
      tags: 'confirming',
      on: { 'command.confirm': 'running', 'command.cancel': { target: 'idle', actions: 'clearCommand' } },
    },
    running: {
      tags: 'busy',
      invoke: {
        id: 'runCommand',
        src: 'runCommand',
        input: ({ context }) => nonNull(context.command),
        onDone: {
          target: 'idle',
          actions: [
            { type: 'reportDone', params: ({ event }) => ({ response: event.output }) },
            'clearCommand',
          ],
        },
        onError: { target: 'failed', actions: storeFailure },
      },
    },
    failed: {
      tags: 'failed',
      on: { ...onCommand, 'command.cancel': { target: 'idle', actions: 'clearCommand' } },
    },
  },
});
