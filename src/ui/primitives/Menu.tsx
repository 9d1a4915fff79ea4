import type { KeyboardEvent, ReactNode } from 'react';
import * as css from './Menu.css.ts';
import { cx } from './cx.ts';

export type MenuAction = {
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
  readonly onPress: () => void;
};

/** Menu of actions, in a sheet: arrow keys move between them. */
export function Menu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its items take the focus
    <div role="menu" aria-label={label} className={css.menu} onKeyDown={moveFocus}>
      {actions.map(({ label: name, icon, danger = false, onPress }, index) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          // A sheet focuses its own button only if nothing in it has the focus.
          autoFocus={index === 0}
          className={cx(css.item, danger && css.danger)}
          onClick={onPress}
        >
          {icon}
          {name}
        </button>
      ))}
    </div>
  );
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const here = items.findIndex((item) => item === document.activeElement);
  const next = {
    ArrowDown: items[here + 1] ?? items[0],
    ArrowUp: items[here - 1] ?? items.at(-1),
    Home: items[0],
    End: items.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
