import type { ActorRefFrom } from 'xstate';
import { useSelector } from '@xstate/react';
import { limits } from '#contract/limits.ts';
import { useT } from '#i18n/react.tsx';
import type { resultEntry } from '#machines/result-entry.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { useBusy } from '#screens/actor-hooks.ts';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import * as css from './ResultForm.css.ts';
import { isByCrowd, isOptionResult } from './result-step.ts';

type Actor = ActorRefFrom<typeof resultEntry>;

/** Result inputs by layout: goals, checkboxes, digits, or none where the votes decide. */
export function ResultForm({ actor }: { actor: Actor }) {
  const t = useT();
  const { item, typed } = useSelector(actor, ({ context }) => context);
  const busy = useBusy(actor);
  const options = optionsInOrder(item);

  if (isByCrowd(item)) return <p>{t('resultCrowd')}</p>;

  if (isOptionResult(item)) {
    const picked = options.filter(({ id }) => typed[id] === 1).map(({ id }) => String(id));
    return (
      <>
        <ChoiceList
          label={t('resultPick')}
          multiple
          value={picked}
          options={options.map((option) => ({
            value: String(option.id),
            label: option.name,
            picture: <Crest name={option.name} image={option.image} size="small" />,
            disabled: busy,
          }))}
          onChange={(keys) => {
            for (const { id } of options) {
              const value = keys.includes(String(id)) ? 1 : null;
              if ((typed[id] ?? null) !== value) actor.send({ type: 'value.change', option: id, value });
            }
          }}
        />
        {item.type === 'vote' && <p className={css.note}>{t('resultPoll')}</p>}
      </>
    );
  }

  const max = item.type === 'bets' ? limits.digit.max : limits.resultGoals;
  return (
    <>
      <div className={item.type === 'bets' ? css.digits : css.sides}>
        {options.map((option) => (
          <div key={option.id} className={css.side}>
            <span className={css.crest}>
              <Crest name={option.name} image={option.image} />
            </span>
            <NumberField
              label={option.name}
              value={typed[option.id] ?? null}
              min={0}
              max={max}
              disabled={busy}
              onChange={(value) => actor.send({ type: 'value.change', option: option.id, value })}
            />
          </div>
        ))}
      </div>
      {item.type === 'home/away' && <p className={css.note}>{t('result90')}</p>}
    </>
  );
}
