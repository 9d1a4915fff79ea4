import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Capacitor and its plugins, installed into the folder of the phones' projects: 33 MB that only who makes the apps needs.
 * 7 is the newest whose command line runs on Node 20.
 */
const packages = {
  '@capacitor/android': '7.6.9',
  '@capacitor/app': '7.1.2',
  '@capacitor/cli': '7.6.9',
  '@capacitor/core': '7.6.9',
  '@capacitor/haptics': '7.0.5',
  '@capacitor/ios': '7.6.9',
  '@capacitor/share': '7.0.4',
  '@capacitor/splash-screen': '7.0.5',
  '@capacitor/status-bar': '7.0.6',
  '@capacitor-firebase/authentication': '7.5.0',
  '@capacitor-firebase/messaging': '7.5.0',
  '@capawesome/capacitor-app-update': '7.2.0',
};

/** Those that crash without Firebase's file of their phone. */
const firebasePlugins = ['@capacitor-firebase/authentication', '@capacitor-firebase/messaging'];
const notPlugins = ['android', 'cli', 'core', 'ios'].map((name) => `@capacitor/${name}`);

/** The plugins of a phone's app. */
export const pluginsOf = (hasFirebase: boolean): string[] =>
  Object.keys(packages).filter(
    (name) => !notPlugins.includes(name) && (hasFirebase || !firebasePlugins.includes(name)),
  );

/** Runs a program to its end; throws when it fails. */
export async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${said}`);
}

/** Installs the packages into a folder, unless it has these. */
export async function installPackages(folder: string): Promise<void> {
  const manifest = join(folder, 'package.json');
  const text = `${JSON.stringify({ name: 'hevre-shell', private: true, dependencies: packages }, null, 2)}\n`;
  const installed = join(folder, 'node_modules/.package-lock.json');
  if (existsSync(installed) && existsSync(manifest) && readFileSync(manifest, 'utf8') === text) return;
  mkdirSync(folder, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // The plugins' peer is Firebase for the web, which the client's build has in it.
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  writeFileSync(manifest, text);
  try {
    await run(npm, ['install', ...options], { cwd: folder });
  } catch (error) {
    writeFileSync(manifest, '{}');
    throw error;
  }
}
