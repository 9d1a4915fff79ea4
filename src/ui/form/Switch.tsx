import { useId, type ReactNode } from 'react';
import * as css from './Switch.css.ts';

type Props = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: string | undefined;
  disabled?: boolean;
};

/** Switch that takes effect at once. The whole row reacts. */
export function Switch(props: Props) {
  return <Toggle {...props} kind="switch" />;
}

/** Checkbox, submitted with its form. */
export function Checkbox(props: Props) {
  return <Toggle {...props} kind="checkbox" />;
}

function Toggle({ label, checked, onChange, hint, disabled, kind }: Props & { kind: 'switch' | 'checkbox' }) {
  const id = useId();
  return (
    <label className={css.row}>
      <span className={css.textColumn}>
        <span className={css.label} id={`${id}-label`}>
          {label}
        </span>
        {hint && (
          <span className={css.hint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role={kind === 'switch' ? 'switch' : undefined}
        className={kind === 'switch' ? css.track : css.tick}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
