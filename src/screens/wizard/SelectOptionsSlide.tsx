import { X } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { summaryOf } from '#domain/wizard/game-draft.ts';
import type { Face } from '#domain/wizard/option-pairs.ts';
import { useT } from '#i18n/react.tsx';
import type { optionPicker } from '#machines/option-picker.ts';
import { toOption, useDraft, type WizardProps } from './wizard-hooks.ts';
import { OptionSearch } from './OptionSearch.tsx';
import * as css from './wizard.css.ts';

type Props = WizardProps & { picker: ActorRefFrom<typeof optionPicker> };

/**
 * Options of the game: selected ones as chips, all of them to tap below. In a league of pairs two taps select
 * a pair.
 */
export function SelectOptionsSlide({ actor, picker }: Props) {
  const t = useT();
  const draft = useDraft(actor);
  const { options: selected, pairs } = summaryOf(draft);
  const { unpaired, faces } = draft;
  const selectedIds = selected.flatMap(({ id, pair }) => pair?.map((one) => one.id) ?? [id]);
  return (
    <>
      <p className={css.muted} role="status">
        {t(pairs ? 'pairsCount' : 'optionsCount', { count: selected.length })}
      </p>
      {(selected.length > 0 || unpaired) && (
        <ul className={css.chips}>
          {selected.map((face) => (
            <SelectedOption key={face.id} actor={actor} face={face} />
          ))}
          {unpaired && <SelectedOption key={unpaired.id} actor={actor} face={unpaired} incomplete />}
        </ul>
      )}
      <OptionSearch
        picker={picker}
        faces={faces}
        pressed={({ id }) => selectedIds.includes(id) || id === unpaired?.id}
        onTap={(option) => actor.send({ type: 'option.toggle', option })}
      />
    </>
  );
}

/** Chip of a selected option; a tap removes it. */
function SelectedOption({
  actor,
  face,
  incomplete = false,
}: WizardProps & { face: Face; incomplete?: boolean }) {
  const t = useT();
  const name = incomplete ? t('pairWaits', { name: face.name }) : face.name;
  return (
    <li>
      <button
        type="button"
        className={css.chip}
        data-incomplete={incomplete ? '' : undefined}
        aria-label={t('removeName', { name })}
        onClick={() => actor.send({ type: 'option.toggle', option: toOption(face.pair?.[0] ?? face) })}
      >
        {/* Text around a name follows the page's direction. */}
        {incomplete ? <span>{name}</span> : <bdi>{name}</bdi>}
        <X size={16} />
      </button>
    </li>
  );
}
