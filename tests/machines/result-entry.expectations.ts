import { expect } from 'vitest';
import type { Item, ItemOption } from '#contract/models.ts';
import type { resultEntry } from '#machines/result-entry.ts';
import {
  causeOf,
  done,
  error,
  oneCallAtATime,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const option = (id: number, name: string, result: number | null = null): ItemOption => ({
  id,
  name,
  item: 5,
  option: id,
  data: [],
  image: null,
  bet: null,
  value: null,
  amount: null,
  result,
  details: { no_points: false, actions: [] },
});

export const match: Item = {
  id: 5,
  post: 2,
  name: 'מכבי · הפועל',
  description: '',
  type: 'home/away',
  date: null,
  status: 'open',
  started: false,
  ended: false,
  started_at: null,
  ended_at: null,
  custom: true,
  readonly: false,
  version: 1,
  options: { 11: option(11, 'מכבי'), 12: option(12, 'הפועל') },
  bet_option: null,
  bet_option_image: null,
  value: null,
  rules: {},
  result: null,
  pts: null,
  ptsDetails: { bets_allow: 1, votesForPoint: 100, reason: null },
  details: {
    groupName: '',
    roundName: '',
    roundNum: null,
    home: 'מכבי',
    away: 'הפועל',
    gameTimeDisplay: '',
    gameTimeAndStatusDisplayType: 0,
    shortStatusText: '',
    rules: [],
  },
  bettors: 0,
};
const moved: Item = { ...match, date: '2026-12-01T18:00:00.000Z', version: 2 };
const started: Item = { ...match, status: 'started', started: true, version: 2 };
const ended: Item = {
  ...started,
  status: 'ended',
  ended: true,
  version: 3,
  options: { 11: option(11, 'מכבי', 2), 12: option(12, 'הפועל', 1) },
};
const voided: Item = { ...match, status: 'void', version: 4 };
export const vote: Item = { ...match, type: 'vote' };
const offline = { kind: 'offline' };
const conflict = { kind: 'conflict', detail: 'another was first', current: ended };
const bare = { kind: 'conflict' };

const nothing = { typed: {}, value: null, failure: null };
type Before = { item: Item; version: number; value: unknown; typed: Record<number, number> };
const resend = (before: Before) => ({
  to: 'saving',
  calls: { setResults: { item: 5, value: before.value, version: before.version } },
});
const syncs = { context: { item: started } };
const moves = { context: { item: moved } };
const types = (id: number, value: number) => (before: Before) =>
  before.item.type === 'vote' && value > 1
    ? 'ignored'
    : { to: 'entering', context: { typed: { ...before.typed, [id]: value }, failure: null } };

/** What is written of results: its test walks it headless, its screen's in a browser. */
export const resultsExpectations: MachineExpectations<typeof resultEntry> = {
  inputs: {
    open: { item: match },
    ended: { item: ended },
    void: { item: voided },
    'half typed': { item: match, draft: { version: 1, typed: { 11: 3 } } },
    'half typed, and another was first': { item: ended, draft: { version: 1, typed: { 11: 3, 12: 1 } } },
    'half typed, and void since': { item: voided, draft: { version: 1, typed: { 11: 3 } } },
    'a half typed vote': { item: vote, draft: { version: 1, typed: { 11: 1 } } },
    'opened, and nothing typed': { item: match, draft: { version: 1, typed: {} } },
  },
  fold: ({ item, version, typed, value }) =>
    [
      `${item.type === 'vote' ? 'vote ' : ''}${item.status} ${item.version}`,
      `v${version}`,
      Object.entries(typed).map(String).join(' '),
      value === null ? '' : JSON.stringify(value),
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'live: started': when((s) => s.context.item.status === 'open' && s.context.item.type !== 'vote', {
      type: 'item.synced',
      item: started,
    }),
    'live: moved': when((s) => s.context.item.version === 1 && s.context.item.type !== 'vote', {
      type: 'item.synced',
      item: moved,
    }),
    'ask to start': { type: 'start.ask' },
    'open result': { type: 'result.open' },
    'ask to void': { type: 'void.ask' },
    'home 3': when((s) => s.context.typed[11] !== 3, { type: 'value.change', option: 11, value: 3 }),
    'away 1': when((s) => s.context.typed[12] !== 1, { type: 'value.change', option: 12, value: 1 }),
    'home 100': { type: 'value.change', option: 11, value: 100 },
    'home emptied': when((s) => s.context.typed[11] !== undefined, {
      type: 'value.change',
      option: 11,
      value: null,
    }),
    submit: { type: 'result.submit' },
    confirm: { type: 'step.confirm' },
    cancel: { type: 'step.cancel' },
    saved: done('setResults', started),
    'another was first': error('setResults', conflict),
    'a conflict without what stands': error('setResults', bare),
    'no line': error('setResults', offline),
  },
  becomes: {
    'start: open': { to: 'idle', context: { item: match, version: 1, ...nothing } },
    'start: ended': { to: 'idle', context: { item: ended, version: 3, ...nothing } },
    'start: void': { to: 'idle', context: { item: voided, version: 4, ...nothing } },

    'start: half typed': { to: 'entering', context: { item: match, version: 1, typed: { 11: 3 } } },
    // The version stays the one it was typed over: the server then tells what stands.
    'start: half typed, and another was first': {
      to: 'entering',
      context: { item: ended, version: 1, typed: { 11: 3, 12: 1 } },
    },
    'start: half typed, and void since': { to: 'idle', context: { item: voided, ...nothing } },
    'start: a half typed vote': { to: 'entering', context: { item: vote, version: 1, typed: { 11: 1 } } },
    'start: opened, and nothing typed': { to: 'idle', context: { item: match, version: 1, ...nothing } },

    'idle + live: started': { to: 'idle', ...syncs },
    'idle + live: moved': { to: 'idle', ...moves },
    'idle + ask to start': (before) =>
      before.item.status === 'open'
        ? { to: 'confirmingStart', context: { version: before.item.version } }
        : 'ignored',
    'idle + open result': (before) =>
      before.item.status === 'void'
        ? 'ignored'
        : {
            to: 'entering',
            // A correction begins from what stands.
            context: { version: before.item.version, typed: before.item.ended ? { 11: 2, 12: 1 } : {} },
          },
    'idle + ask to void': (before) =>
      before.item.status === 'void'
        ? 'ignored'
        : {
            to: 'confirmingVoid',
            context: { version: before.item.version, typed: before.item.ended ? { 11: 2, 12: 1 } : {} },
          },

    'confirmingStart + live: started': { to: 'confirmingStart', ...syncs },
    'confirmingStart + live: moved': { to: 'confirmingStart', ...moves },
    'confirmingStart + confirm': (before) => ({
      to: 'saving',
      calls: { setResults: { item: 5, value: 'start', version: before.version } },
    }),
    'confirmingStart + cancel': { to: 'idle', context: nothing },
    'confirmingVoid + live: started': { to: 'confirmingVoid', ...syncs },
    'confirmingVoid + live: moved': { to: 'confirmingVoid', ...moves },
    'confirmingVoid + confirm': (before) => ({
      to: 'saving',
      calls: { setResults: { item: 5, value: 'void', version: before.version } },
    }),
    'confirmingVoid + cancel': { to: 'idle', context: nothing },

    'entering + live: started': { to: 'entering', ...syncs },
    'entering + live: moved': { to: 'entering', ...moves },
    'entering + home 3': types(11, 3),
    'entering + away 1': types(12, 1),
    'entering + home emptied': (before) => {
      const { 11: _, ...typed } = before.typed;
      return { to: 'entering', context: { typed } };
    },
    'entering + submit': (before) => {
      const { 11: home, 12: away } = before.typed;
      if (before.item.type === 'vote') {
        const options = Object.keys(before.typed).map(Number);
        return {
          to: 'saving',
          calls: { setResults: { item: 5, value: { options }, version: before.version } },
        };
      }
      return home === undefined || away === undefined
        ? 'ignored'
        : {
            to: 'saving',
            calls: { setResults: { item: 5, value: { home, away }, version: before.version } },
          };
    },
    'entering + cancel': { to: 'idle', context: nothing },

    'saving + live: started': { to: 'saving', ...syncs },
    'saving + live: moved': { to: 'saving', ...moves },
    'saving + saved': {
      to: 'idle',
      context: { item: started, ...nothing },
      sends: [{ type: 'item.arrived', item: started }],
    },
    'saving + another was first': (before) => ({
      to: 'conflicted',
      context: { item: ended, version: 3, failure: conflict, typed: before.typed, value: before.value },
    }),
    'saving + a conflict without what stands': (before) => ({
      to: 'conflicted',
      context: { item: before.item, version: before.version, failure: bare, typed: before.typed },
    }),
    'saving + no line': (before) => ({
      to: 'failed',
      context: { failure: offline, typed: before.typed, value: before.value },
    }),

    'conflicted + live: started': { to: 'conflicted', ...syncs },
    'conflicted + live: moved': { to: 'conflicted', ...moves },
    'conflicted + confirm': resend,
    'conflicted + cancel': { to: 'idle', context: nothing },

    'failed + live: started': { to: 'failed', ...syncs },
    'failed + live: moved': { to: 'failed', ...moves },
    'failed + confirm': resend,
    'failed + cancel': { to: 'idle', context: nothing },
    'failed + home 3': types(11, 3),
    'failed + away 1': types(12, 1),
    'failed + home emptied': (before) => {
      const { 11: _, ...typed } = before.typed;
      return { to: 'entering', context: { typed } };
    },
  },
  harmless: {
    'confirmingStart + step.cancel: to returning instead of idle':
      'only what is open can be started, and nothing is typed there: it comes to idle all the same',
  },
  claims: {
    entering: (snapshot) => expect(snapshot.hasTag('entering')).toBe(true),
    failed: (snapshot) =>
      expect([snapshot.hasTag('failed'), snapshot.hasTag('entering')]).toEqual([true, true]),
    saving: (snapshot) => {
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(snapshot.context.value).not.toBeNull();
    },
    confirmingStart: (snapshot) => expect(snapshot.hasTag('asking')).toBe(true),
    confirmingVoid: (snapshot) => expect(snapshot.hasTag('asking')).toBe(true),
    conflicted: (snapshot) => expect(snapshot.hasTag('asking')).toBe(true),
  },
  laws: {
    'never two saves in flight': oneCallAtATime('setResults'),
    'what was typed is lost to nothing but its owner’s own tap, or by being saved': () => (step) => {
      const { type } = causeOf(step);
      const taps = /^(value\.change|result\.open|start\.ask|void\.ask|step\.cancel|xstate\.done)/.test(type);
      if (step.before && !taps) expect(step.after.context.typed).toEqual(step.before.context.typed);
    },
    'nothing is said of an item without a tap, and of one that is void nothing at all': () => (step) => {
      if (!step.calls.setResults) return;
      expect(['step.confirm', 'result.submit']).toContain(causeOf(step).type);
      expect(step.before?.context.item.status).not.toBe('void');
    },
    'what is changed is what was seen': () => {
      let seen: number;
      return (step) => {
        const cause = causeOf(step) as { type: string; error?: { failure?: { current?: Item } } };
        const { item, version } = (step.before ?? step.after).context as Before;
        if (cause.type === 'start') seen = version;
        if (/^(result\.open|start\.ask|void\.ask)$/.test(cause.type) && step.before?.value === 'idle')
          seen = item.version;
        seen = cause.error?.failure?.current?.version ?? seen;
        if (step.calls.setResults) expect((step.calls.setResults as { version: number }).version).toBe(seen);
      };
    },
  },
  unpaired: 2,
};
