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

const standingsParams = { params: { section: 1 } };
/** The first load may be answered from the cache. */
const firstLoadCalls = { load: { ...standingsParams, mayBeCached: true } };
const refreshCalls = { load: { ...standingsParams, mayBeCached: false } };
const valueContext = (value: string | null) => ({ value, cachedAt: null, failure: null });
const cachedValueContext = { value: 'table 0', cachedAt: 1200, failure: null };
const offline = { kind: 'offline' };

const showsValue = (value: string) => ({ to: 'ready', context: valueContext(value) });

/** Expectations of resource, for its test and for its screen's walk. */
export const resourceExpectations: MachineExpectations<typeof standings> = {
  inputs: { standings: standingsParams.params },
  fold: ({ value }) => value ?? 'nothing',
  events: {
    'first answer': done('load', 'table 1'),
    'later answer': done('load', 'table 2'),
    'cached answer': done('load', new CachedAnswer('table 0', 1200)),
    'no network': error('load', offline),
    'not found': error('load', { kind: 'not_found' }),
    forbidden: error('load', { kind: 'forbidden' }),
    refresh: { type: 'resource.refresh' },
    'value pushed': { type: 'value.arrived', value: 'table 3' },
  },
  becomes: {
    'start: standings': {
      to: 'loading',
      context: { ...standingsParams, ...valueContext(null) },
      calls: firstLoadCalls,
    },

    'loading + first answer': showsValue('table 1'),
    'loading + later answer': showsValue('table 2'),
    'loading + cached answer': { to: 'refreshing', context: cachedValueContext, calls: refreshCalls },
    'loading + no network': { to: 'failed', context: { failure: offline } },
    'loading + not found': { to: 'notFound.neverShown', context: valueContext(null) },
    'loading + forbidden': { to: 'notFound.neverShown', context: valueContext(null) },
    'loading + refresh': { to: 'loading', calls: firstLoadCalls },
    'loading + value pushed': showsValue('table 3'),

    'ready + refresh': (before) => ({
      to: 'refreshing',
      context: { value: before.value },
      calls: refreshCalls,
    }),
    'ready + value pushed': showsValue('table 3'),

    'refreshing + first answer': showsValue('table 1'),
    'refreshing + later answer': showsValue('table 2'),
    'refreshing + cached answer': { to: 'ready', context: cachedValueContext },
    'refreshing + no network': (before) => ({
      to: 'stale',
      context: { value: before.value, failure: offline },
    }),
    // A value that was shown and is now a 404 is replaced by the failure.
    'refreshing + not found': { to: 'notFound.removed.idle', context: valueContext(null) },
    'refreshing + forbidden': { to: 'notFound.removed.idle', context: valueContext(null) },
    'refreshing + refresh': { to: 'refreshing', calls: refreshCalls },
    'refreshing + value pushed': showsValue('table 3'),

    'stale + refresh': (before) => ({
      to: 'refreshing',
      context: { value: before.value },
      calls: refreshCalls,
    }),
    'stale + value pushed': showsValue('table 3'),

    'failed + refresh': { to: 'loading', calls: firstLoadCalls },
    'failed + value pushed': showsValue('table 3'),

    'notFound.neverShown + refresh': { to: 'loading', calls: firstLoadCalls },

    // A value that was removed while it was shown stays in `removed`.
    'notFound.removed.idle + refresh': { to: 'notFound.removed.checking', calls: firstLoadCalls },
    'notFound.removed.checking + refresh': { to: 'notFound.removed.checking', calls: firstLoadCalls },
    'notFound.removed.checking + first answer': showsValue('table 1'),
    'notFound.removed.checking + later answer': showsValue('table 2'),
    'notFound.removed.checking + cached answer': {
      to: 'refreshing',
      context: cachedValueContext,
      calls: refreshCalls,
    },
    'notFound.removed.checking + not found': { to: 'notFound.removed.idle', context: valueContext(null) },
    'notFound.removed.checking + forbidden': { to: 'notFound.removed.idle', context: valueContext(null) },
    'notFound.removed.checking + no network': { to: 'notFound.removed.idle', context: valueContext(null) },
    'notFound + value pushed': showsValue('table 3'),
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
