import { useLayoutEffect, useRef, useState } from 'react';
import { ChartSvg } from './ChartSvg.tsx';
import type { ChartLayout } from './chart-layout.ts';
import * as css from './Inspector.css.ts';

type Highlight = {
  readonly lit: readonly string[];
  readonly taken: readonly string[];
  /** Whatever changes with every event: the same transition taken again runs again. */
  readonly step: number;
};

/** The parts of a drawn chart by what they speak of. */
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

/** Lights what is active by attributes alone: the picture itself is drawn once. */
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

/** Brings the innermost lit state into the pane, when it is not. */
function scrollToActive(pane: HTMLElement, { nodes }: ChartLayout, lit: readonly string[]): void {
  const node = nodes.findLast(({ id }) => lit.includes(id));
  const svg = pane.firstElementChild;
  if (!node || !svg) return;
  const { left, top } = svg.getBoundingClientRect();
  const frame = pane.getBoundingClientRect();
  const x = left - frame.left + node.x;
  const y = top - frame.top + node.y;
  if (y < 0 || y + Math.min(node.height, 120) > frame.height) pane.scrollBy({ top: y - frame.height / 3 });
  if (x < 0 || x + node.width > frame.width) pane.scrollBy({ left: x - frame.width / 3 });
}

/** A chart with what is active in it lit, and the last transition run through. */
export function LiveChart({ layout, ...now }: { layout: ChartLayout } & Highlight) {
  const pane = useRef<HTMLDivElement>(null);
  const parts = useRef<{ svg: Element; parts: ChartElements } | null>(null);
  const shown = useRef('');
  const [fits, setFits] = useState(false);
  useLayoutEffect(() => {
    const svg = pane.current?.querySelector('svg');
    if (!svg || !pane.current) return;
    if (parts.current?.svg !== svg) parts.current = { svg, parts: elementsOf(svg) };
    applyHighlight(svg, parts.current.parts, now);
    const place = now.lit.join();
    if (!fits && shown.current !== place) scrollToActive(pane.current, layout, now.lit);
    shown.current = place;
  });
  return (
    <>
      <div
        ref={pane}
        className={css.pane}
        data-fit={fits || undefined}
        role="region"
        aria-label="Chart"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by key.
        tabIndex={0}
      >
        <ChartSvg key={layout.name} layout={layout} />
      </div>
      <div className={css.chartTools}>
        <button type="button" className={css.button} aria-pressed={fits} onClick={() => setFits(!fits)}>
          Fit
        </button>
      </div>
    </>
  );
}
