import { CalendarClock, CircleOff, Flag, Goal, PencilLine, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Item, TimelineEntry } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { StandingResult } from '#screens/item-card/StandingResult.tsx';
import { withResults } from '#screens/results/step.ts';
import { cx } from '#ui/cx.ts';
import { DateText } from '#ui/DateText.tsx';
import * as css from './LifeLine.css.ts';

const signs: Record<TimelineEntry['kind'], ReactNode> = {
  made: <Sparkles />,
  moved: <CalendarClock />,
  started: <Flag />,
  result: <Goal />,
  corrected: <PencilLine />,
  void: <CircleOff />,
};

type Results = Readonly<Record<string, number>>;

/** The item's timeline: each step with its author, its time and the value before it. */
export function LifeLine({ item, steps }: { item: Item; steps: readonly TimelineEntry[] }) {
  const t = useT();
  return (
    <ol className={css.line}>
      {steps.map((step) => (
        <li key={step.id} className={css.step} data-kind={step.kind}>
          <span className={css.sign} aria-hidden="true">
            {signs[step.kind]}
          </span>
          <div className={css.words}>
            <p className={css.what}>{t(`life.${step.kind}`)}</p>
            <Change item={item} step={step} />
            <p className={css.who}>
              {step.by && <bdi>{step.by.name}</bdi>}
              <DateText at={step.at} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/**
 * What a step changed. Before and after are labelled: an arrow between two scores is ambiguous in
 * right-to-left text.
 */
function Change({ item, step: { kind, from, to } }: { item: Item; step: TimelineEntry }) {
  const t = useT();
  if (kind === 'moved')
    return (
      <p className={css.change}>
        <Moment at={to} />
        <span className={css.before}>
          {t('movedFrom')}{' '}
          <s>
            <Moment at={from} />
          </s>
        </span>
      </p>
    );
  const result = (value: unknown) => <StandingResult item={withResults(item, value as Results)} />;
  return (
    <>
      {from !== null && (
        <p className={cx(css.change, css.before)}>
          {t('life.was')} {result(from)}
        </p>
      )}
      {to !== null && (
        <p className={css.change}>
          {from !== null && t('life.now')} {result(to)}
        </p>
      )}
    </>
  );
}

function Moment({ at }: { at: unknown }) {
  const t = useT();
  return typeof at === 'string' ? <DateText at={at} /> : t('noDate');
}
