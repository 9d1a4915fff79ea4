import { useSelector } from '@xstate/react';
import { useT } from '#i18n/react.tsx';
import { useApp } from '#screens/app-context.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Logo } from '#ui/primitives/Logo.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import * as css from './boot-screens.css.ts';

/** Shown until the app data is loaded. */
export function Splash() {
  const t = useT();
  return (
    <main className={css.page}>
      <Logo size="large" />
      <Spinner label={t('loading')} />
    </main>
  );
}

/** The app data could not be loaded: the failure and a retry. */
export function BootFailed() {
  const app = useApp();
  const failure = useSelector(app, ({ context }) => context.failure);
  return (
    <main className={css.page}>
      <Logo />
      {failure && <ErrorState failure={failure} onRetry={() => app.send({ type: 'data.refresh' })} />}
    </main>
  );
}

/** The client is older than the server supports, and no update is prepared that could replace it (app-update/Outdated.tsx). */
export function OutdatedAlone() {
  const t = useT();
  const outdated = useSelector(useApp(), (snapshot) => snapshot.matches({ data: 'outdated' }));
  return (
    outdated && (
      <main className={css.page}>
        <Logo />
        <h1>{t('versionUpdate')}</h1>
        <Button onClick={() => window.location.reload()}>{t('update')}</Button>
      </main>
    )
  );
}
