import { X } from 'lucide-react';
import { useCallback, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { summaryOf } from '#domain/wizard/game-draft.ts';
import type { Face } from '#domain/wizard/option-pairs.ts';
import { T, useT } from '#i18n/react.tsx';
import { cx } from '#ui/primitives/cx.ts';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import type { optionPicker } from '#machines/option-picker.ts';
import { toOption, useDraft, type WizardProps } from './wizard-hooks.ts';
import { OptionLabel } from './OptionLabels.tsx';
import { FoundOptions, OptionField } from './OptionSearch.tsx';
import * as css from './wizard.css.ts';

type Props = WizardProps & { picker: ActorRefFrom<typeof optionPicker> };

/** Options of the game: a numbered list that is typed, or in a league of pairs the pairs of two taps. */
export function SelectOptionsSlide(props: Props) {
  const t = useT();
  const { options: selected, pairs } = summaryOf(useDraft(props.actor));
  return (
    <>
      <p className={css.muted} role="status">
        {t(pairs ? 'pairsCount' : 'optionsCount', { count: selected.length })}
      </p>
      {pairs ? <SelectedPairs {...props} /> : <OptionLines {...props} />}
    </>
  );
}

/** Number of lines before anything is typed: a choice needs two options. */
const firstLines = 2;

/** A line for each option, and an empty one for the next. */
function OptionLines({ actor, picker }: Props) {
  const t = useT();
  const draft = useDraft(actor);
  const field = useRef<HTMLInputElement>(null);
  const { options } = summaryOf(draft);
  const count = options.length;
  const focusField = () => field.current?.focus();
  // Called for each new line: scrolls the field to the top, so that its results are above the keyboard.
  const scrollToTop = useCallback(
    (line: HTMLElement | null) => {
      if (count > 0) line?.scrollIntoView({ block: 'start' });
    },
    [count],
  );
  return (
    <>
      <ol className={css.optionLines}>
        {options.map((face, at) => (
          <li key={face.id} className={css.optionLine}>
            <LineNumber number={at + 1} />
            <OptionLabel face={face} />
            <IconButton
              label={t('removeName', { name: face.name })}
              size="small"
              onClick={() => actor.send({ type: 'option.toggle', option: toOption(face) })}
            >
              <X size={20} />
            </IconButton>
          </li>
        ))}
        <li className={cx(css.optionLine, css.wideLine)} ref={scrollToTop} data-open="">
          <LineNumber number={count + 1} />
          <OptionField picker={picker} placeholder={t('optionPlaceholder')} ref={field} />
        </li>
        {count + 1 < firstLines && (
          <li className={cx(css.optionLine, css.wideLine)} aria-hidden="true">
            <LineNumber number={firstLines} />
            <button
              type="button"
              className={css.emptyLine}
              aria-label={t('optionPlaceholder')}
              tabIndex={-1}
              onClick={focusField}
            />
          </li>
        )}
      </ol>
      <FoundOptions
        picker={picker}
        faces={draft.faces}
        pressed={({ id }) => options.some((face) => face.id === id)}
        onTap={(option) => {
          actor.send({ type: 'option.toggle', option });
          picker.send({ type: 'search.change', search: '' });
          focusField();
        }}
      />
    </>
  );
}

const LineNumber = ({ number }: { number: number }) => (
  <span className={css.lineNumber} aria-hidden="true">
    {number}
  </span>
);

function SelectedPairs({ actor, picker }: Props) {
  const draft = useDraft(actor);
  const { options: selected } = summaryOf(draft);
  const { unpaired, faces } = draft;
  const selectedIds = selected.flatMap(({ pair }) => pair?.map(({ id }) => id) ?? []);
  return (
    <>
      <ul className={css.chips}>
        {selected.map((face) => (
          <SelectedOption key={face.id} actor={actor} face={face} />
        ))}
        {unpaired && <SelectedOption key={unpaired.id} actor={actor} face={unpaired} incomplete />}
      </ul>
      <OptionField picker={picker} />
      <FoundOptions
        picker={picker}
        faces={faces}
        pressed={({ id }) => selectedIds.includes(id) || id === unpaired?.id}
        onTap={(option) => actor.send({ type: 'option.toggle', option })}
      />
    </>
  );
}

/** Scrolls the newest chip into view, at the end of its row. */
const scrollIntoRow = (chip: HTMLElement | null) =>
  chip?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Chip of a pair, or of half of one; a tap removes it. */
function SelectedOption({
  actor,
  face,
  incomplete = false,
}: WizardProps & { face: Face; incomplete?: boolean }) {
  const t = useT();
  const name = incomplete ? t('pairWaits', { name: face.name }) : face.name;
  return (
    <li ref={scrollIntoRow}>
      <button
        type="button"
        className={css.chip}
        data-incomplete={incomplete ? '' : undefined}
        aria-label={t('removeName', { name })}
        onClick={() => actor.send({ type: 'option.toggle', option: toOption(face.pair?.[0] ?? face) })}
      >
        {incomplete ? (
          <span>
            <T k="pairWaits" name={face.name} />
          </span>
        ) : (
          <bdi>{name}</bdi>
        )}
        <X size={16} />
      </button>
    </li>
  );
}
