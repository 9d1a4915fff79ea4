import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { asFailure } from '#contract/failures.ts';
import { useAppChild } from '#screens/app-context.tsx';
import { ChunkLoadError } from '#ui/primitives/lazy-component.tsx';

type Props = {
  /** Which sheet is open. */
  of: string | number | null | undefined;
  onClose: () => void;
  children: ReactNode;
};

const Nothing = () => null;

/** Boundary of a sheet or pane: if it cannot be loaded, it shows a toast and closes, so that another tap retries. */
export function SheetBoundary({ of, onClose, children }: Props) {
  const toasts = useAppChild('toasts');
  return (
    <CatchBoundary
      getResetKey={() => of ?? ''}
      errorComponent={Nothing}
      onCatch={(error) => {
        // The code of a view or of its machine.
        const isCodeMissing = error instanceof ChunkLoadError || asFailure(error).kind === 'offline';
        const message = isCodeMissing ? 'noConnection' : 'failure.internal';
        toasts.send({ type: 'toast.show', toast: { kind: 'failure', message } });
        onClose();
      }}
    >
      {children}
    </CatchBoundary>
  );
}
