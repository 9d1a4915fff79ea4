import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { resultEntry } from '#machines/result-entry.ts';
import { buildItem, buildItemOption } from '#tests/support/builders.ts';
import {
  causeOf,
  done,
  error,
  hasExactTags,
  oneCallAtATime,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const option = (id: number, name: string, result: number | null = null) =>
  buildItemOption(5, id, { name, result });

const anyItem = buildItem(5, 'home/away', {});
export const match: Item = {
  ...anyItem,
  name: 'מכבי · הפועל',
  options: { 11: option(11, 'מכבי'), 12: option(12, 'הפועל') },
  details: { ...anyItem.details, home: 'מכבי', away: 'הפועל' },
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
const offline = { kind: 'offline' as const };
const conflict = { kind: 'conflict' as const, detail: 'another was first', current: ended };
const bare = { kind: 'conflict' as const };
export const half = { version: 1, typed: { 11: 3 } };
export const whole = { version: 1, typed: { 11: 3, 12: 1 } };
export const ticked = { version: 1, typed: { 11: 1 } };
const isMatch = ({ context }: { context: { item: Item } }) => context.item.type !== 'vote';

const empty = { typed: {}, pendingResult: null, failure: null };
type Before = ContextFrom<typeof resultEntry>;
const stores = (version: number, typed: Before['typed']) => ({
  type: 'value.keep',
  value: { version, typed },
});
const clears = { type: 'value.keep', value: null };
const toIdle = { to: 'idle', context: empty, sends: [clears] };
/** The call, with the values still stored. */
const saves = (value: unknown) => (before: Before) => ({
  to: 'saving',
  context: { pendingResult: value },
  calls: { setResults: { item: 5, value, version: before.version } },
  sends: [stores(before.version, before.typed)],
});
const resend = (before: Before) => saves(before.pendingResult)(before);
const loads = (item: Item) => ({
  to: 'loading',
  context: { item, version: item.version, ...empty },
  calls: { loadDraft: { item: 5 }, draftStore: { item: 5 } },
});
const syncs = { context: { item: started } };
const moves = { context: { item: moved } };
const enters = ({ version }: Before, typed: Before['typed']) => ({
  to: 'entering',
  context: { typed, failure: null },
  sends: [stores(version, typed)],
});
const types = (id: number, value: number) => (before: Before) =>
  before.item.type === 'vote' && value > 1 ? 'ignored' : enters(before, { ...before.typed, [id]: value });
const emptiesHome = (before: Before) => {
  const { 11: _, ...typed } = before.typed;
  return enters(before, typed);
};
const restores = (version: number, typed: Before['typed']) => (before: Before) =>
  before.item.status === 'void'
    ? toIdle
    : { to: 'entering', context: { item: before.item, version, typed }, sends: [stores(version, typed)] };

/** What is written of result-entry: its test walks it headless, its screen's in a browser. */
export const resultEntryExpectations: MachineExpectations<typeof resultEntry> = {
  inputs: {
    open: { item: match },
    ended: { item: ended },
    void: { item: voided },
    vote: { item: vote },
  },
  fold: ({ item, version, typed, pendingResult }) =>
    [
      `${item.type === 'vote' ? 'vote ' : ''}${item.status} ${item.version}`,
      `v${version}`,
      Object.entries(typed).map(String).join(' '),
      pendingResult === null ? '' : JSON.stringify(pendingResult),
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'no draft': done('loadDraft', null),
    'load fails': error('loadDraft', new Error('denied')),
    'half a score loads': when((s) => isMatch(s) && !s.context.item.ended, done('loadDraft', half)),
    'a score loads': when((s) => s.context.item.ended, done('loadDraft', whole)),
    'a ticked vote loads': when((s) => !isMatch(s), done('loadDraft', ticked)),
    'an empty draft loads': when(isMatch, done('loadDraft', { version: 1, typed: {} })),
    'store breaks': when((s) => s.matches('loading'), error('draftStore', new Error('denied'))),
    'live: started': when((s) => s.context.item.status === 'open' && isMatch(s), {
      type: 'item.synced',
      item: started,
    }),
    'live: moved': when((s) => s.context.item.version === 1 && isMatch(s), {
      type: 'item.synced',
      item: moved,
    }),
    'ask to start': { type: 'start.request' },
    'open result': { type: 'result.open' },
    'ask to void': { type: 'void.request' },
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
    'a conflict without the item': error('setResults', bare),
    'no network': error('setResults', offline),
  },
  becomes: {
    'start: open': loads(match),
    'start: ended': loads(ended),
    'start: void': loads(voided),
    'start: vote': loads(vote),

    'loading + no draft': toIdle,
    'loading + load fails': toIdle,
    'loading + an empty draft loads': toIdle,
    'loading + half a score loads': restores(1, half.typed),
    // The version stays the one the values were typed over: saving them conflicts.
    'loading + a score loads': restores(1, whole.typed),
    'loading + a ticked vote loads': restores(1, ticked.typed),
    'loading + live: started': { to: 'loading', ...syncs },
    'loading + live: moved': { to: 'loading', ...moves },

    'idle + live: started': { to: 'idle', ...syncs },
    'idle + live: moved': { to: 'idle', ...moves },
    'idle + ask to start': ({ item }) =>
      item.status === 'open'
        ? { to: 'confirming', context: { version: item.version, typed: {}, pendingResult: 'start' } }
        : 'ignored',
    'idle + open result': ({ item }) => {
      // A correction begins from the current result.
      const typed: Before['typed'] = item.ended ? { 11: 2, 12: 1 } : {};
      return item.status === 'void'
        ? 'ignored'
        : {
            to: 'entering',
            context: { version: item.version, typed },
            sends: [stores(item.version, typed)],
          };
    },
    'idle + ask to void': ({ item }) =>
      item.status === 'void'
        ? 'ignored'
        : { to: 'confirming', context: { version: item.version, typed: {}, pendingResult: 'void' } },

    'confirming + live: started': { to: 'confirming', ...syncs },
    'confirming + live: moved': { to: 'confirming', ...moves },
    'confirming + confirm': resend,
    'confirming + cancel': toIdle,

    'entering + live: started': { to: 'entering', ...syncs },
    'entering + live: moved': { to: 'entering', ...moves },
    'entering + home 3': types(11, 3),
    'entering + away 1': types(12, 1),
    'entering + home emptied': emptiesHome,
    'entering + submit': (before) => {
      const { 11: home, 12: away } = before.typed;
      if (before.item.type === 'vote')
        return saves({ options: Object.keys(before.typed).map(Number) })(before);
      return home === undefined || away === undefined ? 'ignored' : saves({ home, away })(before);
    },
    'entering + cancel': toIdle,

    'saving + live: started': { to: 'saving', ...syncs },
    'saving + live: moved': { to: 'saving', ...moves },
    'saving + saved': {
      to: 'idle',
      context: { item: started, ...empty },
      sends: [{ type: 'item.updated', item: started }, clears],
    },
    'saving + another was first': ({ typed, pendingResult }) => ({
      to: 'conflicted',
      context: { item: ended, version: 3, failure: conflict, typed, pendingResult },
      sends: [stores(0, typed)],
    }),
    'saving + a conflict without the item': ({ item, version, typed }) => ({
      to: 'conflicted',
      context: { item, version, failure: bare, typed },
      sends: [stores(0, typed)],
    }),
    'saving + no network': ({ typed, pendingResult }) => ({
      to: 'failed',
      context: { failure: offline, typed, pendingResult },
    }),

    'conflicted + live: started': { to: 'conflicted', ...syncs },
    'conflicted + live: moved': { to: 'conflicted', ...moves },
    'conflicted + confirm': resend,
    'conflicted + cancel': toIdle,

    'failed + live: started': { to: 'failed', ...syncs },
    'failed + live: moved': { to: 'failed', ...moves },
    'failed + confirm': resend,
    'failed + cancel': toIdle,
    'failed + home 3': types(11, 3),
    'failed + away 1': types(12, 1),
    'failed + home emptied': emptiesHome,
  },
  claims: {
    entering: (snapshot) => expect(snapshot.hasTag('entering')).toBe(true),
    failed: (snapshot) =>
      expect([snapshot.hasTag('failed'), snapshot.hasTag('entering')]).toEqual([true, true]),
    saving: (snapshot) => {
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(snapshot.context.pendingResult).not.toBeNull();
    },
    confirming: hasExactTags('confirming'),
    conflicted: hasExactTags('confirming'),
  },
  laws: {
    'never two saves in flight': oneCallAtATime('setResults'),
    'what was typed is lost to nothing but its owner’s own tap, or by being saved': () => (step) => {
      const { type } = causeOf(step);
      const taps =
        /^(value\.change|result\.open|start\.request|void\.request|step\.cancel|xstate\.done)/.test(type);
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
        const cause = causeOf(step) as {
          type: string;
          output?: { version: number } | null;
          error?: { failure?: { current?: Item } };
        };
        const { item, version } = (step.before ?? step.after).context as Before;
        if (cause.type === 'start') seen = version;
        if (cause.type === 'xstate.done.actor.loadDraft' && step.after.matches('entering'))
          seen = cause.output?.version ?? seen;
        if (/^(result\.open|start\.request|void\.request)$/.test(cause.type) && step.before?.value === 'idle')
          seen = item.version;
        seen = cause.error?.failure?.current?.version ?? seen;
        if (step.calls.setResults) expect((step.calls.setResults as { version: number }).version).toBe(seen);
      };
    },
  },
  unpaired: 26,
};
