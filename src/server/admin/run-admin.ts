import { explainDatabaseError } from '#server/boot/explain-database-error.ts';
import { readSettings, type Settings } from '#server/boot/settings.ts';
import { parseArguments, type AdminCommand } from './arguments.ts';

/** Runs a command in this process, on a database that no server holds exclusively. */
async function runHere(settings: Settings, argv: readonly string[]): Promise<string> {
  const [
    { openDatabase },
    { migrate },
    { createPlatform },
    { openLog },
    { withDataFolderLock },
    { runCommand },
  ] = await Promise.all([
    import('#server/db/open.ts'),
    import('#server/db/migrate.ts'),
    import('#server/boot/server.ts'),
    import('#server/boot/log.ts'),
    import('#server/boot/data-folder-lock.ts'),
    import('./commands.ts'),
  ]);
  return withDataFolderLock(settings, async () => {
    const log = openLog('silent');
    const database = await openDatabase(settings, log);
    try {
      await migrate(database.withoutDeadlines);
      return await runCommand(createPlatform(settings, database, { log }), argv);
    } finally {
      await database.close();
    }
  });
}

/** Arguments that another process can use: the path of a file is replaced by its content. */
async function withContent(name: string, argv: readonly string[]): Promise<readonly string[]> {
  if (name !== 'import') return argv;
  const { packFile } = await import('./import-file.ts');
  const [command = '', league = '', path = ''] = argv;
  return [command, league, await packFile(path)];
}

async function run(
  settings: Settings,
  { name, first }: AdminCommand,
  words: readonly string[],
): Promise<string> {
  // Lazy imports: a usage error must not load the database driver.
  if (name === 'backup' || name === 'restore') {
    const { backup, restore } = await import('./backup.ts');
    return name === 'backup' ? backup(settings, first) : restore(settings, first);
  }
  const argv = await withContent(name, words);
  if (settings.databaseUrl === null) {
    const { askServer } = await import('./admin-socket.ts');
    const answer = await askServer(settings.dataDir, argv);
    if (answer !== null) return answer;
  }
  return runHere(settings, argv);
}

/** Runs `npm run admin -- argv…` with these settings; returns the text to print. */
export async function runAdmin(
  words: readonly string[],
  env: Record<string, string | undefined>,
): Promise<string> {
  const command = parseArguments(words);
  const settings = readSettings(env);
  return run(settings, command, words).catch(async (error: unknown) => {
    throw await explainDatabaseError(error, settings);
  });
}
