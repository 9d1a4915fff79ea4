import { Check, X } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';

/**
 * Mark of an option once there is a result: a check if it came true, a cross on a missed pick; by shape and word, not by
 * colour alone.
 */
export function ResultMark({ right, mine }: { right: boolean; mine: boolean }) {
  const t = useT();
  if (right)
    return (
      <>
        <Check />
        <VisuallyHidden>{t('result')}</VisuallyHidden>
      </>
    );
  if (!mine) return null;
  return (
    <>
      <X />
      <VisuallyHidden>{t('missed')}</VisuallyHidden>
    </>
  );
}
