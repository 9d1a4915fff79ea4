import { EllipsisVertical } from 'lucide-react';
import { createContext, use, type ReactNode } from 'react';
import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useCloseSheet, useOpenSheet, useSearchParam } from '#screens/search-params.ts';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import * as css from './option-rows.css.ts';

// Loaded on demand: few members are staff.
const OptionActionsSheet = deferredComponent(
  async () => (await import('./OptionActionsSheet.tsx')).OptionActionsSheet,
);

/** Whether option menus are shown: on an item's page, not in a feed. */
export const OptionMenusShown = createContext(false);

const useOptionActions = ({ details }: ItemOption) => (use(OptionMenusShown) ? details.actions : []);

/** Menu of the actions that the server allows on an option. */
export function OptionMenu({ option }: { option: ItemOption }) {
  const t = useT();
  const actions = useOptionActions(option);
  const openSheet = useOpenSheet();
  const closeSheet = useCloseSheet();
  const { id, name } = option;
  const isOpen = useSearchParam(({ sheet, of }) => sheet === 'option' && of === id);
  if (actions.length === 0) return null;
  return (
    <>
      <IconButton
        label={t('optionMenu', { name })}
        size="small"
        expanded={isOpen}
        onClick={() => openSheet('option', id)}
      >
        <EllipsisVertical />
      </IconButton>
      {isOpen && <OptionActionsSheet option={option} onClose={closeSheet} />}
    </>
  );
}

/** `children` with the option's menu beside them. */
export function WithOptionMenu({ option, children }: { option: ItemOption; children: ReactNode }) {
  if (useOptionActions(option).length === 0) return children;
  return (
    <div className={css.withMenu}>
      {children}
      <OptionMenu option={option} />
    </div>
  );
}
