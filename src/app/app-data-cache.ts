import * as v from 'valibot';
import type { SnapshotFrom } from 'xstate';
import type { KeyValueStore } from '#actors/storage.ts';
import { authCalls } from '#contract/auth.ts';
import { asFailure, isTransient } from '#contract/failures.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';
import type { AppActor, AppData } from '#machines/app.ts';
import { readEarly } from './early-answers.ts';
import { appDataKey } from './app-data-key.ts';

/** The part of the app's snapshot that the cache reads. */
type DataState = { readonly context: Pick<SnapshotFrom<AppActor>['context'], 'data' | 'session'> };
type DataSource = { getSnapshot(): DataState; subscribe(listener: (snapshot: DataState) => void): unknown };

/** Stores the app data whenever it changes, and deletes it when the session ends. */
export function cacheAppData(storage: KeyValueStore, app: DataSource): void {
  let cached: AppData | null = null;
  let wasSignedIn = app.getSnapshot().context.session !== null;
  app.subscribe(({ context: { data, session } }) => {
    if (wasSignedIn && session === null) storage.write(appDataKey, null);
    wasSignedIn = session !== null;
    if (data !== null && data !== cached) storage.write(appDataKey, (cached = data));
  });
}

/** The stored app data of the signed-in member; null if there is none. */
function storedAppData(storage: KeyValueStore, app: Pick<DataSource, 'getSnapshot'>): AppData | null {
  const stored = v.safeParse(authCalls.appData.answer, storage.read(appDataKey));
  const member = app.getSnapshot().context.session?.user.id;
  return stored.success && stored.output.appuser?.id === member ? stored.output : null;
}

/**
 * The app data that a page starts with: the stored ones, except a new member's, who may have seen the welcome since; else
 * those that the page's head asked for; null if there are none. `onServerTime`: as in `readEarly`.
 */
export async function cachedAppData(
  storage: KeyValueStore,
  app: Pick<DataSource, 'getSnapshot'>,
  onServerTime: (serverTime: number) => void,
): Promise<CachedAnswer<AppData> | null> {
  const stored = storedAppData(storage, app);
  if (stored && !stored.appuser?.new_member) return new CachedAnswer(stored, 0);
  const { session } = app.getSnapshot().context;
  return readEarly('appData', session?.token ?? null, authCalls.appData.answer, onServerTime);
}

/** The stored app data if `thrown` is a transient failure; otherwise, or if there is none, rethrows `thrown`. */
export function cachedAppDataOrThrow(storage: KeyValueStore, app: DataSource, thrown: unknown): AppData {
  const stored = storedAppData(storage, app);
  if (stored && isTransient(asFailure(thrown))) return stored;
  throw thrown;
}
