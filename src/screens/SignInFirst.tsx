import type { ComponentProps } from 'react';
import { useT } from '#i18n/react.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { RouteButton } from './RouteButton.ts';
import { useSignInSearch } from './use-sign-in-search.ts';

type Props = Omit<ComponentProps<typeof EmptyState>, 'title' | 'action'>;

/** Shown to a guest instead of what only members see: a link to sign in, which leads back to the same address. */
export function SignInFirst(state: Props) {
  const t = useT();
  const search = useSignInSearch();
  const action = (
    <RouteButton to="/login" search={search}>
      {t('signIn')}
    </RouteButton>
  );
  return <EmptyState {...state} title={t('signInFirst')} action={action} />;
}
