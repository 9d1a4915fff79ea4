import type { ReactNode } from 'react';
import * as css from './EmptyState.css.ts';
import { EmptyArt, type Art } from './EmptyArt.tsx';

type Props = {
  title: string;
  text?: string;
  action?: ReactNode;
  art?: Art;
  /** It is all there is on the screen: its title is the page's. */
  whole?: boolean;
};

/** Nothing here yet: what friends do here, and the one next step. */
export function EmptyState({ title, text, action, art, whole = false }: Props) {
  const Title = whole ? 'h1' : 'p';
  return (
    <div className={css.empty}>
      {art && <EmptyArt art={art} />}
      <Title className={css.title}>{title}</Title>
      {text && <p className={css.text}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
