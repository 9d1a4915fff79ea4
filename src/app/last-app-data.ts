import * as v from 'valibot';
import type { SnapshotFrom } from 'xstate';
import type { KeyValueStore } from '#actors/storage.ts';
import { authCalls } from '#contract/auth.ts';
import { asFailure, isTransient } from '#contract/failures.ts';
import { Kept } from '#domain/kept.ts';
import type { AppActor, AppData } from '#machines/app.ts';
import { appDataKey } from './app-data-key.ts';

/** The app as far as its data are concerned. */
type DataState = { readonly context: Pick<SnapshotFrom<AppActor>['context'], 'data' | 'session'> };
type DataSource = { getSnapshot(): DataState; subscribe(listener: (snapshot: DataState) => void): unknown };

/** Keeps whatever the app has, from now on; a member's are deleted when their session ends. */
export function keepAppData(storage: KeyValueStore, app: DataSource): void {
  let kept: AppData | null = null;
  let wasSignedIn = app.getSnapshot().context.session !== null;
  app.subscribe(({ context: { data, session } }) => {
    if (wasSignedIn && session === null) storage.write(appDataKey, null);
    wasSignedIn = session !== null;
    if (data !== null && data !== kept) storage.write(appDataKey, (kept = data));
  });
}

/** Those of whoever is signed in, with which a page begins; null where there are none. */
export function keptAppData(
  storage: KeyValueStore,
  app: Pick<DataSource, 'getSnapshot'>,
): Kept<AppData> | null {
  const stored = v.safeParse(authCalls.appData.answer, storage.read(appDataKey));
  const member = app.getSnapshot().context.session?.user.id;
  return stored.success && stored.output.appuser?.id === member ? new Kept(stored.output, 0) : null;
}

/** Those of whoever is signed in, where trying again may help; else throws what loading them has thrown. */
export function lastAppData(storage: KeyValueStore, app: DataSource, thrown: unknown): AppData {
  const kept = keptAppData(storage, app);
  if (kept && isTransient(asFailure(thrown))) return kept.keptAnswer;
  throw thrown;
}
