import type { ReactNode } from 'react';
import { useI18n } from '#i18n/react.tsx';
import { cx } from '#ui/primitives/cx.ts';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import * as css from './RaceChart.css.ts';

export type RaceLine = {
  readonly id: number;
  readonly name: string;
  /** Points by step. */
  readonly steps: readonly number[];
  /** Place at the step that is shown, from 0. */
  readonly place: number;
};

type Props = {
  title: string;
  /** In the table's order. */
  lines: readonly RaceLine[];
  /** Id of the caller, whose line is in their own colour. */
  me: number | null;
  /** Names of the steps after the start. */
  steps: readonly string[];
  step: number;
  /** The step controls, below the lines. */
  children: ReactNode;
};

/** Inline end of the lines, of 100; leader lines go from there to the names. */
const lineEnd = 88;
/** Space above and below, of 100. */
const margin = 4;

/**
 * Points of a line up to a step, stretched over the whole width. Later points coincide with its end, so that every step
 * has the same number of points and can be animated into the next.
 */
function pointsOfLine(steps: readonly number[], step: number, most: number): string[] {
  return steps.map((_, at) => {
    const shown = Math.min(at, step);
    const across = step === 0 ? (at === 0 ? 0 : lineEnd) : (shown / step) * lineEnd;
    const up = most === 0 ? 0 : (steps[shown] ?? 0) / most;
    return `${across.toFixed(2)} ${(100 - margin - up * (100 - 2 * margin)).toFixed(2)}`;
  });
}

/** The race of the table up to one step, as lines with names at their ends, and all of it as a table. */
export function RaceChart({ title, lines, me, steps, step, children }: Props) {
  const { t, formatNumber } = useI18n();
  const pointsOf = (line: RaceLine) => line.steps[step] ?? 0;
  const most = Math.max(0, ...lines.map(pointsOf));
  const first = lines.find(({ place }) => place === 0);
  // The caller's line is drawn last, on top.
  const drawn = lines.toSorted((one, other) => Number(one.id === me) - Number(other.id === me));
  return (
    <figure className={css.figure}>
      <div className={css.race}>
        <svg
          className={css.chart}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={t('race.chart', { name: first?.name ?? '', points: first ? pointsOf(first) : 0 })}
        >
          <g className={css.plot}>
            <line className={css.ground} x1="0" y1={100 - margin} x2={lineEnd} y2={100 - margin} />
            {drawn.map((line) => {
              const points = pointsOfLine(line.steps, step, most);
              const nameAt = ((line.place + 0.5) / lines.length) * 100;
              return (
                <g key={line.id} className={line.id === me ? css.mine : undefined}>
                  <path className={css.line} d={`M${points.join('L')}`} />
                  <path className={css.leader} d={`M${points.at(-1)}L100 ${nameAt.toFixed(2)}`} />
                </g>
              );
            })}
          </g>
        </svg>
        <ol className={css.names} aria-label={title}>
          {lines.map((line) => (
            <li
              key={line.id}
              className={cx(css.name, line.id === me && css.me)}
              style={{ transform: `translateY(${line.place * 100}%)` }}
            >
              <bdi className={css.who}>{line.name}</bdi>
              <span className={css.points} aria-hidden="true">
                {formatNumber(pointsOf(line))}
              </span>
              <VisuallyHidden>{t('points', { count: pointsOf(line) })}</VisuallyHidden>
            </li>
          ))}
          {/* Names set the height: the moving chart adds none. */}
          {lines.map(({ id }) => (
            <li key={`row ${id}`} className={css.room} aria-hidden="true" />
          ))}
        </ol>
      </div>
      {children}
      <details>
        <summary className={css.summary}>{t('asTable')}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too */}
        <div className={css.scroller} role="region" aria-label={t('asTable')} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col" className={css.head}>
                  {t('race.round')}
                </th>
                {lines.map(({ id, name }) => (
                  <th key={id} scope="col" className={cx(css.head, css.number)}>
                    <bdi>{name}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {steps.map((name, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a round is its place
                <tr key={at}>
                  <th scope="row" className={css.cell}>
                    <bdi>{name}</bdi>
                  </th>
                  {lines.map((line) => (
                    <td key={line.id} className={cx(css.cell, css.number)}>
                      {formatNumber(line.steps[at + 1] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
