import { ChevronDown } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { Field, type FieldProps } from './Field.tsx';
import * as css from './Field.css.ts';
import { choose, small } from './Select.css.ts';
import { cx } from '#ui/primitives/cx.ts';

type Props<Value extends string> = FieldProps & {
  value: string;
  onChange: (value: Value) => void;
  options: readonly { readonly value: Value; readonly label: string }[];
  disabled?: boolean;
  /** As high as a small button. */
  size?: 'small';
};

/** Native select. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  disabled,
  size,
  ...field
}: Props<Value>) {
  const t = useT();
  const isListed = options.some((option) => option.value === value);
  return (
    <Field {...field}>
      {({ id, describedBy, invalid }) => (
        <div className={cx(css.box, size && small)}>
          <select
            id={id}
            className={cx(css.control, choose)}
            value={value}
            disabled={disabled}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            onChange={({ target }) => {
              const chosen = options[target.selectedIndex - Number(!isListed)];
              if (chosen) onChange(chosen.value);
            }}
          >
            {!isListed && (
              <option value={value} disabled hidden>
                {t('chooseOne')}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={css.affix}>
            <ChevronDown size={20} />
          </span>
        </div>
      )}
    </Field>
  );
}
