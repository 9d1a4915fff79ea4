import { useT } from '#i18n/react.tsx';
import * as css from './BetRefusal.css.ts';
import type { MyBet } from './use-bet.ts';

/** Why a pick was refused. One that waits for a connection is marked in its cell only. */
export function BetRefusal({ bet }: { bet: MyBet }) {
  const t = useT();
  if (bet.phase !== 'refused' || !bet.failure) return null;
  return (
    <p className={css.refused} role="alert">
      {t(`failure.${bet.failure.kind}`)}
    </p>
  );
}
