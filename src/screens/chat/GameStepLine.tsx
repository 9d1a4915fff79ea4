import { CircleOff, Flag, Goal, PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GameStep } from '#contract/models.ts';
import { T, useI18n, useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { ItemResult } from '#screens/item-card/ItemResult.tsx';
import { sidesOf } from '#screens/item-card/item-display.ts';
import { withResults } from '#screens/results/result-step.ts';
import { StepLine } from '#ui/chat/StepLine.tsx';
import { OptionCrest, OptionName } from '#ui/match/OptionCrest.tsx';
import * as css from './Chat.css.ts';
import type { StepRow } from './message-rows.ts';

const stepIcons: Readonly<Record<GameStep['kind'], ReactNode>> = {
  started: <Flag size={16} />,
  result: <Goal size={16} />,
  corrected: <PencilLine size={16} />,
  void: <CircleOff size={16} />,
};

/** Names under a result: in a large league hundreds may have hit it. */
const mostNames = 5;

/** A start or a result of one of the game's items, with who hit it exactly. */
export function GameStepLine({ step, item }: Pick<StepRow, 'step' | 'item'>) {
  const t = useT();
  const { formatTime } = useDates();
  const [home, away] = sidesOf(item) ?? [];
  const result = step.to && <ItemResult item={withResults(item, step.to)} />;
  return (
    <StepLine
      icon={stepIcons[step.kind]}
      title={t(`life.${step.kind}`)}
      at={step.at}
      time={formatTime(step.at)}
    >
      {home && away ? (
        <span className={css.stepMatch}>
          <OptionCrest of={home} size="small" />
          <OptionName of={home} />
          {result}
          <OptionName of={away} />
          <OptionCrest of={away} size="small" />
        </span>
      ) : (
        <>
          <bdi>{item.name}</bdi>
          {result}
        </>
      )}
      {step.exact.length > 0 && (
        <span className={css.exact}>
          <T k="exactHits" names={<ExactHits names={step.exact} />} />
        </span>
      )}
    </StepLine>
  );
}

function ExactHits({ names }: { names: readonly string[] }) {
  const { t, locale } = useI18n();
  const shown = names.slice(0, mostNames);
  const more = names.length - shown.length;
  // Where more follow, the last name has no "and" before it.
  const list = new Intl.ListFormat(locale, more > 0 ? { type: 'unit', style: 'short' } : {});
  return (
    <>
      {list
        .formatToParts(shown)
        .map(({ type, value }, at) => (type === 'element' ? <bdi key={at}>{value}</bdi> : value))}
      {more > 0 && ` ${t('andMore', { count: more })}`}
    </>
  );
}
