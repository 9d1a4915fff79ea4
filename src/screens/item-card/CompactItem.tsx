import { Link } from '@tanstack/react-router';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { OptionCrest } from '#ui/match/OptionCrest.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import { Outcome } from '#ui/match/Outcome.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import * as css from './CompactItem.css.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { outcomeOf, sidesOf } from './item-display.ts';
import { PickedScore } from './PickedScore.tsx';
import { useBet, type MyBet } from './use-bet.ts';

/** Compact item, a link: crests, the score, the caller's pick and its outcome. */
export function CompactItem({ item }: { item: Item }) {
  const t = useT();
  const bet = useBet(item);
  const sides = sidesOf(item);
  const options = optionsInOrder(item);
  const picked = options.filter(({ id }) => (bet.values[id] ?? 0) > 0);
  const faces = sides ?? (picked.length > 0 ? picked : options).slice(0, 3);
  const [home, away] = sides ?? [];
  const outcome = outcomeOf(item);
  return (
    <Link to="/item" search={{ id: item.id }} className={css.compact}>
      <VisuallyHidden>
        {t('openItem')}: {item.name}
      </VisuallyHidden>
      {home && <OptionCrest of={home} size="small" />}
      {home && away ? (
        <ScorePair
          home={{ name: home.name, score: home.result }}
          away={{ name: away.name, score: away.result }}
        />
      ) : (
        faces.map((option) => <OptionCrest key={option.id} of={option} size="small" />)
      )}
      {away && <OptionCrest of={away} size="small" />}
      {sides ? <PickedScore item={item} bet={bet} /> : <PickProgress item={item} bet={bet} />}
      {outcome && <Outcome kind={outcome} points={item.pts ?? 0} />}
    </Link>
  );
}

/** How much is picked: digits or votes out of all. Nothing for a vote, whose crest shows it. */
function PickProgress({ item, bet }: { item: Item; bet: MyBet }) {
  const { bets_allow: allowed, votesForPoint: point } = item.ptsDetails;
  const values = Object.values(bet.values);
  const given = item.type === 'balance' ? values.reduce((sum, value) => sum + value, 0) : values.length;
  const all = item.type === 'balance' ? allowed * point : Object.keys(item.options).length;
  if (item.type === 'vote' && given > 0) return null;
  return (
    <bdi className={css.votes} data-mine={given > 0 ? '' : undefined}>
      {item.type === 'vote' ? '–' : `${given}/${all}`}
    </bdi>
  );
}
