import { describe, expect, test } from 'vitest';
import type { ItemStatus } from '#contract/models.ts';
import type { ResultStanding } from '#contract/objections.ts';
import { itemLifecycle, lifecycleOf, nextStep } from '#machines/item-lifecycle.ts';
import { testMachine, when } from '#tests/support/statecharts/test-machine.ts';

/** Enough steps to reach and correct a result; a life may go on for ever. */
const young = (snapshot: { context: { version: number } }) => snapshot.context.version < 5;
const next =
  <Kind>(lastStep: Kind) =>
  (before: { version: number }) => ({ version: before.version + 1, lastStep });
/** What is said of a result leaves its version. */
const remark = <Kind>(lastStep: Kind) => ({ lastStep });
const entersResult = ({ version, provisional }: { version: number; provisional: boolean }) => ({
  to: provisional ? 'ended.provisional' : 'ended.final',
  context: { version: version + 1, lastStep: 'result' },
});
const takesNoBets = (snapshot: { hasTag: (tag: 'betting') => boolean }) =>
  expect(snapshot.hasTag('betting')).toBe(false);

testMachine(itemLifecycle, {
  inputs: {
    'just created': { version: 1, provisional: false },
    'in a league with objections': { version: 1, provisional: true },
  },
  events: {
    start: when(young, { type: 'item.start' }),
    'enter result': when(young, { type: 'result.enter' }),
    'enter result over 3': when(young, { type: 'result.enter', version: 3 }),
    'enter result over 3 as staff': when(young, { type: 'result.enter', version: 3, staff: true }),
    'enter result as staff': when(young, { type: 'result.enter', staff: true }),
    void: when(young, { type: 'item.void' }),
    'void over 3': when(young, { type: 'item.void', version: 3 }),
    'void over 3 as staff': when(young, { type: 'item.void', version: 3, staff: true }),
    'move date': when(young, { type: 'date.move' }),
    'date passes': when(young, { type: 'date.pass' }),
    'object over 2': when(young, { type: 'objection.raise', version: 2 }),
    'object over 3': when(young, { type: 'objection.raise', version: 3 }),
    'vote ends against it': when(young, { type: 'vote.end', upheld: true }),
    'vote ends': when(young, { type: 'vote.end', upheld: false }),
    'confirm 2': when(young, { type: 'result.confirm', version: 2 }),
    'confirm 3': when(young, { type: 'result.confirm', version: 3 }),
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

    'open + start': { to: 'started', context: next('started') },
    'open + void': { to: 'void', context: next('void') },
    'open + void over 3': { to: 'void', context: next('void') },
    'open + void over 3 as staff': { to: 'void', context: next('void') },
    'open.accepting + move date': { to: 'open.accepting', context: next('moved') },
    'open.accepting + date passes': 'open.closed',
    // A passed date never reopens.
    'open.closed + move date': 'ignored',
    'open.closed + date passes': 'ignored',

    // A second start is refused.
    'started + start': 'ignored',
    'started + void': { to: 'void', context: next('void') },
    'started + void over 3': { to: 'void', context: next('void') },
    'started + void over 3 as staff': { to: 'void', context: next('void') },
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

    'ended.final (3) + enter result over 3': { to: 'ended.final (4)', context: next('corrected') },
    'ended.final (3) + enter result over 3 as staff': { to: 'ended.final (4)', context: next('corrected') },
    'ended.final (3) + void over 3': { to: 'void (4)', context: next('void') },
    'ended.final (3) + void over 3 as staff': { to: 'void (4)', context: next('void') },

    // While a result is provisional or contested a correction begins its day anew.
    ...Object.fromEntries(
      ['ended.provisional', 'ended.contested'].flatMap((state) =>
        ['', ' as staff'].flatMap((who) => [
          [
            `${state} (3 provisional) + enter result over 3${who}`,
            { to: 'ended.provisional (4 provisional)', context: next('corrected') },
          ],
          [
            `${state} (3 provisional) + void over 3${who}`,
            { to: 'void (4 provisional)', context: next('void') },
          ],
        ]),
      ),
    ),
    'ended.provisional (2 provisional) + object over 2': {
      to: 'ended.provisional (2 provisional)',
      context: remark('objected'),
    },
    'ended.provisional (3 provisional) + object over 3': {
      to: 'ended.provisional (3 provisional)',
      context: remark('objected'),
    },
    'ended.provisional + vote ends against it': { to: 'ended.contested', context: remark('contested') },
    'ended.provisional + vote ends': { to: 'ended.final', context: remark('final') },
    'ended.contested (2 provisional) + confirm 2': { to: 'ended.final', context: remark('final') },
    'ended.contested (3 provisional) + confirm 3': { to: 'ended.final', context: remark('final') },

    // What has become final is changed by staff alone.
    'ended.final (3 provisional) + enter result over 3': 'ignored',
    'ended.final (3 provisional) + void over 3': 'ignored',
    'ended.final (3 provisional) + enter result over 3 as staff': {
      to: 'ended.provisional (4 provisional)',
      context: next('corrected'),
    },
    'ended.final (3 provisional) + void over 3 as staff': {
      to: 'void (4 provisional)',
      context: next('void'),
    },
  },
  claims: {
    'open.accepting': (snapshot) => expect(snapshot.hasTag('betting')).toBe(true),
    'open.closed': takesNoBets,
    started: takesNoBets,
    ended: takesNoBets,
    void: takesNoBets,
    'ended.provisional': (snapshot) => expect(snapshot.hasTag('voting')).toBe(true),
    'ended.contested': (snapshot) => expect(snapshot.hasTag('voting')).toBe(false),
    'ended.final': (snapshot) => expect(snapshot.hasTag('voting')).toBe(false),
  },
  unpaired: 16,
});

describe('nextStep', () => {
  const at = (status: ItemStatus, closed = false) => ({
    status,
    closed,
    version: 7,
    standing: null,
    provisional: false,
  });
  /** In a league with objections. */
  const among = (status: ItemStatus, standing: ResultStanding | null = null) => ({
    ...at(status),
    standing,
    provisional: true,
  });

  test('is the state, version and kind of the recorded step', () => {
    expect(nextStep(at('open'), { type: 'date.move' })).toEqual({
      status: 'open',
      version: 8,
      standing: null,
      kind: 'moved',
    });
    expect(nextStep(at('open', true), { type: 'item.start' })).toEqual({
      status: 'started',
      version: 8,
      standing: null,
      kind: 'started',
    });
    expect(nextStep(at('started'), { type: 'result.enter' })).toEqual({
      status: 'ended',
      version: 8,
      standing: null,
      kind: 'result',
    });
    expect(nextStep(at('ended'), { type: 'result.enter', version: 7 })).toEqual({
      status: 'ended',
      version: 8,
      standing: null,
      kind: 'corrected',
    });
    expect(nextStep(at('ended'), { type: 'item.void', version: 7 })).toEqual({
      status: 'void',
      version: 8,
      standing: null,
      kind: 'void',
    });
  });

  test('says how the result stands where it is provisional first', () => {
    const provisional = { status: 'ended', standing: 'provisional' };
    expect(nextStep(among('started'), { type: 'result.enter' })).toEqual({
      ...provisional,
      version: 8,
      kind: 'result',
    });
    expect(nextStep(among('ended', 'contested'), { type: 'result.enter', version: 7 })).toEqual({
      ...provisional,
      version: 8,
      kind: 'corrected',
    });
    expect(nextStep(among('ended', 'provisional'), { type: 'objection.raise', version: 7 })).toEqual({
      ...provisional,
      version: 7,
      kind: 'objected',
    });
    expect(nextStep(among('ended', 'provisional'), { type: 'vote.end', upheld: true })).toEqual({
      status: 'ended',
      standing: 'contested',
      version: 7,
      kind: 'contested',
    });
    expect(nextStep(among('ended', 'contested'), { type: 'result.confirm', version: 7 })).toEqual({
      status: 'ended',
      standing: 'final',
      version: 7,
      kind: 'final',
    });
    expect(nextStep(among('ended', 'final'), { type: 'item.void', version: 7, staff: true })).toEqual({
      status: 'void',
      standing: null,
      version: 8,
      kind: 'void',
    });
    expect(nextStep(among('ended', 'final'), { type: 'item.void', version: 7 })).toBeNull();
  });

  test('leaves a result as it was entered, whatever the league does by now', () => {
    const before = { ...at('ended'), provisional: true };
    expect(nextStep(before, { type: 'result.enter', version: 7 })).toEqual({
      status: 'ended',
      standing: null,
      version: 8,
      kind: 'corrected',
    });
    const since = { ...among('ended', 'provisional'), provisional: false };
    expect(nextStep(since, { type: 'result.enter', version: 7 })).toEqual({
      status: 'ended',
      standing: 'provisional',
      version: 8,
      kind: 'corrected',
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
  const alone = { version: 1, standing: null, provisional: false };
  const betting = (status: ItemStatus, closed: boolean) =>
    lifecycleOf({ ...alone, status, closed }).hasTag('betting');
  expect(betting('open', false)).toBe(true);
  expect(betting('open', true)).toBe(false);
  expect(betting('started', false)).toBe(false);
  expect(betting('ended', false)).toBe(false);
  expect(betting('void', false)).toBe(false);
  expect(lifecycleOf({ ...alone, status: 'started', closed: true }).can({ type: 'item.start' })).toBe(false);
});
