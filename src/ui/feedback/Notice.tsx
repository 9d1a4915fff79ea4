import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import * as css from './Notice.css.ts';

type Props = {
  /** Null if there is no notice. */
  text: ReactNode;
  action?: string | undefined;
  onAction?: () => void;
  onDismiss: () => void;
};

/** A line over the end of the page, with at most one action. Its live region is always mounted, so that new text is announced. */
export function Notice({ text, action, onAction, onDismiss }: Props) {
  const t = useT();
  return (
    <div role="status" className={css.region}>
      {text !== null && (
        <div className={css.notice}>
          <div className={css.text}>{text}</div>
          {action && (
            <Button size="small" onClick={onAction}>
              {action}
            </Button>
          )}
          <IconButton label={t('close')} size="small" onClick={onDismiss}>
            <X size={18} />
          </IconButton>
        </div>
      )}
    </div>
  );
}
