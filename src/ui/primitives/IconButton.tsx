import type { ComponentPropsWithRef, ReactNode } from 'react';
import * as css from './IconButton.css.ts';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

type Props = Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'aria-label' | 'aria-expanded'> & {
  /** Accessible name and tooltip. */
  label: string;
  /** The icon. */
  children: ReactNode;
  tone?: keyof typeof css.tones;
  size?: keyof typeof css.sizes;
  busy?: boolean;
  expanded?: boolean;
};

/** Button with only an icon. */
export function IconButton({
  label,
  children,
  tone = 'plain',
  size = 'normal',
  busy = false,
  expanded,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(css.button, css.tones[tone], css.sizes[size])}
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : children}
    </button>
  );
}
