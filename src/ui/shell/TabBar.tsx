import type { ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import * as css from './TabBar.css.ts';

export type TabItem = {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly href: string;
  readonly current?: boolean;
  /** Number of the badge. */
  readonly count?: number;
};

/** The main tabs: a bottom bar, or a rail at the inline start on a desktop. */
export function TabBar({ items }: { items: readonly TabItem[] }) {
  const t = useT();
  return (
    <nav className={css.bar} aria-label={t('mainNavigation')}>
      {items.map(({ id, label, icon, href, current, count = 0 }) => (
        <a key={id} className={css.tab} href={href} aria-current={current ? 'page' : undefined}>
          <span className={css.icon}>
            {icon}
            {count > 0 && (
              <span className={css.count} aria-hidden="true">
                {count > 99 ? '99+' : count}
              </span>
            )}
          </span>
          <span className={css.label}>{label}</span>
          {count > 0 && <VisuallyHidden>{t('newCount', { count })}</VisuallyHidden>}
        </a>
      ))}
    </nav>
  );
}
