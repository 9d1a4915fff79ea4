import { useState } from 'react';
import * as css from './Gain.css.ts';

/**
 * Points that have just come, or gone with a correction, while one was looking: they fly in beside the number that
 * they changed and stay there. Under "reduce motion" they are simply there.
 */
export function Gain({ points, mine }: { points: number; mine: boolean }) {
  const [seen, see] = useState({ points, by: 0 });
  if (seen.points !== points) see({ points, by: points - seen.points });
  if (seen.by === 0) return null;
  return (
    <bdi key={points} dir="ltr" aria-hidden="true" className={css.gain} data-mine={mine || undefined}>
      {seen.by > 0 ? `+${seen.by}` : `−${-seen.by}`}
    </bdi>
  );
}
