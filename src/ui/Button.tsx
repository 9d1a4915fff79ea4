import type { ComponentPropsWithRef, ReactNode } from 'react';
import * as css from './Button.css.ts';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonTone = keyof typeof css.tones;

type Look = { tone?: ButtonTone; size?: keyof typeof css.sizes; full?: boolean };

/** A button's look, for links that another library draws. */
export function buttonClass({ tone = 'main', size = 'normal', full = false }: Look = {}): string {
  return cx(css.button, css.tones[tone], css.sizes[size], full && css.full);
}

type ButtonProps = Look &
  Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> & {
    /** Under way: keeps its width, its name and the focus, and takes no second press. */
    busy?: boolean;
    icon?: ReactNode;
    children: ReactNode;
  };

/** A thing to press. One `main` a screen. */
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
      className={buttonClass({ ...(tone && { tone }), ...(size && { size }), ...(full && { full }) })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <span className={cx(css.label, busy && css.hushed)}>
        {icon}
        <span>{children}</span>
      </span>
      {busy && (
        <span className={css.over}>
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

/** A way to somewhere that should look like a button. */
export function LinkButton({ tone, size, full, icon, children, ...rest }: LinkButtonProps) {
  return (
    <a
      {...rest}
      className={buttonClass({ ...(tone && { tone }), ...(size && { size }), ...(full && { full }) })}
    >
      <span className={css.label}>
        {icon}
        <span>{children}</span>
      </span>
    </a>
  );
}
