import type { ReactNode } from 'react';
import * as css from './StepLine.css.ts';

type Props = { icon: ReactNode; title: string; at: string; time: string; children: ReactNode };

/** What happened to the game, between the messages: of nobody, and quieter than they are. */
export function StepLine({ icon, title, at, time, children }: Props) {
  return (
    <div className={css.row}>
      <div className={css.line}>
        <span className={css.head}>
          <span className={css.icon} aria-hidden="true">
            {icon}
          </span>
          <span>{title}</span>
          <time dateTime={at}>{time}</time>
        </span>
        {children}
      </div>
    </div>
  );
}
