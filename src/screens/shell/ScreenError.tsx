import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { asFailure, type Failure } from '#contract/failures.ts';
import { LoadError } from '#screens/LoadError.tsx';
import { ChunkLoadError } from '#ui/primitives/lazy-component.tsx';

/** In place of a screen that could not be loaded or drawn. */
export function ScreenError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const failure: Failure = error instanceof ChunkLoadError ? { kind: 'offline' } : asFailure(error);
  return <LoadError failure={failure} onRetry={() => void router.invalidate()} />;
}
