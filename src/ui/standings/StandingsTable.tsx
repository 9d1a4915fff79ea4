import { useState, type ReactNode } from 'react';
import type { FormMark } from '#contract/models.ts';
import { useI18n } from '#i18n/react.tsx';
import { Avatar } from '#ui/people/Avatar.tsx';
import { cx } from '#ui/primitives/cx.ts';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import { FormMarks } from './FormMarks.tsx';
import { RankChange } from './RankChange.tsx';
import * as css from './StandingsTable.css.ts';
import { useReorderAnimation } from './use-reorder-animation.ts';

export type StandingsLine = {
  readonly id: number;
  readonly rank: number;
  readonly move: number | null;
  readonly name: string;
  readonly image?: string | null;
  readonly points: number;
  /** Number of exact hits, and points per item. */
  readonly exact: number;
  readonly average: number;
  /** Outcomes of their last items, the newest first. */
  readonly form: readonly FormMark[];
  /** Shown instead of the average. */
  readonly note?: ReactNode;
};

type Props = {
  caption: string;
  rows: readonly StandingsLine[];
  /** The caller; their row sticks to the viewport's edge. */
  me: number | null;
  /** Without it rows are not interactive. */
  onRow?: (id: number) => void;
};

/** The standings. */
export function StandingsTable({ caption, rows, me, onRow }: Props) {
  const { t, formatNumber } = useI18n();
  const elements = useReorderAnimation(rows.map(({ id }) => id).join());
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption className={css.hidden}>{caption}</caption>
        <thead>
          <tr>
            {(['rank', 'player', 'pointsShort'] as const).map((head) => (
              <th key={head} scope="col" className={css.heads[head]}>
                <VisuallyHidden>{t(head)}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const mine = row.id === me;
            return (
              <tr
                key={row.id}
                className={cx(css.row, mine && css.mine)}
                ref={(element) => {
                  if (element) elements.set(row.id, element);
                  return () => void elements.delete(row.id);
                }}
              >
                <td className={css.rank}>
                  <span className={css.place} data-first={row.rank === 1 || undefined}>
                    {row.rank}
                  </span>
                  <RankChange move={row.move} />
                </td>
                <th scope="row" className={css.who}>
                  <span className={css.person}>
                    <Avatar name={row.name} image={row.image ?? null} size="small" decorative />
                    <span className={css.textColumn}>
                      <span className={css.name}>
                        {onRow ? (
                          <button type="button" className={css.open} onClick={() => onRow(row.id)}>
                            <bdi>{row.name}</bdi>
                          </button>
                        ) : (
                          <bdi className={css.open}>{row.name}</bdi>
                        )}
                        {mine && <span className={css.you}>{t('you')}</span>}
                      </span>
                      <span className={css.note}>
                        {row.form.length > 0 && <FormMarks marks={row.form} />}
                        {t('exactCount', { count: row.exact })}
                      </span>
                    </span>
                  </span>
                </th>
                <td className={css.points}>
                  <bdi aria-hidden="true">{formatNumber(row.points)}</bdi>
                  <VisuallyHidden>{t('points', { count: row.points })}</VisuallyHidden>
                  <span className={css.average}>{row.note ?? t('perItem', { average: row.average })}</span>
                  <PointsChange points={row.points} mine={mine} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The latest change of points while mounted, animated beside the total. Nothing before the first change; no
 * animation under reduced motion.
 */
function PointsChange({ points, mine }: { points: number; mine: boolean }) {
  const [last, setLast] = useState({ points, change: 0 });
  if (last.points !== points) setLast({ points, change: points - last.points });
  if (last.change === 0) return null;
  return (
    <bdi key={points} aria-hidden="true" className={css.pointsChange} data-mine={mine || undefined}>
      {last.change > 0 ? `+${last.change}` : `−${-last.change}`}
    </bdi>
  );
}
