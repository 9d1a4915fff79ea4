import { EllipsisVertical } from 'lucide-react';
import { createContext, use, type ReactNode } from 'react';
import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useSheet } from '#screens/hooks.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { late } from '#ui/late.tsx';
import * as css from './Choices.css.ts';

// Few people run games.
const OptionSheet = late(async () => (await import('./OptionSheet.tsx')).OptionSheet);

/** Whether there is room for options' menus: on an item's own page, not in a feed. */
export const OptionMenus = createContext(false);

const useActions = ({ details }: ItemOption) => (use(OptionMenus) ? details.actions : []);

/** An option's menu, where the server offers the caller any. */
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

/** Something about an option, with its menu beside it. */
export function WithMenu({ option, children }: { option: ItemOption; children: ReactNode }) {
  if (useActions(option).length === 0) return children;
  return (
    <div className={css.menued}>
      {children}
      <OptionMenu option={option} />
    </div>
  );
}
