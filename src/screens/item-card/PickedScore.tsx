import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import { sidesOf } from './item-display.ts';
import * as css from './MyPick.css.ts';
import type { MyBet } from './use-bet.ts';

/** The score that the caller picked, for narrow places: its label and two small cells. Nothing without a pick. */
export function PickedScore({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  const [home, away] = (sidesOf(item) ?? []).map(({ id, name }) => ({ name, score: bet.values[id] ?? null }));
  if (!home || !away || home.score === null || away.score === null) return null;
  return (
    <span className={css.word}>
      {t('picked')} <ScorePair home={home} away={away} size="small" tone="mine" />
    </span>
  );
}
