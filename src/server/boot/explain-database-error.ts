import {
  errorCode,
  isAccessRefused,
  isDatabaseUnavailable,
  isPermissionDenied,
  isStorageFailure,
} from '#server/db/errors.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

function explainPostgres(error: unknown, url: string): unknown {
  if (!isAccessRefused(error) && !isDatabaseUnavailable(error)) return error;
  const { host, pathname, username } = new URL(url);
  const reason = error instanceof Error && error.message ? error.message : errorCode(error);
  const advice = isPermissionDenied(error)
    ? `. Its role must own it: alter database ${pathname.slice(1)} owner to ${username || 'ROLE'}`
    : '';
  return new StartError(
    `the database of DATABASE_URL (${host}${pathname}) cannot be opened: ${reason}${advice}`,
  );
}

/** Converts a known error of the configured database into a StartError that explains it; returns others unchanged. */
export async function explainDatabaseError(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<unknown> {
  if (databaseUrl !== null) return explainPostgres(error, databaseUrl);
  if (!isStorageFailure(error)) return error;
  const { embeddedFolder, explainFolderFailure } = await import('#server/db/pglite-folder.ts');
  return explainFolderFailure(embeddedFolder(dataDir));
}
