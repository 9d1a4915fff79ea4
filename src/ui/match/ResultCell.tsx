import type { Ref } from 'react';
import { useI18n } from '#i18n/react.tsx';
import { digit } from './DigitCell.css.ts';
import { pressCellKey, type CellKeys } from './DigitCell.tsx';
import * as css from './ResultCell.css.ts';

type Props = CellKeys & {
  /** Name of the team. */
  name: string;
  goals: number | null;
  /** The digit pad writes into this cell. */
  active: boolean;
  disabled: boolean;
  ref?: Ref<HTMLButtonElement>;
  onOpen: () => void;
};

/** Cell for the goals of one side, while a result is entered: neutral, since it is nobody's pick. */
export function ResultCell({ name, goals, active, disabled, ref, onOpen, ...keys }: Props) {
  const { t, direction } = useI18n();
  return (
    <button
      ref={ref}
      type="button"
      className={css.cell}
      aria-label={goals === null ? t('goalsOfNone', { name }) : t('goalsOf', { name, goals })}
      aria-expanded={active}
      data-active={active || undefined}
      data-empty={goals === null || undefined}
      disabled={disabled}
      onClick={onOpen}
      onKeyDown={(event) => pressCellKey(event, direction, active, keys)}
    >
      <bdi className={digit}>{goals ?? ''}</bdi>
    </button>
  );
}
