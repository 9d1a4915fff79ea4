import type { ComponentPropsWithRef, ReactNode } from 'react';
import * as css from './Button.css.ts';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonTone = keyof typeof css.tones;

type Look = {
  tone?: ButtonTone | undefined;
  size?: keyof typeof css.sizes | undefined;
  full?: boolean | undefined;
};

/** Class of a button, for links that another library renders. */
export function buttonClass({ tone = 'main', size = 'normal', full = false }: Look = {}): string {
  return cx(css.button, css.tones[tone], css.sizes[size], full && css.full);
}

type ButtonProps = Look &
  Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> & {
    /** In progress: keeps its width, name and focus, and ignores clicks. */
    busy?: boolean;
    icon?: ReactNode;
    children: ReactNode;
  };

/** Button. One `main` per screen. */
export function Button({
  tone,
  size,
  full,
  busy = false,
  icon,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={buttonClass({ tone, size, full })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <span className={cx(css.label, busy && css.hidden)}>
        {icon}
        <span>{children}</span>
      </span>
      {busy && (
        <span className={css.spinnerOverlay}>
          <Spinner />
        </span>
      )}
    </button>
  );
}

type LinkButtonProps = Look &
  Omit<ComponentPropsWithRef<'a'>, 'className' | 'style'> & {
    href: string;
    icon?: ReactNode;
    children: ReactNode;
  };

/** Link that looks like a button. */
export function LinkButton({ tone, size, full, icon, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass({ tone, size, full })}>
      <span className={css.label}>
        {icon}
        <span>{children}</span>
      </span>
    </a>
  );
}
