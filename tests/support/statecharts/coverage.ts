import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Step } from './replay.ts';

function allNodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => allNodes(child))];
}

function transitionsFrom(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  const named = guard as { type?: string; name?: string };
  return named.type ?? named.name ?? 'unnamed';
}

/** `loaded —page.next [hasMore]→ loading` */
function nameOf(transition: AnyTransitionDefinition): string {
  const guard = transition.guard ? ` [${guardName(transition.guard)}]` : '';
  const to = transition.target?.map((node) => node.path.join('.')).join(' & ') ?? 'itself';
  return `${transition.source.path.join('.') || '(root)'} —${transition.eventType || 'always'}${guard}→ ${to}`;
}

/** Every transition of a machine, with its name. */
export const transitionsOf = (machine: AnyStateMachine): ReadonlyMap<AnyTransitionDefinition, string> =>
  new Map(
    allNodes(machine.root)
      .flatMap(transitionsFrom)
      .map((one) => [one, nameOf(one)]),
  );

/** A transition's event, in short: `after timeout`, `savePost done`, `page.next`. */
function triggerName(type: string): string {
  const [, delay] = /^xstate\.after\.([^.]+)/.exec(type) ?? [];
  if (delay) return `after ${delay}`;
  const [, kind, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (kind) return `${id} ${kind}`;
  return type.startsWith('xstate.done.state.') ? 'onDone' : type;
}

/** The name of a state on one occasion (an event, its entry, its exit); `itself` is the state alone. */
export const placeOf = (path: readonly string[], occasion: string): string =>
  `${path.join('.')} + ${occasion}`;

/** The places that a step visits: the active states, with their occasions. */
export function placesOf({ before, microsteps }: Step): string[] {
  let previous: AnyMachineSnapshot | undefined = before;
  return microsteps.flatMap(({ snapshot, event, transitions }) => {
    const sources = new Set([...(previous?._nodes ?? []), ...transitions.map(({ source }) => source)]);
    previous = snapshot;
    return [
      ...[...sources].flatMap(({ path }) => [
        placeOf(path, triggerName(event.type)),
        placeOf(path, 'always'),
      ]),
      ...snapshot._nodes.flatMap(({ path }) => [placeOf(path, 'always'), placeOf(path, 'itself')]),
    ];
  });
}

/** How many there are of something, and how many of them were covered. */
type Share = { readonly seen: number; readonly all: number };
export type CoverageCounts = Readonly<
  Record<'states' | 'transitions' | 'guards' | 'errors' | 'pairs', Share>
>;

/** Records the transitions that were taken and the guards that refused, from the microsteps of real actors. */
export class Coverage {
  readonly #nodes: AnyStateNode[];
  readonly #taken = new Set<AnyTransitionDefinition>();
  readonly #refused = new Set<AnyTransitionDefinition>();
  readonly #entered = new Set<AnyStateNode>();
  readonly #pairs = new Map<string, boolean>();
  readonly #numbers = new Map<AnyTransitionDefinition, number>();

  constructor(machine: AnyStateMachine) {
    this.#nodes = allNodes(machine.root);
  }

  /**
   * Records pairs, which are two transitions one right after the other; each transition out of a state that is entered
   * makes a pair that is to be covered. Returns the last transition taken.
   */
  #pair(step: Step, last: AnyTransitionDefinition | undefined): AnyTransitionDefinition | undefined {
    const number = (one: AnyTransitionDefinition) => {
      const known = this.#numbers.get(one) ?? this.#numbers.size;
      this.#numbers.set(one, known);
      return known;
    };
    const taken = step.microsteps.flatMap(({ transitions }) => transitions);
    if (last) for (const second of taken) this.#pairs.set(`${number(last)} ${number(second)}`, true);
    const first = taken.at(-1);
    if (!first) return last;
    if (step.after.status === 'active')
      for (const second of step.after._nodes.flatMap((node) => [...node.transitions.values()].flat())) {
        const pair = `${number(first)} ${number(second)}`;
        this.#pairs.set(pair, this.#pairs.get(pair) ?? false);
      }
    return first;
  }

  /** Records a step. Returns the last transition taken, which is `last` of the next step. */
  record(step: Step, last?: AnyTransitionDefinition): AnyTransitionDefinition | undefined {
    let previous: AnyMachineSnapshot | undefined = step.before;
    for (const { snapshot, event, transitions } of step.microsteps) {
      for (const transition of transitions) {
        this.#taken.add(transition);
        // A state that is left at once is in no snapshot, only the source of a transition.
        this.#entered.add(transition.source);
      }
      for (const node of previous?._nodes ?? transitions.map(({ source }) => source)) {
        const below = transitions.some(
          (taken) => taken.source !== node && taken.source.path.join('.').startsWith(node.path.join('.')),
        );
        this.#recordRefusals(node.always ?? [], transitions, false);
        if (!below)
          this.#recordRefusals(
            node.transitions.get(event.type) ?? [],
            transitions,
            !transitions.some((taken) => !taken.eventType),
          );
      }
      for (const node of snapshot._nodes) this.#entered.add(node);
      previous = snapshot;
    }
    for (const node of step.after._nodes) {
      this.#entered.add(node);
      if (step.after.status === 'active') this.#recordRefusals(node.always ?? [], [], true);
    }
    return this.#pair(step, last);
  }

  /** Guards before the transition that was taken have refused; if none was taken, all have. */
  #recordRefusals(
    candidates: readonly AnyTransitionDefinition[],
    taken: readonly AnyTransitionDefinition[],
    all: boolean,
  ): void {
    const chosen = candidates.findIndex((candidate) => taken.includes(candidate));
    const refused = chosen >= 0 ? candidates.slice(0, chosen) : all ? candidates : [];
    for (const candidate of refused) if (candidate.guard) this.#refused.add(candidate);
  }

  /** The counts of what was covered. A guard is covered once it has both passed and refused. */
  counts(): CoverageCounts {
    const every = this.#nodes.flatMap(transitionsFrom);
    const guarded = every.filter(({ guard }) => guard);
    const errors = every.filter(({ eventType }) => eventType.startsWith('xstate.error.'));
    const taken = (some: readonly AnyTransitionDefinition[]): Share => ({
      seen: some.filter((one) => this.#taken.has(one)).length,
      all: some.length,
    });
    return {
      states: { seen: this.#entered.size, all: this.#nodes.length },
      transitions: taken(every),
      guards: {
        seen: guarded.filter((one) => this.#taken.has(one) && this.#refused.has(one)).length,
        all: guarded.length,
      },
      errors: taken(errors),
      pairs: { seen: [...this.#pairs.values()].filter(Boolean).length, all: this.#pairs.size },
    };
  }

  /** The names of the pairs that no walk took. */
  unpaired(): string[] {
    const named = new Map(
      [...this.#numbers].map(([transition, number]) => [String(number), nameOf(transition)]),
    );
    return [...this.#pairs].flatMap(([pair, taken]) =>
      taken
        ? []
        : [
            pair
              .split(' ')
              .map((number) => named.get(number))
              .join(', then '),
          ],
    );
  }

  /** The names of the states, transitions and guards that no walk covered. */
  gaps(): string[] {
    const every = this.#nodes.flatMap(transitionsFrom);
    return [
      ...this.#nodes
        .filter((node) => !this.#entered.has(node))
        .map((node) => `state never entered: ${node.path.join('.')}`),
      ...every
        .filter((transition) => !this.#taken.has(transition))
        .map((transition) => `never walked: ${nameOf(transition)}`),
      ...every
        .filter((transition) => transition.guard && !this.#refused.has(transition))
        .map((transition) => `guard never refused: ${nameOf(transition)}`),
    ];
  }
}

/** Violations of the conventions for charts: named guards and delays, ids of invokes, handled errors, no `*`. */
export function conventionViolations(machine: AnyStateMachine): string[] {
  return allNodes(machine.root).flatMap((node) => {
    const at = node.path.join('.') || '(root)';
    const handles = (type: string): boolean => {
      for (let up: AnyStateNode | undefined = node; up; up = up.parent)
        if (up.transitions.has(type)) return true;
      return false;
    };
    return [
      ...(node.transitions.has('*') ? [`${at}: a '*' handler`] : []),
      ...node.invoke.flatMap((invoked) => [
        ...(/^\d+\./.test(invoked.id) ? [`${at}: an invoke without an id`] : []),
        ...(typeof invoked.src === 'string' ? [] : [`${at}: invokes an actor that setup does not name`]),
        ...(handles(`xstate.error.actor.${invoked.id}`)
          ? []
          : [`${at}: ${invoked.id}'s error is not handled`]),
      ]),
      ...node.after
        .filter((wait) => typeof wait.delay !== 'string')
        .map((wait) => `${at}: a delay without a name: ${String(wait.delay)}`),
      ...transitionsFrom(node)
        .filter((transition) => guardName(transition.guard ?? 'x') === 'unnamed')
        .map((transition) => `unnamed guard: ${nameOf(transition)}`),
    ];
  });
}
