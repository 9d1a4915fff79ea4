import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeProjects } from './make-projects.ts';
import { installPackages, run } from './packages.ts';
import { readShellSettings } from './settings.ts';

/** `npm run shell`: makes the projects of the phones' apps in dist/shell. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'dist/shell');
const client = join(root, 'dist/shell-client');

async function main(): Promise<void> {
  const settings = readShellSettings(process.env);
  process.stdout.write(
    `The app of ${settings.apiUrl}: building its pages, and fetching Capacitor from npm once…\n`,
  );
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await run(process.execPath, [vite, 'build', '--outDir', client, '--emptyOutDir', '--logLevel', 'error'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', VITE_QA: '0', API_URL: settings.apiUrl },
  });
  await installPackages(folder);
  await makeProjects(folder, client, settings);
  rmSync(client, { recursive: true });
  process.stdout.write(
    [
      'Made:',
      '  dist/shell/android   open it in Android Studio, or run ./gradlew bundleRelease there',
      '  dist/shell/ios       on a Mac: npx cap sync ios in dist/shell, then open ios/App/App.xcworkspace',
      'The server needs ALLOWED_ORIGINS=https://localhost,capacitor://localhost',
      '',
    ].join('\n'),
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
