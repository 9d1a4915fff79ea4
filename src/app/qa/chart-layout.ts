import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { ChartEdge, ChartGraph, ChartNode } from './chart-graph.ts';

/** elkjs, in whichever of its builds. */
type Elk = { layout(graph: ElkNode): Promise<ElkNode> };

export type Point = { readonly x: number; readonly y: number };
type Box = Point & { readonly width: number; readonly height: number };
/** A state where it is drawn, in px from the drawing's corner; outer states come before inner ones. */
export type PlacedNode = Box & { readonly node: ChartNode; readonly depth: number };
/** A line of an edge's label, and the transition it speaks of. */
export type EdgeLine = { readonly text: string; readonly edge: string; readonly kind: 'event' | 'does' };
/** One way from a state to another, for every transition that goes there; `label` is where their words stand. */
export type PlacedEdge = {
  readonly id: string;
  readonly points: readonly Point[];
  readonly label: Box;
  readonly lines: readonly EdgeLine[];
  /** Nothing but `always`. */
  readonly always: boolean;
};
export type ChartLayout = {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
};

/** Text sizes in px: a state's name, and everything smaller. */
export const type = { title: 15, line: 12, leading: 17, pad: 10 } as const;

// Wide enough for any face: an exact width would need a screen.
const widthOf = (text: string, size: number) => Math.ceil(text.length * size * 0.58);
const headOf = ({ lines }: ChartNode) => type.pad * 2 + type.title + lines.length * type.leading;

type Bundle = Pick<PlacedEdge, 'id' | 'lines' | 'always'> & { source: string; target: string };

/** Transitions from one state to another share one way: a chart full of parallel lines is read by nobody. */
function bundles(edges: readonly ChartEdge[]): Bundle[] {
  const ways = new Map<string, ChartEdge[]>();
  for (const edge of edges) {
    const way = `${edge.source}→${edge.target}${edge.event === 'always' ? '?' : ''}`;
    ways.set(way, [...(ways.get(way) ?? []), edge]);
  }
  return [...ways].map(([id, all]) => {
    const [first] = all;
    const lines = all.flatMap(({ id: edge, event, guard, actions }): EdgeLine[] => [
      { text: `${event}${guard ? ` [${guard}]` : ''}`, edge, kind: 'event' },
      ...(actions.length > 0 ? [{ text: `/ ${actions.join(', ')}`, edge, kind: 'does' } as const] : []),
    ]);
    const { source = '', target = '' } = first ?? {};
    return { id, source, target, lines, always: first?.event === 'always' };
  });
}

function elkNode(node: ChartNode): ElkNode {
  const width = Math.max(
    widthOf(node.key, type.title) + node.tags.join('  ').length * 6.4 + 36,
    ...node.lines.map((line) => widthOf(line, type.line)),
  );
  const size = { width: width + type.pad * 2, height: headOf(node) };
  if (node.children.length === 0) return { id: node.id, ...size };
  return {
    id: node.id,
    children: node.children.map(elkNode),
    layoutOptions: {
      'elk.padding': `[top=${headOf(node) + 8},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${size.width}, ${size.height})`,
    },
  };
}

function elkEdge({ id, source, target, lines }: Bundle): ElkExtendedEdge {
  const width = Math.max(...lines.map(({ text }) => widthOf(text, type.line))) + 8;
  return {
    id,
    sources: [source],
    targets: [target],
    labels: [{ text: id, width, height: lines.length * type.leading + 4 }],
  };
}

const options = (direction: 'DOWN' | 'RIGHT') => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '32',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
});

async function laidOut(graph: ChartGraph, elk: Elk, direction: 'DOWN' | 'RIGHT'): Promise<ChartLayout> {
  const known = new Map<string, { node: ChartNode; depth: number }>();
  const learn = (node: ChartNode, depth: number) => {
    known.set(node.id, { node, depth });
    for (const child of node.children) learn(child, depth + 1);
  };
  learn(graph.root, 0);
  const ways = bundles(graph.edges);
  const drawn = await elk.layout({
    id: '(drawing)',
    layoutOptions: options(direction),
    children: [elkNode(graph.root)],
    edges: ways.map(elkEdge),
  });
  const place = (at: ElkNode): PlacedNode[] => {
    const found = known.get(at.id);
    const { x = 0, y = 0, width = 0, height = 0 } = at;
    return [...(found ? [{ ...found, x, y, width, height }] : []), ...(at.children ?? []).flatMap(place)];
  };
  const edges = (drawn.edges ?? []).flatMap((one): PlacedEdge[] => {
    const way = ways.find(({ id }) => id === one.id);
    const [section] = one.sections ?? [];
    const { x = 0, y = 0, width = 0, height = 0 } = one.labels?.[0] ?? {};
    if (!way || !section) return [];
    const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
    return [{ id: way.id, lines: way.lines, always: way.always, points, label: { x, y, width, height } }];
  });
  return { width: drawn.width ?? 0, height: drawn.height ?? 0, nodes: place(drawn), edges };
}

/** Places a chart's states and edges: downwards or sideways, whichever keeps it readable within `width` px. */
export async function layoutChart(graph: ChartGraph, elk: Elk, width: number): Promise<ChartLayout> {
  const both = await Promise.all([laidOut(graph, elk, 'DOWN'), laidOut(graph, elk, 'RIGHT')]);
  // Small letters cost more than a long page.
  const cost = (one: ChartLayout) => Math.max(1, one.width / width) ** 4 * one.height;
  const [first, second] = both;
  return cost(first) <= cost(second) ? first : second;
}
