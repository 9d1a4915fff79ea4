import { useEffect, useEffectEvent } from 'react';
import type { Failure } from '#contract/failures.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { useAppChild } from './app-context.tsx';

type Props = { title?: string; failure: Failure; onRetry: () => void };

/** Error state of something that could not be loaded; it retries on a tap, and by itself once the connection is back. */
export function LoadError({ onRetry, ...shown }: Props) {
  const connection = useAppChild('connection');
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const subscription = connection.on('connection.restored', () => retry());
    return () => subscription.unsubscribe();
  }, [connection]);
  return <ErrorState {...shown} onRetry={onRetry} />;
}
