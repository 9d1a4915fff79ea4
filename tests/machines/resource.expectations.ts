import { expect } from 'vitest';
import type { resource } from '#machines/resource.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const all = { key: 'standings', params: { section: 1 } };
const ours = { key: 'standings', params: { section: 1, clan: 7 } };
const asks = { load: all };
const asksAgain = (before: { params: Record<string, unknown> }) => ({
  load: { key: 'standings', params: before.params },
});
const has = (value: string | null) => ({ value, failure: null });
const offline = { kind: 'offline' };

const takes = (value: string) => ({ to: 'ready', context: has(value) });
const aims = { to: 'loading', context: { params: ours.params, failure: null }, calls: { load: ours } };

/** What is written of resource: its test walks it headless, its screen's in a browser. */
export const resourceExpectations: MachineExpectations<typeof resource> = {
  inputs: { standings: all },
  fold: ({ value, params }) =>
    [typeof value === 'string' ? value : 'nothing', 'clan' in params ? 'filtered' : '']
      .filter(Boolean)
      .join(', '),
  events: {
    'first answer': done('load', 'table 1'),
    'later answer': done('load', 'table 2'),
    'no line': error('load', offline),
    'not there': error('load', { kind: 'not_found' }),
    'not for us': error('load', { kind: 'forbidden' }),
    refresh: { type: 'resource.refresh' },
    filter: { type: 'params.change', params: ours.params },
    told: { type: 'value.arrived', value: 'table 3' },
  },
  becomes: {
    'start: standings': { to: 'loading', context: { ...all, ...has(null) }, calls: asks },

    'loading + first answer': takes('table 1'),
    'loading + later answer': takes('table 2'),
    'loading + no line': { to: 'failed', context: { failure: offline } },
    'loading + not there': { to: 'missing.unseen', context: has(null) },
    'loading + not for us': { to: 'missing.unseen', context: has(null) },
    'loading + refresh': (before) => ({ to: 'loading', calls: asksAgain(before) }),
    'loading + filter': aims,
    'loading + told': takes('table 3'),

    'ready + refresh': (before) => ({
      to: 'refreshing',
      context: { value: before.value },
      calls: asksAgain(before),
    }),
    'ready + filter': aims,
    'ready + told': takes('table 3'),

    'refreshing + first answer': takes('table 1'),
    'refreshing + later answer': takes('table 2'),
    'refreshing + no line': (before) => ({ to: 'stale', context: { value: before.value, failure: offline } }),
    // What was shown and is no more says so, and is shown no longer.
    'refreshing + not there': { to: 'missing.gone', context: has(null) },
    'refreshing + not for us': { to: 'missing.gone', context: has(null) },
    'refreshing + refresh': (before) => ({ to: 'refreshing', calls: asksAgain(before) }),
    'refreshing + filter': aims,
    'refreshing + told': takes('table 3'),

    'stale + refresh': (before) => ({
      to: 'refreshing',
      context: { value: before.value },
      calls: asksAgain(before),
    }),
    'stale + filter': aims,
    'stale + told': takes('table 3'),

    'failed + refresh': (before) => ({ to: 'loading', calls: asksAgain(before) }),
    'failed + filter': aims,
    'failed + told': takes('table 3'),

    'missing + refresh': (before) => ({ to: 'loading', calls: asksAgain(before) }),
    'missing + filter': aims,
    'missing + told': takes('table 3'),
  },
  claims: {
    '*': (snapshot) => {
      if (snapshot.hasTag('shown')) expect(snapshot.context.value).not.toBeNull();
    },
    loading: hasExactTags('busy'),
    ready: hasExactTags('shown'),
    refreshing: hasExactTags('busy', 'shown'),
    stale: hasExactTags('failed', 'shown'),
    failed: hasExactTags('failed'),
    missing: (snapshot) => expect(snapshot.context.value).toBeNull(),
  },
};
