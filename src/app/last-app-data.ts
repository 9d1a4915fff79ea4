import * as v from 'valibot';
import type { SnapshotFrom } from 'xstate';
import type { KeyValueStore } from '#actors/storage.ts';
import { authCalls } from '#contract/auth.ts';
import { asFailure, isTransient } from '#contract/failures.ts';
import type { AppActor, AppData } from '#machines/app.ts';

/** The last app data, on the device: while the server cannot be reached they keep the app usable. */
const key = 'appData';

/** The app as far as its data are concerned. */
type DataState = { readonly context: Pick<SnapshotFrom<AppActor>['context'], 'data' | 'session'> };
type DataSource = { getSnapshot(): DataState; subscribe(listener: (snapshot: DataState) => void): unknown };

/** Keeps whatever the app has, from now on; a member's are deleted when their session ends. */
export function keepAppData(storage: KeyValueStore, app: DataSource): void {
  let kept: AppData | null = null;
  let wasSignedIn = app.getSnapshot().context.session !== null;
  app.subscribe(({ context: { data, session } }) => {
    if (wasSignedIn && session === null) storage.write(key, null);
    wasSignedIn = session !== null;
    if (data !== null && data !== kept) storage.write(key, (kept = data));
  });
}

/** Those of whoever is signed in, where trying again may help; else throws what loading them has thrown. */
export function lastAppData(storage: KeyValueStore, app: DataSource, thrown: unknown): AppData {
  const stored = v.safeParse(authCalls.appData.answer, storage.read(key));
  const member = app.getSnapshot().context.session?.user.id;
  if (stored.success && stored.output.appuser?.id === member && isTransient(asFailure(thrown)))
    return stored.output;
  throw thrown;
}
