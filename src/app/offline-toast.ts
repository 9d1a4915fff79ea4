import { asFailure } from '#contract/failures.ts';
import type { AppActor } from '#machines/app.ts';

export type ToastWhenOffline = <Created>(work: Promise<Created>) => Promise<Created>;

/** Wraps a creating call that is not queued: offline, a toast says so (spec §8). */
export const provideOfflineToast =
  (app: () => AppActor): ToastWhenOffline =>
  (work) =>
    work.catch((thrown: unknown) => {
      const { toasts } = app().getSnapshot().children;
      const toast = { kind: 'failure', message: 'noConnection' } as const;
      if (asFailure(thrown).kind === 'offline') toasts?.send({ type: 'toast.show', toast });
      throw thrown;
    });
