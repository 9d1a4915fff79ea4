import { X } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { summaryOf } from '#contract/game-draft.ts';
import { useT } from '#i18n/react.tsx';
import type { optionPicker } from '#machines/option-picker.ts';
import { useDraft, type WizardProps } from './kit.ts';
import { OptionSearch } from './OptionSearch.tsx';
import * as css from './wizard.css.ts';

type Props = WizardProps & { picker: ActorRefFrom<typeof optionPicker> };

/** What may be picked: the chosen as chips above, and all there is to tap below. */
export function ChoicesSlide({ actor, picker }: Props) {
  const t = useT();
  const chosen = summaryOf(useDraft(actor)).options;
  return (
    <>
      <p className={css.soft} role="status">
        {t('optionsCount', { count: chosen.length })}
      </p>
      {chosen.length > 0 && (
        <ul className={css.chips}>
          {chosen.map(({ id, name, image }) => (
            <li key={id}>
              <button
                type="button"
                className={css.chip}
                aria-label={t('removeName', { name })}
                onClick={() =>
                  actor.send({ type: 'option.toggle', option: { id, name, image, value: null, images: [] } })
                }
              >
                <bdi>{name}</bdi>
                <X size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <OptionSearch
        picker={picker}
        pressed={({ id }) => chosen.some((option) => option.id === id)}
        onTap={(option) => actor.send({ type: 'option.toggle', option })}
      />
    </>
  );
}
