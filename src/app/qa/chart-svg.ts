import { type, type ChartLayout, type PlacedEdge, type PlacedNode, type Point } from './chart-layout.ts';

const escaped = (words: string) => words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A way with rounded corners. */
export function pathOf(points: readonly Point[]): string {
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

function state({ node, x, y, width, height, depth }: PlacedNode, initial: boolean): string {
  const left = x + type.pad;
  const lines = node.lines.map((line, at) => {
    const down = y + type.pad + type.title + (at + 1) * type.leading;
    return `<text class="line" x="${left}" y="${down}">${escaped(line)}</text>`;
  });
  const kind = node.type === 'final' ? ' final' : node.type === 'parallel' ? ' parallel' : '';
  return [
    `<g class="state${kind}${depth === 0 ? ' machine' : ''}" data-state="${escaped(node.id)}">`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>`,
    node.type === 'final'
      ? `<rect x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="7"/>`
      : '',
    initial ? `<circle class="initial" cx="${left + 4}" cy="${y + type.pad + 8}" r="4"/>` : '',
    `<text class="title" x="${left + (initial ? 14 : 0)}" y="${y + type.pad + 13}">${escaped(node.key)}`,
    node.tags.map((tag) => `<tspan class="tag" dx="8">#${escaped(tag)}</tspan>`).join(''),
    '</text>',
    ...lines,
    '</g>',
  ].join('');
}

function way({ id, points, label, lines, always }: PlacedEdge): string {
  const text = lines.map(
    ({ text: words, kind, edge }, at) =>
      `<text class="${kind}" data-edge="${escaped(edge)}" x="${label.x + 4}" y="${label.y + 13 + at * type.leading}">${escaped(words)}</text>`,
  );
  return [
    `<g class="way${always ? ' always' : ''}" data-way="${escaped(id)}">`,
    `<path d="${pathOf(points)}" marker-end="url(#arrow)"/>`,
    ...text,
    '</g>',
  ].join('');
}

const style = `
.chart { font-family: system-ui, sans-serif; color: #17242b; }
.chart rect { fill: #fffdf8; stroke: #17242b; stroke-width: 1.2; }
.chart .machine > rect { fill: #f6f1e7; }
.chart .parallel > rect { stroke-dasharray: 6 4; }
.chart .title { font-size: ${type.title}px; font-weight: 650; fill: #17242b; }
.chart .tag { font-size: 11px; font-weight: 400; fill: #8a5a00; }
.chart .line { font-size: ${type.line}px; fill: #4d5a60; }
.chart .event { font-size: ${type.line}px; fill: #17242b; }
.chart .does { font-size: ${type.line}px; fill: #4d5a60; }
.chart .initial { fill: #17242b; }
.chart path { fill: none; stroke: #5c6b72; stroke-width: 1.3; }
.chart .always path { stroke-dasharray: 3 3; }
.chart #arrow path { fill: #5c6b72; stroke: none; }
`;

/** A laid out chart as an SVG picture that stands alone. */
export function chartSvg(name: string, { width, height, nodes, edges }: ChartLayout): string {
  const initials = new Set(nodes.map(({ node }) => node.initial));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" aria-label="${escaped(name)}" width="${Math.ceil(width)}" height="${Math.ceil(height)}" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}">`,
    `<style>${style}</style>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    ...nodes.map((node) => state(node, initials.has(node.node.id))),
    ...edges.map(way),
    '</svg>',
  ].join('\n');
}
