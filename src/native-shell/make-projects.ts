import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { editAndroidProject } from './android.ts';
import { colors } from './images.ts';
import { editIosProject } from './ios.ts';
import { pluginsOf, run } from './packages.ts';
import type { ShellSettings } from './settings.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const publicFolder = join(root, 'public');

/** capacitor.config.json. */
function configOf({ appId, appName, firebase, facebook }: ShellSettings) {
  const providers = ['google.com', 'apple.com', ...(facebook ? ['facebook.com'] : [])];
  return {
    appId,
    appName,
    webDir: 'www',
    backgroundColor: colors.light,
    loggingBehavior: 'debug',
    android: {
      includePlugins: pluginsOf(firebase.android !== null),
      // The bars do not lie over the page, whatever the phone's Android.
      adjustMarginsForEdgeToEdge: 'auto',
      resolveServiceWorkerRequests: false,
    },
    // The page keeps out of the notch by itself.
    ios: { includePlugins: pluginsOf(firebase.ios !== null), contentInset: 'never' },
    plugins: {
      // The page takes it away; the time is for one that never comes to that.
      SplashScreen: { launchAutoHide: true, launchShowDuration: 10_000, backgroundColor: colors.light },
      StatusBar: { overlaysWebView: false, backgroundColor: colors.light },
      FirebaseAuthentication: { skipNativeAuth: true, providers },
      // In front they are toasts.
      FirebaseMessaging: { presentationOptions: [] },
    },
  };
}

/** What only browsers need: compressed copies, the service worker, the pictures of an installation. */
const isForBrowsers = (path: string) => /\.(br|gz)$|^service-worker\.js|^screenshots(\/|$)/.test(path);

/**
 * Makes the projects for Android and iOS in a folder that has Capacitor's packages, of a client that was built for
 * `apiUrl`. They are made anew each time: what differs for an app is in the settings.
 */
export async function makeProjects(folder: string, client: string, settings: ShellSettings): Promise<void> {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const made of ['www', 'android', 'ios']) rmSync(join(folder, made), { recursive: true, force: true });
  cpSync(client, join(folder, 'www'), {
    recursive: true,
    filter: (path) => !isForBrowsers(relative(client, path).replaceAll('\\', '/')),
  });
  writeFileSync(join(folder, 'capacitor.config.json'), `${JSON.stringify(configOf(settings), null, 2)}\n`);
  const capacitor = join(folder, 'node_modules/@capacitor/cli/bin/capacitor');
  // It would ask whether it may report how it is used.
  const env = { ...process.env, CI: '1' };
  const add = (phone: string) => run(process.execPath, [capacitor, 'add', phone], { cwd: folder, env });
  await add('android');
  await add('ios');
  await editAndroidProject(join(folder, 'android'), publicFolder, version, settings);
  await editIosProject(join(folder, 'ios'), publicFolder, version, settings);
}
