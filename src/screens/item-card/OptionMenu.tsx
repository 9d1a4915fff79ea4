import { EllipsisVertical } from 'lucide-react';
import { createContext, use, type ReactNode } from 'react';
import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useSheet } from '#screens/hooks.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { late } from '#ui/late.tsx';
import * as css from './Choices.css.ts';

// Loaded on demand: few members are staff.
const OptionSheet = late(async () => (await import('./OptionSheet.tsx')).OptionSheet);

/** Whether option menus are shown: on an item's page, not in a feed. */
export const OptionMenus = createContext(false);

const useActions = ({ details }: ItemOption) => (use(OptionMenus) ? details.actions : []);

/** Menu of the actions that the server allows on an option. */
export function OptionMenu({ option }: { option: ItemOption }) {
  const t = useT();
  const actions = useActions(option);
  const sheet = useSheet();
  const { id, name } = option;
  if (actions.length === 0) return null;
  const open = sheet.name === 'option' && sheet.of === id;
  return (
    <>
      <IconButton
        label={t('optionMenu', { name })}
        size="small"
        expanded={open}
        onClick={() => sheet.open('option', id)}
      >
        <EllipsisVertical aria-hidden="true" />
      </IconButton>
      {open && <OptionSheet option={option} onClose={sheet.close} />}
    </>
  );
}

/** `children` with the option's menu beside them. */
export function WithMenu({ option, children }: { option: ItemOption; children: ReactNode }) {
  if (useActions(option).length === 0) return children;
  return (
    <div className={css.menued}>
      {children}
      <OptionMenu option={option} />
    </div>
  );
}
