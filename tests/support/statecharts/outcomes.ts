import { isDeepStrictEqual, inspect } from 'node:util';
import { expect } from 'vitest';
import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyTransitionDefinition,
  MachineContext,
  StateValue,
} from 'xstate';
import type { Step, Wait } from './replay.ts';

type FromContext<Context, Value> = Value | ((before: Context) => Value);

/**
 * Where an event leads, written by hand. `to` is the state, with its fold where that matters: `loaded (2 rows)`;
 * `same` is the state it was in.
 * In parallel machines it names the regions that change. What is not written under `sends` must not be sent.
 */
export type Outcome<Context = MachineContext> = {
  readonly to: string;
  readonly sends?: FromContext<Context, readonly AnyEventObject[]>;
  readonly calls?: FromContext<Context, Readonly<Record<string, unknown>>>;
  /** The delays this starts, with their exact times. */
  readonly waits?: FromContext<Context, readonly Wait[]>;
  /** What changes; at the start the whole context. */
  readonly context?: FromContext<Context, Readonly<Partial<Record<keyof Context, unknown>>>>;
  readonly output?: FromContext<Context, unknown>;
};
/** A state alone, an outcome, or either by what the context held before. `ignored`: nothing may happen. */
export type Expectation<Context = MachineContext> = FromContext<Context, string | Outcome<Context>>;
export type Becomes<Context = MachineContext> = Readonly<Record<string, Expectation<Context>>>;

function regions(value: StateValue, prefix = ''): string[] {
  if (typeof value === 'string') return [prefix + value];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined
      ? []
      : Object.keys(inner).length === 0
        ? [prefix + key]
        : regions(inner, `${prefix}${key}.`),
  );
}

/** `loaded.idle (2 rows)`: the state as the tests write it. */
export function labelOf(snapshot: AnyMachineSnapshot, fold: (context: never) => string): string {
  const folded = fold(snapshot.context as never);
  return regions(snapshot.value as StateValue).join(' & ') + (folded ? ` (${folded})` : '');
}

type Parsed = { readonly paths: readonly string[]; readonly fold: string | undefined };
// A cache: the same few labels are parsed on every step of every walk.
const parsed = new Map<string, Parsed>();

function parse(label: string): Parsed {
  const cached = parsed.get(label);
  if (cached) return cached;
  const [, state = '', fold] = /^(.*?)(?: \((.*)\))?$/s.exec(label) ?? [];
  const result = { paths: state.split(' & '), fold };
  parsed.set(label, result);
  return result;
}

const isWithin = (path: string, ancestor: string) =>
  ancestor === '*' || path === ancestor || path.startsWith(`${ancestor}.`);

/** Whether `written` (the state of a claim or an entry) covers the state labelled `label`. */
export function matchesLabel(written: string, label: string): boolean {
  const pattern = parse(written);
  const actual = parse(label);
  if (pattern.fold !== undefined && pattern.fold !== actual.fold) return false;
  return pattern.paths.every((path) => actual.paths.some((region) => isWithin(region, path)));
}

const specificity = (key: string) =>
  key.length + (parse(key.split(' + ')[0] ?? '').fold === undefined ? 0 : 1000);

/** Returns the key of the entry for a state and a move; the most exact one wins. */
export function entryFinder(becomes: Becomes): (before: string, move: string) => string | undefined {
  const cache = new Map<string, string | undefined>();
  return (before, move) => {
    const cacheKey = `${before}\n${move}`;
    if (!cache.has(cacheKey))
      cache.set(
        cacheKey,
        Object.keys(becomes)
          .filter(
            (key) => key.endsWith(` + ${move}`) && matchesLabel(key.slice(0, -` + ${move}`.length), before),
          )
          .toSorted((a, b) => specificity(b) - specificity(a))[0],
      );
    return cache.get(cacheKey);
  };
}

function sameState(to: string, before: string, after: string): boolean {
  const was = parse(before);
  const is = parse(after);
  const expected = to === 'same' ? { paths: was.paths, fold: undefined } : parse(to);
  if (expected.fold !== undefined && expected.fold !== is.fold) return false;
  const remaining = is.paths.filter((path) => !expected.paths.includes(path));
  // Regions that are not named must not change.
  return (
    expected.paths.every((path) => is.paths.includes(path)) &&
    remaining.every((path) => was.paths.includes(path))
  );
}

/** Deep equality; `expected` may hold vitest's matchers for values that a test cannot name, such as an actor's own ref. */
function deeplyEqual(expected: unknown, got: unknown): boolean {
  if (isDeepStrictEqual(expected, got)) return true;
  try {
    expect(got).toStrictEqual(expected);
    return true;
  } catch {
    return false;
  }
}

const show = (value: unknown) => inspect(value, { depth: 8, breakLength: 100 });

/** How a step differs from its entry, or null. */
export function mismatchOf(
  entry: Expectation | undefined,
  step: Step,
  before: string,
  after: string,
): string | null {
  const context = (step.before ?? step.after).context as MachineContext;
  const resolve = <Value>(value: FromContext<MachineContext, Value>): Value =>
    typeof value === 'function' ? (value as (before: MachineContext) => Value)(context) : value;
  const expectation = entry === undefined ? undefined : resolve(entry);
  // A transition without target and actions ignores its event.
  const hasEffect = ({ target, actions }: AnyTransitionDefinition) =>
    target !== undefined || actions.length > 0;
  const moved =
    step.before === undefined || step.microsteps.some(({ transitions }) => transitions.some(hasEffect));
  const { error, status } = step.after as { error: unknown; status: string };
  if (status === 'error') return `threw ${show(error)}`;
  if (expectation === undefined || expectation === 'ignored') {
    if (!moved && step.sends.length === 0) return null;
    return `${expectation ? 'was to be ignored' : 'no expectation for this event'}: it became "${after}", sending ${show(step.sends)}`;
  }
  if (!moved) return 'was ignored';
  const outcome: Outcome = typeof expectation === 'string' ? { to: expectation } : expectation;
  const difference = (what: string, expected: unknown, got: unknown) =>
    deeplyEqual(expected, got) ? null : `${what} ${show(got)}, expected ${show(expected)}`;

  if (!sameState(outcome.to, before, after)) return `became "${after}", expected "${outcome.to}"`;
  const expected = outcome.context === undefined ? {} : resolve(outcome.context);
  // What is not named must be as it was.
  const got = Object.fromEntries(
    Object.entries<unknown>(step.after.context).filter(
      ([key, value]) =>
        key in expected || !step.before || !isDeepStrictEqual(value, step.before.context[key]),
    ),
  );
  return (
    difference('sent', resolve(outcome.sends ?? []), step.sends) ??
    (outcome.calls === undefined ? null : difference('called', resolve(outcome.calls), step.calls)) ??
    (outcome.waits === undefined
      ? null
      : difference('started the delays', resolve(outcome.waits), step.waits)) ??
    difference('context', expected, got) ??
    (status === 'done' ? difference('output', resolve(outcome.output), step.after.output) : null)
  );
}
