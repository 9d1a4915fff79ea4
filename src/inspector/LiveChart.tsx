import { ZoomIn, ZoomOut } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { ChartSvg } from './ChartSvg.tsx';
import type { ChartLayout } from './chart-layout.ts';
import * as css from './Inspector.css.ts';

type Highlight = {
  readonly lit: readonly string[];
  readonly taken: readonly string[];
  /** Changes with every event, so that a transition that is taken twice is animated twice. */
  readonly step: number;
};

/** SVG elements of a chart by the id of their state or transition. */
type ChartElements = { readonly states: Map<string, Element>; readonly moves: Map<string, Element[]> };

function elementsOf(svg: Element): ChartElements {
  const moves = new Map<string, Element[]>();
  const learn = (move: string, part: Element) => moves.set(move, [...(moves.get(move) ?? []), part]);
  for (const part of svg.querySelectorAll('[data-move]')) learn(part.getAttribute('data-move') ?? '', part);
  for (const part of svg.querySelectorAll('[data-moves]'))
    for (const move of (part.getAttribute('data-moves') ?? '').split(' ')) learn(move, part);
  const states = [...svg.querySelectorAll('[data-state]')];
  return { states: new Map(states.map((part) => [part.getAttribute('data-state') ?? '', part])), moves };
}

/** Highlights active states by attributes only: the SVG is rendered once. */
function applyHighlight(
  svg: Element,
  { states, moves }: ChartElements,
  { lit, taken, step }: Highlight,
): void {
  const active = new Set(lit);
  for (const [id, part] of states)
    if (part.hasAttribute('data-lit') !== active.has(id)) part.toggleAttribute('data-lit');
  for (const part of svg.querySelectorAll('[data-taken]')) part.removeAttribute('data-taken');
  for (const move of taken)
    for (const part of moves.get(move) ?? []) part.setAttribute('data-taken', step % 2 ? 'a' : 'b');
}

/** Position of the picture in the window, and its scale. */
function placeOf(svg: SVGSVGElement): { left: number; top: number; scale: number } {
  const { a: scale, e: left, f: top } = svg.getScreenCTM() ?? new DOMMatrix();
  return { left, top, scale };
}

/** Scrolls the innermost active state into view if it is outside the pane. */
function scrollToActive(
  pane: HTMLElement,
  svg: SVGSVGElement,
  { nodes }: ChartLayout,
  lit: readonly string[],
): void {
  const node = nodes.findLast(({ id }) => lit.includes(id));
  if (!node) return;
  const { left, top, scale } = placeOf(svg);
  const frame = pane.getBoundingClientRect();
  const x = left - frame.left + node.x * scale;
  const y = top - frame.top + node.y * scale;
  if (y < 0 || y + Math.min(node.height * scale, 120) > frame.height)
    pane.scrollBy({ top: y - frame.height / 3 });
  if (x < 0 || x + node.width * scale > frame.width) pane.scrollBy({ left: x - frame.width / 3 });
}

const zoomStep = 1.25;
const zoomRange = { min: 0.1, max: 4 } as const;

/** A chart, fitted to its pane until it is zoomed; active states are highlighted and the last transition is animated. */
export function LiveChart({ layout, ...now }: { layout: ChartLayout } & Highlight) {
  const pane = useRef<HTMLDivElement>(null);
  const parts = useRef<{ svg: Element; parts: ChartElements } | null>(null);
  const shown = useRef('');
  const [zoom, setZoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const svg = pane.current?.querySelector('svg');
    if (!svg || !pane.current) return;
    if (parts.current?.svg !== svg) parts.current = { svg, parts: elementsOf(svg) };
    applyHighlight(svg, parts.current.parts, now);
    const place = `${zoom} ${now.lit.join()}`;
    if (shown.current !== place) scrollToActive(pane.current, svg, layout, now.lit);
    shown.current = place;
  });
  const zoomBy = (factor: number) => {
    const svg = pane.current?.querySelector('svg');
    if (svg) setZoom(Math.min(zoomRange.max, Math.max(zoomRange.min, placeOf(svg).scale * factor)));
  };
  const zoomByKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomBy(zoomStep);
    if (event.key === '-') zoomBy(1 / zoomStep);
    if (event.key === '0') setZoom(null);
  };
  const { width, height } = layout;
  const size: CSSProperties =
    zoom === null
      ? { maxInlineSize: width, maxBlockSize: height }
      : { inlineSize: width * zoom, blockSize: height * zoom };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of zooming, beside those of scrolling. */}
      <div
        ref={pane}
        className={css.pane}
        data-fit={zoom === null || undefined}
        role="region"
        aria-label="Chart"
        aria-keyshortcuts="+ - 0"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by key.
        tabIndex={0}
        onKeyDown={zoomByKey}
      >
        <div className={css.picture} style={size}>
          <ChartSvg layout={layout} />
        </div>
      </div>
      <div className={css.chartTools} role="group" aria-label="Zoom">
        <button
          type="button"
          className={css.button}
          aria-label="Zoom out"
          onClick={() => zoomBy(1 / zoomStep)}
        >
          <ZoomOut size={16} />
        </button>
        <button
          type="button"
          className={css.button}
          aria-pressed={zoom === null}
          onClick={() => setZoom(null)}
        >
          Fit
        </button>
        <button type="button" className={css.button} aria-label="Zoom in" onClick={() => zoomBy(zoomStep)}>
          <ZoomIn size={16} />
        </button>
      </div>
    </>
  );
}
