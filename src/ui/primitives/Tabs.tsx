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

/** Tabs with one panel visible at a time. */
export function Tabs({ label, value, onChange, tabs, end }: Props) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <div className={css.bar}>
        <Radix.List className={css.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} value={tab.value} className={css.tab}>
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
