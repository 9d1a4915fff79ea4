import { Share, SquarePlus } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import * as css from './InstallSteps.css.ts';

/** Steps to install the app on an iPhone, with the icons of its browser. */
export function InstallSteps() {
  const t = useT();
  return (
    <>
      <p>{t('install.steps')}</p>
      <ol className={css.steps}>
        <li className={css.step}>
          <Share size={20} aria-hidden="true" />
          {t('install.share')}
        </li>
        <li className={css.step}>
          <SquarePlus size={20} aria-hidden="true" />
          {t('install.add')}
        </li>
      </ol>
    </>
  );
}
