import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import * as css from './Field.css.ts';
import { cx } from '#ui/primitives/cx.ts';

/** What a control needs to be tied to its field. */
export type FieldIds = { id: string; describedBy: string | undefined; invalid: boolean };

export type FieldProps = {
  /** Text that a person wrote must be isolated by the caller. */
  label: ReactNode;
  /** The label is visually hidden. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  /** A complete sentence: what is wrong and what to do. */
  error?: string | null | undefined;
  optional?: boolean | undefined;
};

type Props = FieldProps & { children: (ids: FieldIds) => ReactNode };

/** Label, hint and error of a control, linked for screen readers. */
export function Field({ label, hideLabel = false, hint, error, optional = false, children }: Props) {
  const id = useId();
  const t = useT();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={css.field}>
      <div className={cx(css.head, hideLabel && css.hidden)}>
        <label className={css.label} id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {optional && <span className={css.aside}>{t('optional')}</span>}
      </div>
      {children({ id, describedBy: described || undefined, invalid: Boolean(error) })}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

/** Error of a field; announced when it appears. */
export function FieldError({ id, text }: { id: string; text: string | null | undefined }) {
  return (
    <p className={css.error} id={id} role="alert">
      {text && (
        <>
          <CircleAlert size={16} />
          <span>{text}</span>
        </>
      )}
    </p>
  );
}
