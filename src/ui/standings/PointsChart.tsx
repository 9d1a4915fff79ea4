import { useI18n } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { cx } from '#ui/primitives/cx.ts';
import * as css from './PointsChart.css.ts';

export type PointsStep = {
  readonly id: number;
  readonly name: string;
  readonly at: string;
  readonly points: number;
  readonly total: number;
};

const [width, height] = [100, 40];

/** Polyline of the totals, from the total before the first step; one step per settled item. */
function lineOf(steps: readonly PointsStep[]): string {
  const [first] = steps;
  const totals = [first ? first.total - first.points : 0, ...steps.map(({ total }) => total)];
  const top = Math.max(1, ...totals);
  const across = width / Math.max(1, totals.length - 1);
  return totals.map((total, at) => `${at * across},${height - (total / top) * height}`).join(' ');
}

type Props = { title: string; steps: readonly PointsStep[]; mine?: boolean };

/** Points over time, as a line chart and as a table. */
export function PointsChart({ title, steps, mine = false }: Props) {
  const { t, formatNumber } = useI18n();
  const { formatDay } = useDates();
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return null;
  const line = lineOf(steps);
  return (
    <figure className={css.figure} data-mine={mine}>
      <svg
        className={css.chart}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('pointsChart', { count: steps.length, total: formatNumber(last.total) })}
      >
        <g className={css.plot}>
          <polygon className={css.area} points={`0,${height} ${line} ${width},${height}`} />
          <line className={css.ground} x1="0" y1={height} x2={width} y2={height} />
          <polyline className={css.line} points={line} />
        </g>
      </svg>
      <p className={css.ends} aria-hidden="true">
        <span>{formatDay(first.at)}</span>
        <span>{formatDay(last.at)}</span>
      </p>
      <details>
        <summary className={css.summary}>{t('asTable')}</summary>
        <table className={css.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col" className={css.head}>
                {t('games')}
              </th>
              <th scope="col" className={cx(css.head, css.number)}>
                {t('pointsShort')}
              </th>
              <th scope="col" className={cx(css.head, css.number)}>
                {t('inAll')}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ id, name, points, total }) => (
              <tr key={id}>
                <th scope="row" className={css.cell}>
                  <bdi>{name}</bdi>
                </th>
                <td className={cx(css.cell, css.number)}>{formatNumber(points)}</td>
                <td className={cx(css.cell, css.number)}>{formatNumber(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
