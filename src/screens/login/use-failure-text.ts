import type { Failure } from '#contract/failures.ts';
import { useT } from '#i18n/react.tsx';
import { rateLimitMs } from '#machines/resend-pin.ts';

/** A failure as a sentence; for `too_many` with the minutes to wait. */
export function useFailureText(failure: Failure | null): string | null {
  const t = useT();
  if (!failure) return null;
  if (failure.kind === 'too_many')
    return t('tryAgainIn', { count: Math.ceil(rateLimitMs(failure) / 60_000) });
  return t(`failure.${failure.kind}`);
}
