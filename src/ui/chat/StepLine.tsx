import type { ReactNode } from 'react';
import * as css from './StepLine.css.ts';

type Props = { icon: ReactNode; title: string; at: string; time: string; children: ReactNode };

/** A step of one of the game's items between the messages: without an author, and less prominent than a message. */
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
