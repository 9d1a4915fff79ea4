import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { ChartTransition, ChartNode } from './chart-graph.ts';

/** elkjs, in any of its builds. */
type Elk = { layout(graph: ElkNode): Promise<ElkNode> };

export type Point = { readonly x: number; readonly y: number };
/** A line of text in a state. `move` is the id of the transition that it describes. */
export type ChartLine = {
  readonly text: string;
  readonly kind: 'note' | 'event' | 'more' | 'does';
  readonly move?: string;
  /** The transition's actions, if they fit on the line. */
  readonly does?: string;
};
/** A state with its position, in px from the drawing's corner; a parent comes before its children. */
export type PlacedNode = Point & {
  readonly id: string;
  readonly key: string;
  readonly type: ChartNode['type'];
  readonly tags: readonly string[];
  readonly initial: boolean;
  readonly depth: number;
  readonly lines: readonly ChartLine[];
  readonly width: number;
  readonly height: number;
};
/** An edge from one state to another, shared by all transitions between them. */
export type PlacedEdge = {
  readonly id: string;
  readonly points: readonly Point[];
  readonly moves: readonly string[];
  /** All its transitions are `always`. */
  readonly always: boolean;
};
export type ChartLayout = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
};

/** Text sizes in px: a state's name, and all other text. */
export const typography = { title: 15, line: 12, leading: 17, pad: 10 } as const;

// Wide enough for any font: an exact width needs a browser.
const widthOf = (text: string, size: number) => Math.ceil(text.length * size * 0.56);

function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A target relative to its source: a sibling's key, or the path from their common ancestor. */
function relativeName(source: string, target: string): string {
  if (source === target) return 'itself';
  const from = source.split('.');
  const to = target.split('.');
  const shared = to.findIndex((part, at) => part !== from[at]);
  return to.slice(shared === -1 ? to.length - 1 : shared).join('.');
}

function linesOf({ id, notes, moves }: ChartNode, letters: number): ChartLine[] {
  const said = moves.flatMap((move): ChartLine[] => {
    const leads =
      move.targets.length > 0
        ? ` → ${move.targets.map((target) => relativeName(id, target)).join(', ')}`
        : '';
    const text = `${move.event}${move.guard ? ` [${move.guard}]` : ''}${leads}`;
    const does = move.actions.length > 0 ? `/ ${move.actions.join(', ')}` : '';
    if (does !== '' && text.length + 1 + does.length <= letters)
      return [{ text, kind: 'event', move: move.id, does }];
    return [
      ...wrapped(text, letters).map((line, at) => ({
        text: line,
        kind: at === 0 ? ('event' as const) : ('more' as const),
        move: move.id,
      })),
      ...(does === '' ? [] : wrapped(does, letters)).map((line) => ({
        text: line,
        kind: 'does' as const,
        move: move.id,
      })),
    ];
  });
  return [
    ...notes.flatMap((note) => wrapped(note, letters)).map((text) => ({ text, kind: 'note' as const })),
    ...said,
  ];
}

const indent = { note: 0, event: 0, more: 14, does: 14 } as const;
export const indentOf = ({ kind }: ChartLine): number => indent[kind];

const textHeight = (lines: readonly ChartLine[]) =>
  typography.pad * 2 + typography.title + lines.length * typography.leading;

type EdgeGroup = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly moves: ChartTransition[];
};

/** Transitions from one state to another share one edge: parallel lines are hard to read. */
function edgeGroups(node: ChartNode, found = new Map<string, EdgeGroup>()): Map<string, EdgeGroup> {
  for (const move of node.moves)
    for (const target of move.targets) {
      const id = `${node.id}→${target}`;
      const edge = found.get(id) ?? { id, source: node.id, target, moves: [] };
      edge.moves.push(move);
      // A transition to itself or to a child is text only: a line would run through the state.
      if (target !== node.id && !target.startsWith(`${node.id}.`)) found.set(id, edge);
    }
  for (const child of node.children) edgeGroups(child, found);
  return found;
}

type NodesById = Map<string, Omit<PlacedNode, keyof Point | 'width' | 'height'>>;

function collectNodes(node: ChartNode, known: NodesById, letters: number, depth = 0, initial = false): void {
  const { id, key, tags } = node;
  known.set(id, { id, key, type: node.type, tags, initial, depth, lines: linesOf(node, letters) });
  for (const child of node.children)
    collectNodes(child, known, letters, depth + 1, child.id === node.initial);
}

function elkNode(node: ChartNode, known: NodesById, layers: Readonly<Record<string, string>>): ElkNode {
  const lines = known.get(node.id)?.lines ?? [];
  const width = Math.max(
    widthOf(node.key, typography.title) + node.tags.map((tag) => `#${tag}  `).join('').length * 6.4 + 20,
    ...lines.map((line) => widthOf(`${line.text} ${line.does ?? ''}`, typography.line) + indentOf(line)),
  );
  const size = { width: width + typography.pad * 2, height: textHeight(lines) };
  if (node.children.length === 0) return { id: node.id, ...size };
  // ELK rotates downward charts by 90° to lay them out, but does not rotate a region's minimum size.
  const [across, along] =
    layers['elk.direction'] === 'DOWN' ? [size.height, size.width] : [size.width, size.height];
  return {
    id: node.id,
    children: node.children.map((child) => elkNode(child, known, layers)),
    layoutOptions: {
      ...layers,
      'elk.padding': `[top=${textHeight(lines) + 6},left=14,bottom=14,right=14]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${across}, ${along})`,
    },
  };
}

const common = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '8',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
};
/** Maximum number of states side by side. */
const maxPerLayer = (states: number) => ({
  'elk.direction': 'DOWN',
  'elk.layered.layering.strategy': 'COFFMAN_GRAHAM',
  'elk.layered.layering.coffmanGraham.layerBound': String(states),
});
const layerings: readonly Readonly<Record<string, string>>[] = [
  { ...common, 'elk.direction': 'RIGHT' },
  { ...common, 'elk.direction': 'DOWN' },
  { ...common, ...maxPerLayer(3) },
  { ...common, ...maxPerLayer(2) },
];
/** Short lines make a chart narrow; they are tried if no other layout fits the width. */
const shortLine = 32;
/** Layouts to try, the simplest first, by letters per line: long lines make a chart wide and low. */
const attempts = [40, 64, shortLine].flatMap((letters) => layerings.map((layers) => ({ letters, layers })));

async function tryLayout(
  name: string,
  root: ChartNode,
  elk: Elk,
  { letters, layers }: (typeof attempts)[number],
): Promise<ChartLayout> {
  const known: NodesById = new Map();
  collectNodes(root, known, letters);
  const all = edgeGroups(root);
  const drawn = await elk.layout({
    id: '(drawing)',
    layoutOptions: layers,
    children: [elkNode(root, known, layers)],
    edges: [...all.values()].map(({ id, source, target }) => ({ id, sources: [source], targets: [target] })),
  });
  const place = (at: ElkNode): PlacedNode[] => {
    const found = known.get(at.id);
    const { x = 0, y = 0, width = 0, height = 0 } = at;
    return [...(found ? [{ ...found, x, y, width, height }] : []), ...(at.children ?? []).flatMap(place)];
  };
  const edges = (drawn.edges ?? []).flatMap(({ id, sections: [section] = [] }): PlacedEdge[] => {
    const group = all.get(id);
    if (!group || !section) return [];
    const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
    return [
      {
        id,
        points,
        moves: group.moves.map((move) => move.id),
        always: group.moves.every(({ event }) => event === 'always'),
      },
    ];
  });
  return {
    name,
    width: Math.ceil(drawn.width ?? 0),
    height: Math.ceil(drawn.height ?? 0),
    nodes: place(drawn),
    edges,
  };
}

/** Lays out a chart: the lowest layout that is at most `width` px wide, else the narrowest. */
export async function layoutChart(
  name: string,
  root: ChartNode,
  elk: Elk,
  width: number,
): Promise<ChartLayout> {
  const cost = (one: ChartLayout) => (one.width <= width ? one.height : one.width * 1000);
  let best: ChartLayout | null = null;
  for (const attempt of attempts) {
    if (attempt.letters === shortLine && best !== null && best.width <= width) break;
    const one = await tryLayout(name, root, elk, attempt);
    if (best === null || cost(one) < cost(best)) best = one;
    // It fits on a screen: good enough.
    if (cost(best) <= 600) break;
  }
  if (best === null) throw new Error('no way to lay a chart out');
  return best;
}
