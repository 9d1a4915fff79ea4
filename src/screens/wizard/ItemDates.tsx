import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { groupProblem, legsOf } from '#domain/wizard/game-draft.ts';
import type { OptionGroup } from '#domain/wizard/option-groups.ts';
import { useT } from '#i18n/react.tsx';
import { DateTimeField } from '#screens/form-modal/DateTimeField.tsx';
import { useProblemText, type WizardProps } from './wizard-hooks.ts';

type Props = WizardProps & Pick<OptionGroup, 'id' | 'dates'> & { name: string };

/** Dates of a group's item, one per leg. An empty date means the game's own deadline. */
export const ItemDates = memo(function Dates({ actor, id, dates, name }: Props) {
  const legs = useSelector(actor, ({ context }) => legsOf(context));
  return Array.from({ length: legs }, (_, leg) => (
    <LegDate key={leg} actor={actor} id={id} dates={dates} name={name} leg={leg} legs={legs} />
  ));
});

function LegDate({ actor, id, dates, name, leg, legs }: Props & { leg: number; legs: number }) {
  const t = useT();
  const problemText = useProblemText();
  const problem = useSelector(actor, ({ context }) => groupProblem(context, id, leg));
  return (
    <DateTimeField
      label={legs > 1 ? t('matchLeg', { name: t('gameDate'), leg: leg + 1 }) : t('matchDate', { name })}
      hideLabel={legs === 1}
      value={dates[leg] ?? null}
      error={problemText(problem)}
      onChange={(date) => actor.send({ type: 'date.change', match: id, leg, date })}
    />
  );
}
