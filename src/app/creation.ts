import { asFailure } from '#contract/failures.ts';
import type { AppActor } from '#machines/app.ts';

export type Creation = <Created>(work: Promise<Created>) => Promise<Created>;

/** Creations for which nothing waits to be sent: without a line a toast says so (spec §8). */
export const creationOf =
  (app: () => AppActor): Creation =>
  (work) =>
    work.catch((thrown: unknown) => {
      const { toasts } = app().getSnapshot().children;
      const toast = { kind: 'failure', message: 'noConnection' } as const;
      if (asFailure(thrown).kind === 'offline') toasts?.send({ type: 'toast.show', toast });
      throw thrown;
    });
