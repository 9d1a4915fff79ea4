import { use, type ReactNode } from 'react';
import { TopLevel } from '#ui/primitives/Stack.tsx';
import * as css from './EmptyState.css.ts';
import { EmptyArt, type Art } from './EmptyArt.tsx';

type Props = {
  title: string;
  text?: string;
  action?: ReactNode;
  art?: Art;
  /** The only content of the screen: its title is the page's h1. */
  whole?: boolean;
};

/** Empty state: what belongs here, and the one next step. */
export function EmptyState({ title, text, action, art, whole = false }: Props) {
  const top = use(TopLevel);
  const Title = whole ? (`h${top}` as const) : 'p';
  return (
    <div className={css.empty}>
      {art && <EmptyArt art={art} />}
      <Title className={css.title}>{title}</Title>
      {text && <p className={css.text}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
