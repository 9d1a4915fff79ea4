import { useId } from 'react';
import * as css from './Chips.css.ts';

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
};

/** Radio group of short labels in a row. */
export function Chips<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset role="radiogroup">
      <legend className={css.legend}>{label}</legend>
      <div className={css.list}>
        {options.map((option) => (
          <label key={option.value} className={css.chip}>
            <input
              type="radio"
              name={name}
              className={css.input}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
