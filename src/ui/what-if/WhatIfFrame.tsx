import type { ReactNode } from 'react';
import { useId } from 'react';
import { FlaskConical } from 'lucide-react';
import * as css from './WhatIfFrame.css.ts';

type Props = {
  title: string;
  /** The content is outdated and about to change. */
  fading?: boolean;
  children: ReactNode;
};

/** Frame of a hypothetical table, with a title that says so. */
export function WhatIfFrame({ title, fading = false, children }: Props) {
  const id = useId();
  return (
    <section
      className={css.frame}
      aria-labelledby={id}
      aria-busy={fading || undefined}
      data-fading={fading || undefined}
    >
      <p className={css.title} id={id}>
        <FlaskConical size={18} className={css.icon} />
        {title}
      </p>
      {children}
    </section>
  );
}
