import type { ComponentPropsWithRef, KeyboardEvent, ReactNode } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import * as css from './Field.css.ts';
import { cx } from '#ui/primitives/cx.ts';

type Native = ComponentPropsWithRef<'input'>;

type Props = FieldProps &
  Pick<
    Native,
    | 'inputMode'
    | 'autoComplete'
    | 'maxLength'
    | 'placeholder'
    | 'disabled'
    | 'name'
    | 'onBlur'
    | 'ref'
    | 'autoFocus'
    | 'enterKeyHint'
  > & {
    value: string;
    onChange: (text: string) => void;
    type?: 'text' | 'tel' | 'search';
    /** `auto` for prose, `ltr` for phones and codes. */
    dir?: 'auto' | 'ltr' | 'rtl';
    /** A code: large and spaced. */
    big?: boolean;
    prefix?: ReactNode;
    suffix?: ReactNode;
    onEnter?: () => void;
  };

/** Text input. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  optional,
  onChange,
  type = 'text',
  dir = 'auto',
  big = false,
  prefix,
  suffix,
  onEnter,
  ...input
}: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that confirms a word of the input method is ignored.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.();
  };
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} optional={optional}>
      {({ id, describedBy, invalid }) => (
        <div className={css.box}>
          {prefix && <span className={css.affix}>{prefix}</span>}
          <input
            {...input}
            id={id}
            type={type}
            // An empty field has the page's direction: `auto` would flip a Hebrew placeholder.
            dir={dir === 'auto' && input.value === '' ? undefined : dir}
            className={cx(css.control, big && css.big)}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onEnter ? onKeyDown : undefined}
          />
          {suffix && <span className={css.affix}>{suffix}</span>}
        </div>
      )}
    </Field>
  );
}
