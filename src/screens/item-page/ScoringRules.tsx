import { hasUnderdogs } from '#contract/layouts.ts';
import { hasJokers, hasMedians, numberRule } from '#contract/scoring.ts';
import type { Item } from '#contract/models.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import * as css from './ScoringRules.css.ts';

type ScoringLine = readonly [what: string, worth: string];

/** How this item scores: by the rules that its game was created with. */
export function ScoringRules({ item }: { item: Item }) {
  const t = useT();
  const lines = useScoringLines(item);
  const out = optionsInOrder(item).filter(({ details }) => details.no_points);
  return (
    <Card as="section" labelledBy="rules">
      <Stack gap="x3">
        <Heading level={2} id="rules">
          {t('rulesHere')}
        </Heading>
        <dl className={css.lines}>
          {lines.map(([what, worth]) => (
            <div key={what} className={css.line}>
              <dt>{what}</dt>
              <dd className={css.worth}>{worth}</dd>
            </div>
          ))}
          {out.length > 0 && (
            <div className={css.line}>
              <dt>{t('noPoints')}</dt>
              <dd className={css.worth}>
                {out.map(({ id, name }) => (
                  <bdi key={id} className={css.name}>
                    {name}
                  </bdi>
                ))}
              </dd>
            </div>
          )}
          <UnscoredRules rules={item.details.rules} />
        </dl>
      </Stack>
    </Card>
  );
}

/** Rules of the game type that do not score. */
function UnscoredRules({ rules }: { rules: Item['details']['rules'] }) {
  const t = useT();
  const { formatDate } = useDates();
  return rules.map(({ name, type, value }) => (
    <div key={name} className={css.line}>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd className={css.worth}>
        <bdi>
          {typeof value === 'boolean'
            ? t(value ? 'yes' : 'no')
            : type === 'datetime'
              ? formatDate(value)
              : value}
        </bdi>
      </dd>
    </div>
  ));
}

function useScoringLines(item: Item): readonly ScoringLine[] {
  const t = useT();
  const own = useLayoutLines(item);
  const underdog = hasUnderdogs(item.type) ? numberRule(item.type, item.rules, 'underdog') : 0;
  const multiplier = numberRule(item.type, item.rules, 'multiplier');
  return [
    ...own,
    ...(underdog > 0 ? [[t('rule.underdog'), t('points', { count: underdog })] as const] : []),
    ...(multiplier > 1 ? [[t('rule.multiplier'), t('timesPoints', { count: multiplier })] as const] : []),
    ...(hasJokers(item.rules) ? [[t('rule.joker'), t('timesPoints', { count: 2 })] as const] : []),
    ...(hasMedians(item.rules) ? [[t('rule.late'), t('rule.median')] as const] : []),
  ];
}

function useLayoutLines(item: Item): readonly ScoringLine[] {
  const t = useT();
  const { type, rules } = item;
  const rule = (key: string) => numberRule(type, rules, key);
  const points = (key: string) => t('points', { count: rule(key) });
  const { bets_allow: allowed, votesForPoint: point } = item.ptsDetails;
  switch (type) {
    case 'home/away':
      return [
        [t('rule.exact'), points('pts_exact')],
        [t('rule.difference'), points('pts_difference')],
        [t('rule.outcome'), points('pts_outcome')],
      ];
    case 'vote':
      return [
        [t('rule.allowed'), t('picksCount', { count: allowed })],
        [t('rule.correct'), points('pts_correct')],
      ];
    case 'balance': {
      const even = rule('even_breakpoint');
      return [
        [t('rule.allowed'), t('votesCount', { count: allowed * point })],
        [t('rule.votes', { count: point }), points('pts_correct')],
        [t('rule.decided'), t(rules['decided_by'] === 'crowd' ? 'rule.byCrowd' : 'rule.byResult')],
        ...(rules['decided_by'] === 'crowd'
          ? [[t('rule.even', { percent: even }), t('rule.half')] as const]
          : []),
      ];
    }
    case 'bets':
      return [
        [t('rule.digit'), points('pts_exact')],
        [t('rule.close'), points('pts_close')],
      ];
  }
}
