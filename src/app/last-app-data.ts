import * as v from 'valibot';
import type { KeyValueStore } from '#actors/storage.ts';
import { authCalls } from '#contract/auth.ts';
import { asFailure, isTransient } from '#contract/failures.ts';
import type { AppActor, AppData } from '#machines/app.ts';

/** The last app data, on the device: while the server cannot be reached they keep the app usable. */
const key = 'appData';

/** Keeps whatever the app has, from now on. */
export function keepAppData(storage: KeyValueStore, app: AppActor): void {
  let kept: AppData | null = null;
  app.subscribe(({ context: { data } }) => {
    if (data !== null && data !== kept) storage.write(key, (kept = data));
  });
}

/** Those of whoever is signed in, where trying again may help; else throws what loading them has thrown. */
export function lastAppData(storage: KeyValueStore, app: AppActor, thrown: unknown): AppData {
  const stored = v.safeParse(authCalls.appData.answer, storage.read(key));
  const member = app.getSnapshot().context.session?.user.id;
  if (stored.success && stored.output.appuser?.id === member && isTransient(asFailure(thrown)))
    return stored.output;
  throw thrown;
}
