import { memo } from 'react';
import {
  indentOf,
  typography,
  type ChartLayout,
  type PlacedEdge,
  type PlacedNode,
  type Point,
} from './chart-layout.ts';

/** SVG path through the points, with rounded corners. */
function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const round = 6;
  const toward = (from: Point, to: Point): Point => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const part = length === 0 ? 0 : Math.min(round, length / 2) / length;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  };
  const bends = rest.map((point, at) => {
    const next = rest[at + 1];
    if (!next) return `L${point.x} ${point.y}`;
    const before = toward(point, points[at] ?? point);
    const after = toward(point, next);
    return `L${before.x} ${before.y}Q${point.x} ${point.y} ${after.x} ${after.y}`;
  });
  return `M${first.x} ${first.y}${bends.join('')}`;
}

function StateBox({ node: { id, type: kind, x, y, width, height, depth } }: { node: PlacedNode }) {
  return (
    <g className={depth === 0 ? 'state machine' : `state ${kind}`} data-state={id}>
      <rect className="box" x={x} y={y} width={width} height={height} rx={10} />
      {kind === 'final' && (
        <rect className="box" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={7} />
      )}
    </g>
  );
}

function StateText({ node: { key, type: kind, x, y, initial, tags, lines } }: { node: PlacedNode }) {
  const left = x + typography.pad;
  return (
    <g className={kind === 'compound' || kind === 'parallel' ? 'outer' : undefined}>
      {initial && <circle className="initial" cx={left + 4} cy={y + typography.pad + 8} r={4} />}
      <text className="title" x={left + (initial ? 14 : 0)} y={y + typography.pad + 13}>
        {key}
        {tags.map((tag) => (
          <tspan key={tag} className="tag" dx={8}>{`#${tag}`}</tspan>
        ))}
      </text>
      {lines.map((line, at) => (
        <text
          key={at}
          className={line.kind}
          data-move={line.move}
          x={left + indentOf(line)}
          y={y + typography.pad + typography.title + (at + 1) * typography.leading}
        >
          {line.text}
          {line.does !== undefined && <tspan className="does">{` ${line.does}`}</tspan>}
        </text>
      ))}
    </g>
  );
}

function TransitionEdge({ edge: { id, points, moves, always } }: { edge: PlacedEdge }) {
  const path = roundedPath(points);
  return (
    <g className={always ? 'edge always' : 'edge'} data-edge={id} data-moves={moves.join(' ')}>
      <path d={path} markerEnd="url(#arrow)" />
      {/* Animated along the edge when its transition is taken. */}
      <path className="run" d={path} pathLength={1} />
    </g>
  );
}

/** Default colours of the picture, light and dark; a page that embeds it may override them. */
const style = `
.chart { --paper: #fffcf7; --room: #f4ede1; --ink: #14252a; --soft: #4c585a; --line: #857a69; --tag: #7a4a00; --lit: #d5e7f4; --lit-edge: #0b5394; }
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) .chart, svg.chart:root { --paper: #1a2b2f; --room: #132124; --ink: #f7eee0; --soft: #b3beb9; --line: #7d9699; --tag: #e9b872; --lit: #163a52; --lit-edge: #7cc4ff; }
}
:root[data-theme="dark"] .chart { --paper: #1a2b2f; --room: #132124; --ink: #f7eee0; --soft: #b3beb9; --line: #7d9699; --tag: #e9b872; --lit: #163a52; --lit-edge: #7cc4ff; }
.chart { font-family: 'Rubik Variable', 'Rubik Fallback', system-ui, sans-serif; }
.chart .box { fill: var(--paper); stroke: var(--line); stroke-width: 1.2; }
.chart .machine > .box, .chart .compound > .box, .chart .parallel > .box { fill: var(--room); }
.chart .parallel > .box { stroke-dasharray: 6 4; }
.chart .title { font-size: ${typography.title}px; font-weight: 600; fill: var(--ink); }
.chart .tag { font-size: 11px; font-weight: 400; fill: var(--tag); }
.chart .note { font-size: ${typography.line}px; font-style: italic; fill: var(--soft); }
.chart .event, .chart .more { font-size: ${typography.line}px; font-weight: 500; fill: var(--ink); }
.chart .does { font-size: ${typography.line}px; font-weight: 400; fill: var(--soft); }
/* Text keeps the width it was laid out with, however small the picture is shown. */
.chart text { text-rendering: geometricPrecision; }
/* An edge into an inner state may pass behind its parent's text. */
.chart .outer text { paint-order: stroke; stroke: var(--room); stroke-width: 5px; stroke-linejoin: round; }
.chart .initial { fill: var(--ink); }
.chart path { fill: none; stroke: var(--line); stroke-width: 1.3; }
.chart .always > path { stroke-dasharray: 3 3; }
.chart #arrow path { fill: var(--line); stroke: none; }
.chart .state[data-lit] > .box { stroke: var(--lit-edge); stroke-width: 2.4; }
.chart .state.atomic[data-lit] > .box, .chart .state.final[data-lit] > .box { fill: var(--lit); }
.chart text[data-taken] { fill: var(--lit-edge); font-weight: 700; }
.chart .edge[data-taken] > path { stroke: var(--lit-edge); stroke-width: 2; }
.chart .edge > .run { stroke: none; }
.chart .edge[data-taken] > .run { stroke: var(--lit-edge); stroke-width: 5; stroke-linecap: round; stroke-dasharray: 0.12 2; stroke-dashoffset: 1; }
/* Two names for one animation: changing the name restarts it. */
.chart .edge[data-taken='a'] > .run { animation: run-a 420ms ease-out; }
.chart .edge[data-taken='b'] > .run { animation: run-b 420ms ease-out; }
@keyframes run-a { from { stroke-dashoffset: 0.12; } to { stroke-dashoffset: -1; } }
@keyframes run-b { from { stroke-dashoffset: 0.12; } to { stroke-dashoffset: -1; } }
@media (prefers-reduced-motion: reduce) { .chart .edge > .run { display: none; } }
`;

/** A chart that was laid out, as an element of a page or as a file of its own. */
export const ChartSvg = memo(function ChartPicture({
  layout: { name, width, height, nodes, edges },
}: {
  layout: ChartLayout;
}) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      className="chart"
      role="img"
      aria-label={`The chart of ${name}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <style>{style}</style>
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 0L8 4L0 8z" />
        </marker>
      </defs>
      {nodes.map((node) => (
        <StateBox key={node.id} node={node} />
      ))}
      {edges.map((edge) => (
        <TransitionEdge key={edge.id} edge={edge} />
      ))}
      {nodes.map((node) => (
        <StateText key={node.id} node={node} />
      ))}
    </svg>
  );
});
