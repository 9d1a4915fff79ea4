import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import * as css from './Tabs.css.ts';

type Tab = { readonly value: string; readonly label: string; readonly content: ReactNode };

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  tabs: readonly Tab[];
  /** Beside the tabs, at the inline end. */
  end?: ReactNode;
};

/** Scrolls the list of tabs to a tab, without scrolling the page. */
function scrollToTab(tab: HTMLElement | null) {
  const list = tab?.parentElement;
  if (!tab || !list) return;
  const [own, frame] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += own.x + own.width / 2 - frame.x - frame.width / 2;
}

/** Tabs with one panel visible at a time. */
export function Tabs({ label, value, onChange, tabs, end }: Props) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <div className={css.bar}>
        <Radix.List className={css.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              ref={tab.value === value ? scrollToTab : null}
              value={tab.value}
              className={css.tab}
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={css.content}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
