import { describe, expect, test } from 'vitest';
import type { ItemStatus } from '#contract/models.ts';
import { itemLifecycle, lifecycleOf, nextStep } from '#machines/item-lifecycle.ts';
import { testMachine, when } from '#tests/support/statecharts/test-machine.ts';

/** Enough steps to reach and correct a result; a life may go on for ever. */
const young = (snapshot: { context: { version: number } }) => snapshot.context.version < 5;
const next =
  <Kind>(lastStep: Kind) =>
  (before: { version: number }) => ({ version: before.version + 1, lastStep });

testMachine(itemLifecycle, {
  inputs: { 'just created': { version: 1 } },
  events: {
    start: when(young, { type: 'item.start' }),
    'enter result': when(young, { type: 'result.enter' }),
    'enter result over 3': when(young, { type: 'result.enter', version: 3 }),
    void: when(young, { type: 'item.void' }),
    'void over 3': when(young, { type: 'item.void', version: 3 }),
    'move date': when(young, { type: 'date.move' }),
    'date passes': when(young, { type: 'date.pass' }),
  },
  fold: ({ version }) => String(version),
  becomes: {
    'start: just created': { to: 'open.accepting (1)', context: { version: 1, lastStep: null } },

    'open + start': { to: 'started', context: next('started') },
    'open + enter result': { to: 'ended', context: next('result') },
    'open + enter result over 3': { to: 'ended', context: next('result') },
    'open + void': { to: 'void', context: next('void') },
    'open + void over 3': { to: 'void', context: next('void') },
    'open.accepting + move date': { to: 'open.accepting', context: next('moved') },
    'open.accepting + date passes': 'open.closed',
    // A passed date never reopens.
    'open.closed + move date': 'ignored',
    'open.closed + date passes': 'ignored',

    // A second start is refused.
    'started + start': 'ignored',
    'started + enter result': { to: 'ended', context: next('result') },
    'started + enter result over 3': { to: 'ended', context: next('result') },
    'started + void': { to: 'void', context: next('void') },
    'started + void over 3': { to: 'void', context: next('void') },
    'started + move date': 'ignored',
    'started + date passes': 'ignored',

    'ended + start': 'ignored',
    'ended + enter result': 'ignored',
    'ended + enter result over 3': 'ignored',
    'ended + void': 'ignored',
    'ended + void over 3': 'ignored',
    'ended (3) + enter result over 3': { to: 'ended (4)', context: { version: 4, lastStep: 'corrected' } },
    'ended (3) + void over 3': { to: 'void (4)', context: { version: 4, lastStep: 'void' } },
    'ended + move date': 'ignored',
    'ended + date passes': 'ignored',
  },
  claims: {
    'open.accepting': (snapshot) => expect(snapshot.hasTag('betting')).toBe(true),
    'open.closed': (snapshot) => expect(snapshot.hasTag('betting')).toBe(false),
    started: (snapshot) => expect(snapshot.hasTag('betting')).toBe(false),
    ended: (snapshot) => expect(snapshot.hasTag('betting')).toBe(false),
    void: (snapshot) => expect(snapshot.hasTag('betting')).toBe(false),
  },
  unpaired: 2,
});

describe('nextStep', () => {
  const at = (status: ItemStatus, closed = false) => ({ status, closed, version: 7 });

  test('is the state, version and kind of the recorded step', () => {
    expect(nextStep(at('open'), { type: 'date.move' })).toEqual({
      status: 'open',
      version: 8,
      kind: 'moved',
    });
    expect(nextStep(at('open', true), { type: 'item.start' })).toEqual({
      status: 'started',
      version: 8,
      kind: 'started',
    });
    expect(nextStep(at('started'), { type: 'result.enter' })).toEqual({
      status: 'ended',
      version: 8,
      kind: 'result',
    });
    expect(nextStep(at('ended'), { type: 'result.enter', version: 7 })).toEqual({
      status: 'ended',
      version: 8,
      kind: 'corrected',
    });
    expect(nextStep(at('ended'), { type: 'item.void', version: 7 })).toEqual({
      status: 'void',
      version: 8,
      kind: 'void',
    });
  });

  test('is null where the event is refused', () => {
    expect(nextStep(at('open', true), { type: 'date.move' })).toBeNull();
    expect(nextStep(at('started'), { type: 'item.start' })).toBeNull();
    expect(nextStep(at('ended'), { type: 'item.start' })).toBeNull();
    expect(nextStep(at('ended'), { type: 'result.enter', version: 6 })).toBeNull();
    expect(nextStep(at('ended'), { type: 'result.enter' })).toBeNull();
    expect(nextStep(at('void'), { type: 'item.void', version: 7 })).toBeNull();
    expect(nextStep(at('void'), { type: 'result.enter', version: 7 })).toBeNull();
  });
});

test('lifecycleOf is the state of the item', () => {
  const betting = (status: ItemStatus, closed: boolean) =>
    lifecycleOf({ status, closed, version: 1 }).hasTag('betting');
  expect(betting('open', false)).toBe(true);
  expect(betting('open', true)).toBe(false);
  expect(betting('started', false)).toBe(false);
  expect(betting('ended', false)).toBe(false);
  expect(betting('void', false)).toBe(false);
  expect(lifecycleOf({ status: 'started', closed: true, version: 1 }).can({ type: 'item.start' })).toBe(
    false,
  );
});
