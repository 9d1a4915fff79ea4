import { useState } from 'react';
import * as css from './PointsChange.css.ts';

/**
 * The latest change of points while mounted, animated beside the total. Nothing before the first change; no
 * animation under reduced motion.
 */
export function PointsChange({ points, mine }: { points: number; mine: boolean }) {
  const [seen, see] = useState({ points, by: 0 });
  if (seen.points !== points) see({ points, by: points - seen.points });
  if (seen.by === 0) return null;
  return (
    <bdi key={points} dir="ltr" aria-hidden="true" className={css.pointsChange} data-mine={mine || undefined}>
      {seen.by > 0 ? `+${seen.by}` : `−${-seen.by}`}
    </bdi>
  );
}
