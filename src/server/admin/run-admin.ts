import { readSettings, type Settings } from '#server/boot/settings.ts';
import { parseArguments } from './arguments.ts';

/** Runs a command in this process, on the database, which no server holds or which serves many. */
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

/** Runs `npm run admin -- argv…` with these settings; answers what was done, in a line. */
export async function runAdmin(
  argv: readonly string[],
  env: Record<string, string | undefined>,
): Promise<string> {
  const { name, first } = parseArguments(argv);
  const settings = readSettings(env);
  // Lazy imports: a usage error must not load the database driver.
  if (name === 'backup' || name === 'restore') {
    const { backup, restore } = await import('./backup.ts');
    return name === 'backup' ? backup(settings, first) : restore(settings, first);
  }
  if (settings.databaseUrl === null) {
    const { askServer } = await import('./admin-socket.ts');
    const answer = await askServer(settings.dataDir, argv);
    if (answer !== null) return answer;
  }
  return runHere(settings, argv);
}
