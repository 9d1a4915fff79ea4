import { Fragment } from 'react';
import { useT } from '#i18n/react.tsx';
import * as css from './ScorePair.css.ts';
import { cx } from '#ui/primitives/cx.ts';

export type ScoreSide = { readonly name: string; readonly score: number | null };

type Props = {
  home: ScoreSide;
  away: ScoreSide;
  size?: keyof typeof css.sizes;
  tone?: keyof typeof css.tones;
};

/**
 * A score: two cells in team order, and a sentence for screen readers. Never one text: joined by a dash or a
 * colon, Hebrew reverses it.
 */
export function ScorePair({ home, away, size = 'row', tone = 'plain' }: Props) {
  const t = useT();
  const isFree = size === 'running' || size === 'score';
  const known = home.score !== null && away.score !== null;
  const label = known
    ? t('scoreSpoken', { home: home.name, homeScore: home.score, away: away.name, awayScore: away.score })
    : t('scoreNone', { home: home.name, away: away.name });
  return (
    <span className={cx(css.pair, css.sizes[size])} role="img" aria-label={label}>
      {[home, away].map((side, index) => (
        <Fragment key={index}>
          {index > 0 && isFree && <span className={css.stroke} />}
          <bdi
            className={cx(
              css.cell,
              css.cells[size],
              css.tones[tone],
              tone === 'plain' && !isFree && css.boxed,
            )}
            data-loser={isLoser(side, index ? home : away)}
          >
            {side.score ?? '–'}
          </bdi>
        </Fragment>
      ))}
    </span>
  );
}

const isLoser = (side: ScoreSide, other: ScoreSide) =>
  (side.score !== null && other.score !== null && side.score < other.score) || undefined;
