import { expect } from 'vitest';
import { CachedAnswer } from '#domain/cached-answer.ts';
import { resourceOf } from '#machines/resource.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

export const standings = resourceOf<string, { section: number }>();

const all = { params: { section: 1 } };
/** Where nothing is shown yet, what was seen before will do. */
const asksFirst = { load: { ...all, mayBeCached: true } };
const asks = { load: { ...all, mayBeCached: false } };
const has = (value: string | null) => ({ value, cachedAt: null, failure: null });
const hasKept = { value: 'table 0', cachedAt: 1200, failure: null };
const offline = { kind: 'offline' };

const takes = (value: string) => ({ to: 'ready', context: has(value) });

/** Expectations of resource, for its test and for its screen's walk. */
export const resourceExpectations: MachineExpectations<typeof standings> = {
  inputs: { standings: all.params },
  fold: ({ value }) => value ?? 'nothing',
  events: {
    'first answer': done('load', 'table 1'),
    'later answer': done('load', 'table 2'),
    'kept answer': done('load', new CachedAnswer('table 0', 1200)),
    'no network': error('load', offline),
    'not found': error('load', { kind: 'not_found' }),
    forbidden: error('load', { kind: 'forbidden' }),
    refresh: { type: 'resource.refresh' },
    'value pushed': { type: 'value.arrived', value: 'table 3' },
  },
  becomes: {
    'start: standings': { to: 'loading', context: { ...all, ...has(null) }, calls: asksFirst },

    'loading + first answer': takes('table 1'),
    'loading + later answer': takes('table 2'),
    'loading + kept answer': { to: 'refreshing', context: hasKept, calls: asks },
    'loading + no network': { to: 'failed', context: { failure: offline } },
    'loading + not found': { to: 'notFound.neverShown', context: has(null) },
    'loading + forbidden': { to: 'notFound.neverShown', context: has(null) },
    'loading + refresh': { to: 'loading', calls: asksFirst },
    'loading + value pushed': takes('table 3'),

    'ready + refresh': (before) => ({
      to: 'refreshing',
      context: { value: before.value },
      calls: asks,
    }),
    'ready + value pushed': takes('table 3'),

    'refreshing + first answer': takes('table 1'),
    'refreshing + later answer': takes('table 2'),
    'refreshing + kept answer': { to: 'ready', context: hasKept },
    'refreshing + no network': (before) => ({
      to: 'stale',
      context: { value: before.value, failure: offline },
    }),
    // A value that was shown and is now a 404 is replaced by the failure.
    'refreshing + not found': { to: 'notFound.removed.idle', context: has(null) },
    'refreshing + forbidden': { to: 'notFound.removed.idle', context: has(null) },
    'refreshing + refresh': { to: 'refreshing', calls: asks },
    'refreshing + value pushed': takes('table 3'),

    'stale + refresh': (before) => ({
      to: 'refreshing',
      context: { value: before.value },
      calls: asks,
    }),
    'stale + value pushed': takes('table 3'),

    'failed + refresh': { to: 'loading', calls: asksFirst },
    'failed + value pushed': takes('table 3'),

    'notFound.neverShown + refresh': { to: 'loading', calls: asksFirst },

    // What was removed while it was looked at stays known as that.
    'notFound.removed.idle + refresh': { to: 'notFound.removed.checking', calls: asksFirst },
    'notFound.removed.checking + refresh': { to: 'notFound.removed.checking', calls: asksFirst },
    'notFound.removed.checking + first answer': takes('table 1'),
    'notFound.removed.checking + later answer': takes('table 2'),
    'notFound.removed.checking + kept answer': { to: 'refreshing', context: hasKept, calls: asks },
    'notFound.removed.checking + not found': { to: 'notFound.removed.idle', context: has(null) },
    'notFound.removed.checking + forbidden': { to: 'notFound.removed.idle', context: has(null) },
    'notFound.removed.checking + no network': { to: 'notFound.removed.idle', context: has(null) },
    'notFound + value pushed': takes('table 3'),
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
    notFound: (snapshot) => expect(snapshot.context.value).toBeNull(),
    'notFound.removed.checking': hasExactTags('busy'),
  },
};
