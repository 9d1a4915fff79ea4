import type { ReactNode } from 'react';
import * as css from './EmptyState.css.ts';
import { EmptyArt, type Art } from './EmptyArt.tsx';

type Props = { title: string; text?: string; action?: ReactNode; art?: Art };

/** Nothing here yet: what friends do here, and the one next step. */
export function EmptyState({ title, text, action, art }: Props) {
  return (
    <div className={css.empty}>
      {art && <EmptyArt art={art} />}
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
