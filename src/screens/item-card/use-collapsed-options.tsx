import { useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import type { MyBet } from './use-bet.ts';

/** Whether the caller picked the option: it is shown even when the list is collapsed. */
const isPicked = ({ id }: ItemOption, bet: MyBet) => bet.values[id] !== undefined;

/**
 * The visible options, and a toggle for the rest; the toggle is null if there are few. `alwaysShown` options are never
 * hidden; with `open` none is until the member collapses them.
 */
export function useCollapsedOptions(
  options: readonly ItemOption[],
  bet: MyBet,
  {
    open = false,
    alwaysShown = () => false,
  }: { open?: boolean; alwaysShown?: (option: ItemOption) => boolean } = {},
): { shown: readonly ItemOption[]; toggle: ReactNode } {
  const t = useT();
  const [chosenExpanded, setExpanded] = useState<boolean | null>(null);
  const expanded = chosenExpanded ?? open;
  const first = limits.viewAllFrom - 1;
  const collapsed = options.filter(
    (option, at) => at < first || isPicked(option, bet) || alwaysShown(option),
  );
  if (options.length < limits.viewAllFrom || collapsed.length === options.length)
    return { shown: options, toggle: null };
  return {
    shown: expanded ? options : collapsed,
    toggle: (
      <Button tone="plain" size="small" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
        {t(expanded ? 'viewLess' : 'viewAll')}
      </Button>
    ),
  };
}
