import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';

/** Button that archives the thing called `name`. */
export function ArchiveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useT();
  return (
    <Button tone="plain" size="small" aria-label={t('archiveName', { name })} onClick={onClick}>
      {t('archiveIt')}
    </Button>
  );
}
