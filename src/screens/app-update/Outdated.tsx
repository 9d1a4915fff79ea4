import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Logo } from '#ui/primitives/Logo.tsx';
import * as css from '#screens/shell/boot-screens.css.ts';

/** The client is older than the server supports: a tap loads the page anew, or opens the native app's store. */
export function Outdated({ busy, onUpdate }: { busy: boolean; onUpdate: () => void }) {
  const t = useT();
  return (
    <main className={css.page}>
      <Logo />
      <h1>{t('versionUpdate')}</h1>
      <p>{t('newVersionAvailable')}</p>
      <Button busy={busy} onClick={onUpdate}>
        {t('update')}
      </Button>
    </main>
  );
}
