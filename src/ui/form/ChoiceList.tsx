import { useId, type ReactNode } from 'react';
import { FieldError } from './Field.tsx';
import * as css from './ChoiceList.css.ts';
import { cx } from '#ui/primitives/cx.ts';

export type Choice = {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
  readonly picture?: ReactNode;
  readonly disabled?: boolean;
};

type Props = {
  label: string;
  hideLabel?: boolean;
  multiple?: boolean;
  value: readonly string[];
  onChange: (value: string[]) => void;
  options: readonly Choice[];
  error?: string | null;
};

/** Large options with pictures: one, or several. */
export function ChoiceList({
  label,
  hideLabel = false,
  multiple = false,
  value,
  onChange,
  options,
  error,
}: Props) {
  const id = useId();
  const toggle = (key: string) => {
    if (!multiple) return onChange([key]);
    onChange(value.includes(key) ? value.filter((it) => it !== key) : [...value, key]);
  };
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={(error && !multiple) || undefined}
      role={multiple ? 'group' : 'radiogroup'}
    >
      <legend className={cx(css.legend, hideLabel && css.hidden)}>{label}</legend>
      <div className={css.list}>
        {options.map((option) => (
          <label key={option.value} className={css.choice}>
            <input
              type={multiple ? 'checkbox' : 'radio'}
              name={id}
              className={css.input}
              checked={value.includes(option.value)}
              disabled={option.disabled}
              onChange={() => toggle(option.value)}
              aria-describedby={option.note ? `${id}-${option.value}` : undefined}
              aria-label={option.label}
            />
            {option.picture && <span className={css.picture}>{option.picture}</span>}
            <span className={css.textColumn}>
              <bdi className={css.label}>{option.label}</bdi>
              {option.note && (
                <span className={css.note} id={`${id}-${option.value}`}>
                  {option.note}
                </span>
              )}
            </span>
            <span className={cx(css.mark, multiple ? css.square : css.circle)} aria-hidden="true" />
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}
