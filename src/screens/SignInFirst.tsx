import type { ComponentProps } from 'react';
import { useT } from '#i18n/react.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { RouteButton } from './RouteButton.ts';

type Props = Omit<ComponentProps<typeof EmptyState>, 'title' | 'action'> & { returnTo: string };

/** What a guest sees in a member's place: a link to sign in, which leads back to `returnTo`. */
export function SignInFirst({ returnTo, ...state }: Props) {
  const t = useT();
  const action = (
    <RouteButton to="/login" search={{ return: returnTo }}>
      {t('signIn')}
    </RouteButton>
  );
  return <EmptyState {...state} title={t('signInFirst')} action={action} />;
}
