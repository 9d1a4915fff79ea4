import { useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import type { MyBet } from './use-bet.ts';

/** Whether the caller picked the option: it is shown even when the list is collapsed. */
const isPicked = ({ id }: ItemOption, bet: MyBet) => bet.values[id] !== undefined;

/**
 * The visible options, and a toggle for the rest; null where there are few. `alwaysShown` options are never
 * hidden; with `open` none is until the member collapses them.
 */
export function useCollapsedOptions(
  options: readonly ItemOption[],
  bet: MyBet,
  { open = false, telling = () => false }: { open?: boolean; telling?: (option: ItemOption) => boolean } = {},
): { shown: readonly ItemOption[]; toggle: ReactNode } {
  const t = useT();
  const [chosen, choose] = useState<boolean | null>(null);
  const all = chosen ?? open;
  const first = limits.viewAllFrom - 1;
  const folded = options.filter((option, at) => at < first || isPicked(option, bet) || telling(option));
  if (options.length < limits.viewAllFrom || folded.length === options.length)
    return { shown: options, toggle: null };
  return {
    shown: all ? options : folded,
    toggle: (
      <Button tone="plain" size="small" aria-expanded={all} onClick={() => choose(!all)}>
        {t(all ? 'viewLess' : 'viewAll')}
      </Button>
    ),
  };
}
