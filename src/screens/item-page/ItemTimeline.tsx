import {
  BadgeCheck,
  CalendarClock,
  CircleMinus,
  CircleOff,
  CirclePlus,
  Flag,
  Goal,
  MessageSquareWarning,
  PencilLine,
  Scale,
  Sparkles,
  TextCursorInput,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Item, TimelineEntry } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { ItemResult } from '#screens/item-card/ItemResult.tsx';
import { withResults } from '#screens/results/result-step.ts';
import { cx } from '#ui/primitives/cx.ts';
import { DateText } from '#ui/primitives/DateText.tsx';
import * as css from './ItemTimeline.css.ts';

const entryIcons: Record<TimelineEntry['kind'], ReactNode> = {
  made: <Sparkles />,
  moved: <CalendarClock />,
  started: <Flag />,
  result: <Goal />,
  corrected: <PencilLine />,
  void: <CircleOff />,
  edited: <TextCursorInput />,
  no_points: <CircleMinus />,
  points: <CirclePlus />,
  objected: <MessageSquareWarning />,
  contested: <Scale />,
  final: <BadgeCheck />,
};

type ResultValues = Readonly<Record<string, number>>;

/** The item's timeline: each step with its author, its time and the value before it. */
export function ItemTimeline({ item, steps }: { item: Item; steps: readonly TimelineEntry[] }) {
  const t = useT();
  return (
    <ol className={css.line}>
      {steps.map((step) => (
        <li key={step.id} className={css.step} data-kind={step.kind}>
          <span className={css.icon} aria-hidden="true">
            {entryIcons[step.kind]}
          </span>
          <div className={css.content}>
            <p className={css.stepName}>{t(`life.${step.kind}`)}</p>
            <EntryChange item={item} step={step} />
            <p className={css.author}>
              {step.by && <bdi>{step.by.name}</bdi>}
              {step.source && <bdi>{step.source}</bdi>}
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
function EntryChange({ item, step: { kind, from, to } }: { item: Item; step: TimelineEntry }) {
  const t = useT();
  if (kind === 'moved')
    return (
      <p className={css.change}>
        <EntryDate at={to} />
        <span className={css.before}>
          {t('movedFrom')}{' '}
          <s>
            <EntryDate at={from} />
          </s>
        </span>
      </p>
    );
  const change = (value: unknown) =>
    typeof value === 'string' ? (
      <span dir="auto">{value}</span>
    ) : (
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is neither a date nor words is results
      <ItemResult item={withResults(item, value as ResultValues)} />
    );
  return (
    <>
      {from !== null && from !== '' && (
        <p className={cx(css.change, css.before)}>
          {t('life.was')} {change(from)}
        </p>
      )}
      {to !== null && (
        <p className={css.change}>
          {from !== null && from !== '' && t('life.now')} {change(to)}
        </p>
      )}
    </>
  );
}

function EntryDate({ at }: { at: unknown }) {
  const t = useT();
  return typeof at === 'string' ? <DateText at={at} /> : t('noDate');
}
