import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Step } from './replay.ts';

function allNodes(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => allNodes(child))];
}

function transitionsOf(node: AnyStateNode): AnyTransitionDefinition[] {
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

/** Which transitions were taken, and which guards were seen to refuse, read from the microsteps of real actors. */
export class Coverage {
  readonly #nodes: AnyStateNode[];
  readonly #taken = new Set<AnyTransitionDefinition>();
  readonly #refused = new Set<AnyTransitionDefinition>();
  readonly #entered = new Set<AnyStateNode>();

  constructor(machine: AnyStateMachine) {
    this.#nodes = allNodes(machine.root);
  }

  see(step: Step): void {
    let here: AnyMachineSnapshot | undefined = step.before;
    for (const { snapshot, event, transitions } of step.microsteps) {
      for (const transition of transitions) {
        this.#taken.add(transition);
        // A state that is left at once is never at rest: it shows only as where a transition came from.
        this.#entered.add(transition.source);
      }
      for (const node of here?._nodes ?? transitions.map(({ source }) => source)) {
        const below = transitions.some(
          (taken) => taken.source !== node && taken.source.path.join('.').startsWith(node.path.join('.')),
        );
        this.#weigh(node.always ?? [], transitions, false);
        if (!below)
          this.#weigh(
            node.transitions.get(event.type) ?? [],
            transitions,
            !transitions.some((taken) => !taken.eventType),
          );
      }
      for (const node of snapshot._nodes) this.#entered.add(node);
      here = snapshot;
    }
    for (const node of step.after._nodes) {
      this.#entered.add(node);
      if (step.after.status === 'active') this.#weigh(node.always ?? [], [], true);
    }
  }

  /** Guards ahead of the one that was taken refused; where none was taken, all of them did. */
  #weigh(
    candidates: readonly AnyTransitionDefinition[],
    taken: readonly AnyTransitionDefinition[],
    all: boolean,
  ): void {
    const chosen = candidates.findIndex((candidate) => taken.includes(candidate));
    const refused = chosen >= 0 ? candidates.slice(0, chosen) : all ? candidates : [];
    for (const candidate of refused) if (candidate.guard) this.#refused.add(candidate);
  }

  /** What no walk reached, by name. */
  gaps(): string[] {
    const every = this.#nodes.flatMap(transitionsOf);
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

/** The house's rules that a chart can be asked about (house.md, Machines 5–11). */
export function houseRules(machine: AnyStateMachine): string[] {
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
      ...transitionsOf(node)
        .filter((transition) => guardName(transition.guard ?? 'x') === 'unnamed')
        .map((transition) => `unnamed guard: ${nameOf(transition)}`),
    ];
  });
}
