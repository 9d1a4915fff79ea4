import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useT } from '#i18n/react.tsx';
import { Field, type FieldProps } from './Field.tsx';
import { box } from './Field.css.ts';
import * as css from './NumberField.css.ts';
import { cx } from '#ui/primitives/cx.ts';
import { IconButton } from '#ui/primitives/IconButton.tsx';

type Props = FieldProps & {
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  disabled?: boolean;
};

/** Integer input with steppers. */
export function NumberField({ value, onChange, min = 0, max = 99, disabled = false, ...field }: Props) {
  const t = useT();
  const step = (by: number) => onChange(Math.min(max, Math.max(min, (value ?? min - Math.sign(by)) + by)));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    step(by);
  };
  return (
    <Field {...field}>
      {({ id, describedBy, invalid }) => (
        <div className={cx(box, css.stepper)}>
          <IconButton
            size="small"
            label={t('down')}
            disabled={disabled || (value !== null && value <= min)}
            onClick={() => step(-1)}
          >
            <Minus size={20} />
          </IconButton>
          <input
            id={id}
            className={css.number}
            role="spinbutton"
            aria-valuenow={value ?? undefined}
            aria-valuemin={min}
            aria-valuemax={max}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            disabled={disabled}
            value={value ?? ''}
            maxLength={String(max).length}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '');
              onChange(digits === '' ? null : Number(digits));
            }}
          />
          <IconButton
            size="small"
            label={t('up')}
            disabled={disabled || (value !== null && value >= max)}
            onClick={() => step(1)}
          >
            <Plus size={20} />
          </IconButton>
        </div>
      )}
    </Field>
  );
}
