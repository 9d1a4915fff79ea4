import { Check, X } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { Spoken } from '#ui/layout.tsx';

/** Beside an option once the result is in: it came true, or one's pick of it did not. By shape and by word. */
export function ResultMark({ right, mine }: { right: boolean; mine: boolean }) {
  const t = useT();
  if (right)
    return (
      <>
        <Check aria-hidden="true" />
        <Spoken>{t('result')}</Spoken>
      </>
    );
  if (!mine) return null;
  return (
    <>
      <X aria-hidden="true" />
      <Spoken>{t('missed')}</Spoken>
    </>
  );
}
