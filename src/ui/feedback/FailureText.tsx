import type { Failure } from '#contract/failures.ts';
import { useT } from '#i18n/react.tsx';
import * as css from './FailureText.css.ts';

type Props = {
  failure: Failure | null;
  look?: keyof typeof css.looks;
  /** Not announced: something else announces it to screen readers. */
  silent?: boolean;
  /** Message for an item that takes no changes; by default that the pick came too late. */
  closedText?: 'resultClosed';
};

/** Why something failed, announced when it appears; nothing without a failure. */
export function FailureText({ failure, look = 'small', silent = false, closedText }: Props) {
  const t = useT();
  return (
    failure && (
      <p role={silent ? undefined : 'alert'} className={css.looks[look]}>
        {t((failure.kind === 'item_closed' && closedText) || `failure.${failure.kind}`)}
      </p>
    )
  );
}
