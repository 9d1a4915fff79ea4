import { describe, expect, test } from 'vitest';
import type { ItemStatus } from '#contract/models.ts';
import type { ResultStanding } from '#contract/objections.ts';
import { itemLifecycle, lifecycleOf, nextStep } from '#machines/item-lifecycle.ts';
import { testMachine, when } from '#tests/support/statecharts/test-machine.ts';

/** Bounds the graph: enough steps to reach and correct a result. */
const hasFewSteps = (snapshot: { context: { version: number } }) => snapshot.context.version < 5;
const nextVersion =
  <Kind>(lastStep: Kind) =>
  (before: { version: number }) => ({ version: before.version + 1, lastStep });
/** An objection or a vote keeps the version of the result. */
const sameVersion = <Kind>(lastStep: Kind) => ({ lastStep });
const entersResult = ({ version, provisional }: { version: number; provisional: boolean }) => ({
  to: provisional ? 'ended.provisional' : 'ended.final',
  context: { version: version + 1, lastStep: 'result' },
});
const hasBettingClosed = (snapshot: { hasTag: (tag: 'betting') => boolean }) =>
  expect(snapshot.hasTag('betting')).toBe(false);

testMachine(itemLifecycle, {
  inputs: {
    'just created': { version: 1, provisional: false },
    'in a league with objections': { version: 1, provisional: true },
  },
  events: {
    start: when(hasFewSteps, { type: 'item.start' }),
    'enter result': when(hasFewSteps, { type: 'result.enter' }),
    'enter result over 3': when(hasFewSteps, { type: 'result.enter', version: 3 }),
    'enter result over 3 as staff': when(hasFewSteps, { type: 'result.enter', version: 3, staff: true }),
    'enter result as staff': when(hasFewSteps, { type: 'result.enter', staff: true }),
    void: when(hasFewSteps, { type: 'item.void' }),
    'void over 3': when(hasFewSteps, { type: 'item.void', version: 3 }),
    'void over 3 as staff': when(hasFewSteps, { type: 'item.void', version: 3, staff: true }),
    'move date': when(hasFewSteps, { type: 'date.move' }),
    'date passes': when(hasFewSteps, { type: 'date.pass' }),
    'object over 2': when(hasFewSteps, { type: 'objection.raise', version: 2 }),
    'object over 3': when(hasFewSteps, { type: 'objection.raise', version: 3 }),
    'vote ends against it': when(hasFewSteps, { type: 'vote.end', upheld: true }),
    'vote ends': when(hasFewSteps, { type: 'vote.end', upheld: false }),
    'confirm 2': when(hasFewSteps, { type: 'result.confirm', version: 2 }),
    'confirm 3': when(hasFewSteps, { type: 'result.confirm', version: 3 }),
  },
  fold: ({ version, provisional }) => `${version}${provisional ? ' provisional' : ''}`,
  becomes: {
    'start: just created': {
      to: 'open.accepting (1)',
      context: { version: 1, provisional: false, lastStep: null },
    },
    'start: in a league with objections': {
      to: 'open.accepting (1 provisional)',
      context: { version: 1, provisional: true, lastStep: null },
    },

    'open + start': { to: 'started', context: nextVersion('started') },
    'open + void': { to: 'void', context: nextVersion('void') },
    'open + void over 3': { to: 'void', context: nextVersion('void') },
    'open + void over 3 as staff': { to: 'void', context: nextVersion('void') },
    'open.accepting + move date': { to: 'open.accepting', context: nextVersion('moved') },
    'open.accepting + date passes': 'open.closed',
    // A passed date never reopens.
    'open.closed + move date': 'ignored',
    'open.closed + date passes': 'ignored',

    // A second start is refused.
    'started + start': 'ignored',
    'started + void': { to: 'void', context: nextVersion('void') },
    'started + void over 3': { to: 'void', context: nextVersion('void') },
    'started + void over 3 as staff': { to: 'void', context: nextVersion('void') },
    'started + move date': 'ignored',
    'started + date passes': 'ignored',

    ...Object.fromEntries(
      ['open', 'started'].flatMap((state) =>
        ['', ' over 3', ' over 3 as staff', ' as staff'].map((how) => [
          `${state} + enter result${how}`,
          entersResult,
        ]),
      ),
    ),

    'ended + start': 'ignored',
    'ended + move date': 'ignored',
    'ended + date passes': 'ignored',

    'ended.final (3) + enter result over 3': { to: 'ended.final (4)', context: nextVersion('corrected') },
    'ended.final (3) + enter result over 3 as staff': {
      to: 'ended.final (4)',
      context: nextVersion('corrected'),
    },
    'ended.final (3) + void over 3': { to: 'void (4)', context: nextVersion('void') },
    'ended.final (3) + void over 3 as staff': { to: 'void (4)', context: nextVersion('void') },

    // While a result is provisional or contested a correction begins its day anew.
    ...Object.fromEntries(
      ['ended.provisional', 'ended.contested'].flatMap((state) =>
        ['', ' as staff'].flatMap((who) => [
          [
            `${state} (3 provisional) + enter result over 3${who}`,
            { to: 'ended.provisional (4 provisional)', context: nextVersion('corrected') },
          ],
          [
            `${state} (3 provisional) + void over 3${who}`,
            { to: 'void (4 provisional)', context: nextVersion('void') },
          ],
        ]),
      ),
    ),
    'ended.provisional (2 provisional) + object over 2': {
      to: 'ended.provisional (2 provisional)',
      context: sameVersion('objected'),
    },
    'ended.provisional (3 provisional) + object over 3': {
      to: 'ended.provisional (3 provisional)',
      context: sameVersion('objected'),
    },
    'ended.provisional + vote ends against it': { to: 'ended.contested', context: sameVersion('contested') },
    'ended.provisional + vote ends': { to: 'ended.final', context: sameVersion('final') },
    'ended.contested (2 provisional) + confirm 2': { to: 'ended.final', context: sameVersion('final') },
    'ended.contested (3 provisional) + confirm 3': { to: 'ended.final', context: sameVersion('final') },

    // A final result is changed by staff only.
    'ended.final (3 provisional) + enter result over 3': 'ignored',
    'ended.final (3 provisional) + void over 3': 'ignored',
    'ended.final (3 provisional) + enter result over 3 as staff': {
      to: 'ended.provisional (4 provisional)',
      context: nextVersion('corrected'),
    },
    'ended.final (3 provisional) + void over 3 as staff': {
      to: 'void (4 provisional)',
      context: nextVersion('void'),
    },
  },
  claims: {
    'open.accepting': (snapshot) => expect(snapshot.hasTag('betting')).toBe(true),
    'open.closed': hasBettingClosed,
    started: hasBettingClosed,
    ended: hasBettingClosed,
    void: hasBettingClosed,
    'ended.provisional': (snapshot) => expect(snapshot.hasTag('voting')).toBe(true),
    'ended.contested': (snapshot) => expect(snapshot.hasTag('voting')).toBe(false),
    'ended.final': (snapshot) => expect(snapshot.hasTag('voting')).toBe(false),
  },
  unpaired: 16,
});

describe('nextStep', () => {
  const itemIn = (status: ItemStatus, closed = false) => ({
    status,
    closed,
    version: 7,
    standing: null,
    provisional: false,
  });
  /** In a league with objections. */
  const provisionalItemIn = (status: ItemStatus, standing: ResultStanding | null = null) => ({
    ...itemIn(status),
    standing,
    provisional: true,
  });

  test('is the state, version and kind of the recorded step', () => {
    expect(nextStep(itemIn('open'), { type: 'date.move' })).toEqual({
      status: 'open',
      version: 8,
      standing: null,
      kind: 'moved',
    });
    expect(nextStep(itemIn('open', true), { type: 'item.start' })).toEqual({
      status: 'started',
      version: 8,
      standing: null,
      kind: 'started',
    });
    expect(nextStep(itemIn('started'), { type: 'result.enter' })).toEqual({
      status: 'ended',
      version: 8,
      standing: null,
      kind: 'result',
    });
    expect(nextStep(itemIn('ended'), { type: 'result.enter', version: 7 })).toEqual({
      status: 'ended',
      version: 8,
      standing: null,
      kind: 'corrected',
    });
    expect(nextStep(itemIn('ended'), { type: 'item.void', version: 7 })).toEqual({
      status: 'void',
      version: 8,
      standing: null,
      kind: 'void',
    });
  });

  test('has the standing of the result where results are provisional first', () => {
    const provisional = { status: 'ended', standing: 'provisional' };
    expect(nextStep(provisionalItemIn('started'), { type: 'result.enter' })).toEqual({
      ...provisional,
      version: 8,
      kind: 'result',
    });
    expect(nextStep(provisionalItemIn('ended', 'contested'), { type: 'result.enter', version: 7 })).toEqual({
      ...provisional,
      version: 8,
      kind: 'corrected',
    });
    expect(
      nextStep(provisionalItemIn('ended', 'provisional'), { type: 'objection.raise', version: 7 }),
    ).toEqual({
      ...provisional,
      version: 7,
      kind: 'objected',
    });
    expect(nextStep(provisionalItemIn('ended', 'provisional'), { type: 'vote.end', upheld: true })).toEqual({
      status: 'ended',
      standing: 'contested',
      version: 7,
      kind: 'contested',
    });
    expect(nextStep(provisionalItemIn('ended', 'contested'), { type: 'result.confirm', version: 7 })).toEqual(
      {
        status: 'ended',
        standing: 'final',
        version: 7,
        kind: 'final',
      },
    );
    expect(
      nextStep(provisionalItemIn('ended', 'final'), { type: 'item.void', version: 7, staff: true }),
    ).toEqual({
      status: 'void',
      standing: null,
      version: 8,
      kind: 'void',
    });
    expect(nextStep(provisionalItemIn('ended', 'final'), { type: 'item.void', version: 7 })).toBeNull();
  });

  test('keeps how a result was entered, whatever the league’s rules are now', () => {
    const before = { ...itemIn('ended'), provisional: true };
    expect(nextStep(before, { type: 'result.enter', version: 7 })).toEqual({
      status: 'ended',
      standing: null,
      version: 8,
      kind: 'corrected',
    });
    const afterRulesChanged = { ...provisionalItemIn('ended', 'provisional'), provisional: false };
    expect(nextStep(afterRulesChanged, { type: 'result.enter', version: 7 })).toEqual({
      status: 'ended',
      standing: 'provisional',
      version: 8,
      kind: 'corrected',
    });
  });

  test('is null where the event is refused', () => {
    expect(nextStep(itemIn('open', true), { type: 'date.move' })).toBeNull();
    expect(nextStep(itemIn('started'), { type: 'item.start' })).toBeNull();
    expect(nextStep(itemIn('ended'), { type: 'item.start' })).toBeNull();
    expect(nextStep(itemIn('ended'), { type: 'result.enter', version: 6 })).toBeNull();
    expect(nextStep(itemIn('ended'), { type: 'result.enter' })).toBeNull();
    expect(nextStep(itemIn('void'), { type: 'item.void', version: 7 })).toBeNull();
    expect(nextStep(itemIn('void'), { type: 'result.enter', version: 7 })).toBeNull();
  });
});

test('lifecycleOf is the state of the item', () => {
  const item = { version: 1, standing: null, provisional: false };
  const betting = (status: ItemStatus, closed: boolean) =>
    lifecycleOf({ ...item, status, closed }).hasTag('betting');
  expect(betting('open', false)).toBe(true);
  expect(betting('open', true)).toBe(false);
  expect(betting('started', false)).toBe(false);
  expect(betting('ended', false)).toBe(false);
  expect(betting('void', false)).toBe(false);
  expect(lifecycleOf({ ...item, status: 'started', closed: true }).can({ type: 'item.start' })).toBe(false);
});
