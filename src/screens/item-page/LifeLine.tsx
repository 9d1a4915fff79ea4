import { CalendarClock, CircleOff, Flag, Goal, PencilLine, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Item, LifeStep } from '#contract/models.ts';
import { useI18n } from '#i18n/react.tsx';
import { StandingResult } from '#screens/item-card/StandingResult.tsx';
import * as css from './LifeLine.css.ts';

const signs: Record<LifeStep['kind'], ReactNode> = {
  made: <Sparkles />,
  moved: <CalendarClock />,
  started: <Flag />,
  result: <Goal />,
  corrected: <PencilLine />,
  void: <CircleOff />,
};

/** The item with the results that a step left behind. */
function after(item: Item, step: LifeStep): Item {
  const results = (step.to ?? {}) as Readonly<Record<string, number>>;
  const options = Object.entries(item.options).map(([id, option]) => [
    id,
    { ...option, result: results[id] ?? null },
  ]);
  return { ...item, options: Object.fromEntries(options) };
}

/** Every step of the item's life: what happened, by whose hand, when. */
export function LifeLine({ item, steps }: { item: Item; steps: readonly LifeStep[] }) {
  const { t, formatDate } = useI18n();
  return (
    <ol className={css.line}>
      {steps.map((step) => (
        <li key={step.id} className={css.step}>
          <span className={css.sign} aria-hidden="true">
            {signs[step.kind]}
          </span>
          <div className={css.words}>
            <p className={css.what}>
              {t(`life.${step.kind}`)}
              {step.kind === 'moved' && typeof step.to === 'string' && (
                <time dateTime={step.to}>{formatDate(step.to)}</time>
              )}
            </p>
            {(step.kind === 'result' || step.kind === 'corrected') && (
              <StandingResult item={after(item, step)} />
            )}
            <p className={css.who}>
              {step.by && <bdi>{step.by.name}</bdi>}
              <time dateTime={step.at}>{formatDate(step.at)}</time>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
