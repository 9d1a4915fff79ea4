import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { ScorePair } from '#ui/match/ScorePair.tsx';
import { Row } from '#ui/primitives/Stack.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { sidesOf, winnersOf } from './item-display.ts';

/** The item's current result: a score, the winners' names, or a digit for each option. */
export function ItemResult({ item, size = 'row' }: { item: Item; size?: 'row' | 'score' }) {
  const t = useT();
  const sides = sidesOf(item);
  if (sides) {
    const [home, away] = sides.map(({ name, result }) => ({ name, score: result }));
    return home && away && <ScorePair home={home} away={away} size={size} />;
  }
  if (item.type === 'bets') {
    return (
      <Row gap="x2" wrap>
        {optionsInOrder(item).map(({ id, name, result }) => (
          <Tag key={id}>
            <bdi>{name}</bdi> <b>{result ?? '–'}</b>
          </Tag>
        ))}
      </Row>
    );
  }
  const winners = winnersOf(item);
  if (winners.length === 0) return <Tag>{t('reason.poll')}</Tag>;
  return (
    <Row gap="x2" wrap>
      {winners.map(({ id, name }) => (
        <Tag key={id} tone="strong">
          <bdi>{name}</bdi>
        </Tag>
      ))}
    </Row>
  );
}
