import type { AnyTransitionDefinition } from 'xstate';
import type { Walk } from './graph.ts';

/** What was recorded at a node of a walk. */
type VisitRecord = {
  /** The state, as the tests write it. */
  readonly at: string;
  /** The last transition that was taken. */
  readonly last: AnyTransitionDefinition | undefined;
  /** The places that the step to this node visited. */
  readonly places: ReadonlySet<string>;
};
type WalkNode = { seen?: VisitRecord; readonly next: Map<string, WalkNode> };

function childNode(from: Map<string, WalkNode>, move: string): WalkNode {
  const node = from.get(move) ?? { next: new Map<string, WalkNode>() };
  from.set(move, node);
  return node;
}

/** A prefix tree of walks: those that begin alike share their first nodes, since a machine is deterministic. */
export class WalkTree {
  readonly #starts = new Map<string, WalkNode>();
  readonly #known = new Map<Walk, readonly WalkNode[]>();

  /** A walk's nodes: its start, and one for each of its moves. */
  nodesOf(walk: Walk): readonly WalkNode[] {
    const known = this.#known.get(walk);
    if (known) return known;
    let from = this.#starts;
    const nodes = [walk.start, ...walk.moves].map((move) => {
      const node = childNode(from, move);
      from = node.next;
      return node;
    });
    this.#known.set(walk, nodes);
    return nodes;
  }

  /** The walks that visit each place: first one for each edge there, then the others. */
  walksByPlace(walks: readonly Walk[]): ReadonlyMap<string, readonly Walk[]> {
    const found = new Map<string, { edges: Set<string>; first: Walk[]; rest: Walk[] }>();
    for (const walk of walks) {
      const edges = new Map<string, string[]>();
      let from = '';
      for (const [nth, { seen }] of this.nodesOf(walk).entries()) {
        for (const place of seen?.places ?? [])
          edges.set(place, [...(edges.get(place) ?? []), `${from} + ${walk.moves[nth - 1]}`]);
        from = seen?.at ?? '';
      }
      for (const [place, there] of edges) {
        const known = found.get(place) ?? { edges: new Set(), first: [], rest: [] };
        found.set(place, known);
        known[there.every((edge) => known.edges.has(edge)) ? 'rest' : 'first'].push(walk);
        for (const edge of there) known.edges.add(edge);
      }
    }
    return new Map([...found].map(([place, { first, rest }]) => [place, [...first, ...rest]]));
  }
}
