import type { ComponentPropsWithRef } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import * as css from './Field.css.ts';
import { cx } from '#ui/primitives/cx.ts';

type Props = FieldProps &
  Pick<
    ComponentPropsWithRef<'textarea'>,
    'rows' | 'maxLength' | 'placeholder' | 'disabled' | 'name' | 'onBlur' | 'ref'
  > & {
    value: string;
    onChange: (text: string) => void;
  };

/** Multi-line text input; grows with its text. */
export function TextArea({ label, hideLabel, hint, error, optional, onChange, rows = 3, ...area }: Props) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} optional={optional}>
      {({ id, describedBy, invalid }) => (
        <div className={css.box}>
          <textarea
            {...area}
            id={id}
            dir={area.value === '' ? undefined : 'auto'}
            rows={rows}
            className={cx(css.control, css.area)}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}
