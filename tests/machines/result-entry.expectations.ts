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
const movedMatch: Item = { ...match, date: '2026-12-01T18:00:00.000Z', version: 2 };
const startedMatch: Item = { ...match, status: 'started', started: true, version: 2 };
const endedMatch: Item = {
  ...startedMatch,
  status: 'ended',
  ended: true,
  version: 3,
  options: { 11: option(11, 'מכבי', 2), 12: option(12, 'הפועל', 1) },
};
const voidedMatch: Item = { ...match, status: 'void', version: 4 };
export const voteItem: Item = { ...match, type: 'vote' };
const offline = { kind: 'offline' as const };
const conflict = { kind: 'conflict' as const, detail: 'another was first', current: endedMatch };
const conflictWithoutItem = { kind: 'conflict' as const };
export const halfDraft = { version: 1, typed: { 11: 3 } };
export const completeDraft = { version: 1, typed: { 11: 3, 12: 1 } };
export const voteDraft = { version: 1, typed: { 11: 1 } };
const isMatch = ({ context }: { context: { item: Item } }) => context.item.type !== 'vote';

const nothingTyped = { typed: {}, pendingResult: null, failure: null };
type Before = ContextFrom<typeof resultEntry>;
const storesDraft = (version: number, typed: Before['typed']) => ({
  type: 'value.keep',
  value: { version, typed },
});
const deletesDraft = { type: 'value.keep', value: null };
const returnsToIdle = { to: 'idle', context: nothingTyped, sends: [deletesDraft] };
/** The call, with the values still stored. */
const startsSaving = (value: unknown) => (before: Before) => ({
  to: 'saving',
  context: { pendingResult: value },
  calls: { setResults: { item: 5, value, version: before.version } },
  sends: [storesDraft(before.version, before.typed)],
});
const savesPendingResult = (before: Before) => startsSaving(before.pendingResult)(before);
const loadsDraftOf = (item: Item) => ({
  to: 'loading',
  context: { item, version: item.version, ...nothingTyped },
  calls: { loadDraft: { item: 5 }, draftStore: { item: 5 } },
});
const syncsStarted = { context: { item: startedMatch } };
const syncsMoved = { context: { item: movedMatch } };
const entersValues = ({ version }: Before, typed: Before['typed']) => ({
  to: 'entering',
  context: { typed, failure: null },
  sends: [storesDraft(version, typed)],
});
const typesValue = (id: number, value: number) => (before: Before) =>
  before.item.type === 'vote' && value > 1
    ? 'ignored'
    : entersValues(before, { ...before.typed, [id]: value });
const emptiesHomeScore = (before: Before) => {
  const { 11: _, ...typed } = before.typed;
  return entersValues(before, typed);
};
const restoresDraft = (version: number, typed: Before['typed']) => (before: Before) =>
  before.item.status === 'void'
    ? returnsToIdle
    : {
        to: 'entering',
        context: { item: before.item, version, typed },
        sends: [storesDraft(version, typed)],
      };

/** Expectations of result-entry, for its test and for its screen's walk. */
export const resultEntryExpectations: MachineExpectations<typeof resultEntry> = {
  inputs: {
    open: { item: match },
    ended: { item: endedMatch },
    void: { item: voidedMatch },
    vote: { item: voteItem },
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
    'half a score loads': when(
      (snapshot) => isMatch(snapshot) && !snapshot.context.item.ended,
      done('loadDraft', halfDraft),
    ),
    'a score loads': when((snapshot) => snapshot.context.item.ended, done('loadDraft', completeDraft)),
    'a ticked vote loads': when((snapshot) => !isMatch(snapshot), done('loadDraft', voteDraft)),
    'an empty draft loads': when(isMatch, done('loadDraft', { version: 1, typed: {} })),
    'store fails': when((snapshot) => snapshot.matches('loading'), error('draftStore', new Error('denied'))),
    'live: started': when((snapshot) => snapshot.context.item.status === 'open' && isMatch(snapshot), {
      type: 'item.synced',
      item: startedMatch,
    }),
    'live: moved': when((snapshot) => snapshot.context.item.version === 1 && isMatch(snapshot), {
      type: 'item.synced',
      item: movedMatch,
    }),
    'ask to start': { type: 'start.request' },
    'open result': { type: 'result.open' },
    'ask to void': { type: 'void.request' },
    'home 3': when((snapshot) => snapshot.context.typed[11] !== 3, {
      type: 'value.change',
      option: 11,
      value: 3,
    }),
    'away 1': when((snapshot) => snapshot.context.typed[12] !== 1, {
      type: 'value.change',
      option: 12,
      value: 1,
    }),
    'home 100': { type: 'value.change', option: 11, value: 100 },
    'home emptied': when((snapshot) => snapshot.context.typed[11] !== undefined, {
      type: 'value.change',
      option: 11,
      value: null,
    }),
    submit: { type: 'result.submit' },
    confirm: { type: 'step.confirm' },
    cancel: { type: 'step.cancel' },
    saved: done('setResults', startedMatch),
    'conflict, with the item': error('setResults', conflict),
    'conflict, without the item': error('setResults', conflictWithoutItem),
    'no network': error('setResults', offline),
  },
  becomes: {
    'start: open': loadsDraftOf(match),
    'start: ended': loadsDraftOf(endedMatch),
    'start: void': loadsDraftOf(voidedMatch),
    'start: vote': loadsDraftOf(voteItem),

    'loading + no draft': returnsToIdle,
    'loading + load fails': returnsToIdle,
    'loading + an empty draft loads': returnsToIdle,
    'loading + half a score loads': restoresDraft(1, halfDraft.typed),
    // The version stays the one the values were typed over: saving them conflicts.
    'loading + a score loads': restoresDraft(1, completeDraft.typed),
    'loading + a ticked vote loads': restoresDraft(1, voteDraft.typed),
    'loading + live: started': { to: 'loading', ...syncsStarted },
    'loading + live: moved': { to: 'loading', ...syncsMoved },

    'idle + live: started': { to: 'idle', ...syncsStarted },
    'idle + live: moved': { to: 'idle', ...syncsMoved },
    'idle + ask to start': ({ item }) =>
      item.status === 'open'
        ? { to: 'confirming', context: { version: item.version, typed: {}, pendingResult: 'start' } }
        : 'ignored',
    'idle + open result': ({ item }) => {
      // A correction starts with the current result.
      const typed: Before['typed'] = item.ended ? { 11: 2, 12: 1 } : {};
      return item.status === 'void'
        ? 'ignored'
        : {
            to: 'entering',
            context: { version: item.version, typed },
            sends: [storesDraft(item.version, typed)],
          };
    },
    'idle + ask to void': ({ item }) =>
      item.status === 'void'
        ? 'ignored'
        : { to: 'confirming', context: { version: item.version, typed: {}, pendingResult: 'void' } },

    'confirming + live: started': { to: 'confirming', ...syncsStarted },
    'confirming + live: moved': { to: 'confirming', ...syncsMoved },
    'confirming + confirm': savesPendingResult,
    'confirming + cancel': returnsToIdle,

    'entering + live: started': { to: 'entering', ...syncsStarted },
    'entering + live: moved': { to: 'entering', ...syncsMoved },
    'entering + home 3': typesValue(11, 3),
    'entering + away 1': typesValue(12, 1),
    'entering + home emptied': emptiesHomeScore,
    'entering + submit': (before) => {
      const { 11: home, 12: away } = before.typed;
      if (before.item.type === 'vote')
        return startsSaving({ options: Object.keys(before.typed).map(Number) })(before);
      return home === undefined || away === undefined ? 'ignored' : startsSaving({ home, away })(before);
    },
    'entering + cancel': returnsToIdle,

    'saving + live: started': { to: 'saving', ...syncsStarted },
    'saving + live: moved': { to: 'saving', ...syncsMoved },
    'saving + saved': {
      to: 'idle',
      context: { item: startedMatch, ...nothingTyped },
      sends: [{ type: 'item.updated', item: startedMatch }, deletesDraft],
    },
    'saving + conflict, with the item': ({ typed, pendingResult }) => ({
      to: 'conflicted',
      context: { item: endedMatch, version: 3, failure: conflict, typed, pendingResult },
      sends: [storesDraft(0, typed)],
    }),
    'saving + conflict, without the item': ({ item, version, typed }) => ({
      to: 'conflicted',
      context: { item, version, failure: conflictWithoutItem, typed },
      sends: [storesDraft(0, typed)],
    }),
    'saving + no network': ({ typed, pendingResult }) => ({
      to: 'failed',
      context: { failure: offline, typed, pendingResult },
    }),

    'conflicted + live: started': { to: 'conflicted', ...syncsStarted },
    'conflicted + live: moved': { to: 'conflicted', ...syncsMoved },
    'conflicted + confirm': savesPendingResult,
    'conflicted + cancel': returnsToIdle,

    'failed + live: started': { to: 'failed', ...syncsStarted },
    'failed + live: moved': { to: 'failed', ...syncsMoved },
    'failed + confirm': savesPendingResult,
    'failed + cancel': returnsToIdle,
    'failed + home 3': typesValue(11, 3),
    'failed + away 1': typesValue(12, 1),
    'failed + home emptied': emptiesHomeScore,
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
    'typed values are removed only by a tap of their author or by being saved': () => (step) => {
      const { type } = causeOf(step);
      const taps =
        /^(value\.change|result\.open|start\.request|void\.request|step\.cancel|xstate\.done)/.test(type);
      if (step.before && !taps) expect(step.after.context.typed).toEqual(step.before.context.typed);
    },
    'a result is saved only after a tap, and never of a void item': () => (step) => {
      if (!step.calls.setResults) return;
      expect(['step.confirm', 'result.submit']).toContain(causeOf(step).type);
      expect(step.before?.context.item.status).not.toBe('void');
    },
    'a result is saved with the version that was shown': () => {
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
