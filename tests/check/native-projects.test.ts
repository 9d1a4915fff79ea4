import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildNumber } from '#native-shell/android.ts';
import { makeProjects } from '#native-shell/make-projects.ts';
import { installPackages } from '#native-shell/packages.ts';
import { readShellSettings } from '#native-shell/settings.ts';

/**
 * The phones' projects as `npm run shell` makes them, of Capacitor's own packages (fetched from npm once, into .cache) and
 * of a client of two files. No phone's tools are needed.
 */

const folder = fileURLToPath(new URL('../../.cache/native-shell', import.meta.url));
const given = mkdtempSync(join(tmpdir(), 'hevre-shell-'));
afterAll(() => rmSync(given, { recursive: true }));

const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const json = (path: string): unknown => JSON.parse(read(path));
/** The file with each run of whitespace as one space, since it means nothing in XML. */
const compact = (path: string) => read(path).replaceAll(/\s+/g, ' ').replaceAll('> <', '><');
const parts = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part]) => part);

const client = join(given, 'client');
mkdirSync(join(client, 'assets'), { recursive: true });
mkdirSync(join(client, 'screenshots'));
for (const name of [
  'index.html',
  'index.html.br',
  'assets/index.js',
  'assets/index.js.gz',
  'service-worker.js',
  'screenshots/feed-phone.webp',
])
  writeFileSync(join(client, name), '<!doctype html><html><head></head></html>');

const filterOf = (data: string) =>
  '<action android:name="android.intent.action.VIEW" /><category android:name="android.intent.category.DEFAULT" />' +
  `<category android:name="android.intent.category.BROWSABLE" />${data}`;
const filters = (manifest: string) => parts(manifest, /<intent-filter[^>]*>(.*?)<\/intent-filter>/g);
const launcher =
  '<action android:name="android.intent.action.MAIN" /><category android:name="android.intent.category.LAUNCHER" />';
const ownPlugins = [
  '@capacitor/app',
  '@capacitor/haptics',
  '@capacitor/share',
  '@capacitor/splash-screen',
  '@capacitor/status-bar',
];
const firebasePlugins = ['@capacitor-firebase/authentication', '@capacitor-firebase/messaging'];
const storePlugin = '@capawesome/capacitor-app-update';
const installedPlugins = (path: string) => (json(path) as { pkg: string }[]).map(({ pkg }) => pkg).toSorted();
/** The bundle's classes, by which an iPhone's app finds its plugins. */
const iosPlugins = () =>
  (json('ios/App/App/capacitor.config.json') as { packageClassList: string[] }).packageClassList.toSorted();
const sizeOf = async (path: string) => {
  const { width, height, hasAlpha } = await sharp(join(folder, path)).metadata();
  return [width, height, hasAlpha];
};

const res = 'android/app/src/main/res';
const assets = 'ios/App/App/Assets.xcassets';
/** The mean difference of red, green and blue, of 255, between the middle of a picture and an icon of the site. */
async function differenceFrom(icon: string, path: string, share = 1): Promise<number> {
  const { width } = await sharp(join(folder, path)).metadata();
  const side = Math.round(width * share);
  const edge = Math.round((width - side) / 2);
  const middle = sharp(join(folder, path)).extract({ left: edge, top: edge, width: side, height: side });
  const source = fileURLToPath(new URL(`../../public/${icon}`, import.meta.url));
  const pictures = [middle, sharp(source, { density: 288 }).resize(side, side)];
  const [drawn, expected] = await Promise.all(
    pictures.map((picture) => picture.flatten({ background: '#f4ede1' }).raw().toBuffer()),
  );
  if (!drawn || drawn.length !== expected?.length) throw new Error(`${path} is not comparable with ${icon}`);
  return drawn.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0) / drawn.length;
}

beforeAll(() => installPackages(folder));

describe('an app without accounts anywhere', () => {
  const settings = readShellSettings({ API_URL: 'https://api.hevre.example', APP_ID: 'org.example.hevre' });
  beforeAll(() => makeProjects(folder, client, settings));

  test('has the client’s files, except those that are for browsers', () => {
    const made = 'android/app/src/main/assets/public/';
    const files = [
      'index.html',
      'assets/index.js',
      'index.html.br',
      'assets/index.js.gz',
      'service-worker.js',
      'screenshots',
    ];
    expect(files.filter((name) => existsSync(join(folder, made, name)))).toEqual([
      'index.html',
      'assets/index.js',
    ]);
  });

  test('has the internet permission alone on Android, no backup, and the site’s links', () => {
    const manifest = compact('android/app/src/main/AndroidManifest.xml');
    expect(parts(manifest, /<uses-permission android:name="([^"]+)"/g)).toEqual([
      'android.permission.INTERNET',
    ]);
    expect(parts(manifest, /allowBackup="(\w+)"/g)).toEqual(['false']);
    expect(parts(manifest, /<intent-filter(?: android:autoVerify="(true)")?>/g)).toEqual([undefined, 'true']);
    expect(filters(manifest)).toEqual([
      launcher,
      filterOf('<data android:scheme="https" android:host="api.hevre.example" android:path="/" />'),
    ]);
    expect(parts(manifest, /<meta-data android:name="([^"]+)"/g)).toEqual([
      'android.support.FILE_PROVIDER_PATHS',
    ]);
  });

  test('has its name, its id and its version on both platforms', () => {
    const { version } = JSON.parse(
      readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
    ) as { version: string };
    const gradle = read('android/app/build.gradle');
    expect(parts(gradle, /(?:applicationId|versionName) "(.+)"/g)).toEqual(['org.example.hevre', version]);
    expect(parts(gradle, /versionCode (\d+)/g)).toEqual([String(buildNumber(version))]);
    expect(parts(read('android/app/src/main/res/values/strings.xml'), /"app_name">(.+)</g)).toEqual([
      'חבר׳ה',
    ]);
    const project = read('ios/App/App.xcodeproj/project.pbxproj');
    expect(parts(project, /MARKETING_VERSION = (.+);/g)).toEqual([version, version]);
    expect(parts(project, /PRODUCT_BUNDLE_IDENTIFIER = (.+);/g)).toEqual([
      'org.example.hevre',
      'org.example.hevre',
    ]);
    expect([buildNumber('3.1.0'), buildNumber('3.10.2'), buildNumber('12.0.99')]).toEqual([
      30_100, 31_002, 120_099,
    ]);
  });

  test('has no plugin that crashes without Firebase’s files', () => {
    expect(installedPlugins('android/app/src/main/assets/capacitor.plugins.json')).toEqual([
      ...ownPlugins,
      storePlugin,
    ]);
    expect(iosPlugins()).toEqual([
      'AppPlugin',
      'AppUpdatePlugin',
      'HapticsPlugin',
      'SharePlugin',
      'SplashScreenPlugin',
      'StatusBarPlugin',
    ]);
    expect(read('ios/App/Podfile')).not.toContain('Firebase');
    expect(read('ios/App/App/AppDelegate.swift')).not.toContain('Firebase');
  });

  test('has the site’s links on iPhones, and texts for the use of pictures in both languages', () => {
    const project = read('ios/App/App.xcodeproj/project.pbxproj');
    const entitlements = 'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;';
    // One for the debug build and one for the release.
    expect(project.split(entitlements)).toHaveLength(3);
    expect(project).not.toContain('DEVELOPMENT_TEAM');
    expect(compact('ios/App/App/App.entitlements')).toContain(
      '<dict><key>com.apple.developer.associated-domains</key><array><string>applinks:api.hevre.example</string></array></dict>',
    );
    expect(
      parts(compact('ios/App/App/Info.plist'), /<key>(NS\w+|UIBackgroundModes|CFBundleURLTypes)<\/key>/g),
    ).toEqual([
      'NSCameraUsageDescription',
      'NSPhotoLibraryUsageDescription',
      'NSPhotoLibraryAddUsageDescription',
    ]);
    const { strings } = json('ios/App/App/InfoPlist.xcstrings') as { strings: Record<string, unknown> };
    expect(strings['NSCameraUsageDescription']).toEqual({
      localizations: {
        he: { stringUnit: { state: 'translated', value: 'כדי לצלם תמונה לפרופיל, לליגה או לשיחה.' } },
        en: {
          stringUnit: { state: 'translated', value: 'To take a picture for a profile, a league or a chat.' },
        },
      },
    });
    // Xcode names a bundled file five times: as a file, in its folder, and in the build.
    expect(project.split('/* InfoPlist.xcstrings')).toHaveLength(1 + 5);
  });

  test('has icons and splash pictures of the platforms’ sizes', async () => {
    expect(await sizeOf(`${res}/mipmap-xxhdpi/ic_launcher.png`)).toEqual([144, 144, true]);
    expect(await sizeOf(`${res}/mipmap-mdpi/ic_launcher_foreground.png`)).toEqual([108, 108, false]);
    expect(await sizeOf(`${res}/drawable-hdpi/ic_notification.png`)).toEqual([36, 36, true]);
    expect(await sizeOf(`${assets}/AppIcon.appiconset/AppIcon-512@2x.png`)).toEqual([1024, 1024, false]);
    expect(await sizeOf(`${assets}/Splash.imageset/splash-2732x2732.png`)).toEqual([2732, 2732, false]);
    expect(existsSync(join(folder, res, 'drawable-port-hdpi'))).toBe(false);
    expect(compact(`${res}/values-night/splash.xml`)).toContain('<color name="splash">#0b1517</color>');
  });

  test.each<[icon: string, path: string, share?: number]>([
    ['icon.svg', `${res}/mipmap-xxhdpi/ic_launcher.png`],
    ['icon.svg', `${res}/mipmap-xxhdpi/ic_launcher_round.png`, 0.92],
    ['icon-maskable-512.png', `${res}/mipmap-mdpi/ic_launcher_foreground.png`, 72 / 108],
    ['icon-monochrome-512.png', `${res}/mipmap-mdpi/ic_launcher_monochrome.png`, 72 / 108],
    ['icon-monochrome-512.png', `${res}/drawable-hdpi/ic_notification.png`],
    ['icon.svg', `${res}/drawable-mdpi/splash_icon.png`, 0.5],
    ['icon-maskable-512.png', `${assets}/AppIcon.appiconset/AppIcon-512@2x.png`],
    ['icon.svg', `${assets}/Splash.imageset/splash-2732x2732.png`, 0.15],
  ])('has the site’s %s as %s', async (icon, path, share) => {
    expect(await differenceFrom(icon, path, share)).toBeLessThan(1);
  });

  test('leaves the splash to the page, for at most ten seconds', () => {
    expect(json('android/app/src/main/assets/capacitor.config.json')).toMatchObject({
      appId: 'org.example.hevre',
      plugins: { SplashScreen: { launchAutoHide: true, launchShowDuration: 10_000 } },
      android: { adjustMarginsForEdgeToEdge: 'auto' },
    });
  });
});

describe('an app with Firebase and Facebook', () => {
  const [android, ios] = [join(given, 'google-services.json'), join(given, 'GoogleService-Info.plist')];
  writeFileSync(android, '{"project_info":{}}');
  const scheme = 'com.googleusercontent.apps.123-abc';
  writeFileSync(ios, `<plist><dict><key>REVERSED_CLIENT_ID</key>\n<string>${scheme}</string></dict></plist>`);
  const settings = readShellSettings({
    API_URL: 'https://api.hevre.example',
    SITE_URL: 'https://hevre.example/',
    APP_ID: 'org.example.hevre',
    APP_NAME: 'Hevre',
    FIREBASE_ANDROID: android,
    FIREBASE_IOS: ios,
    FACEBOOK_APP_ID: '4711',
    FACEBOOK_CLIENT_TOKEN: 'abc',
    APPLE_TEAM: 'ABCDE12345',
  });
  beforeAll(() => makeProjects(folder, client, settings));

  test('has pushes and the providers’ sign-in on Android', () => {
    const manifest = compact('android/app/src/main/AndroidManifest.xml');
    expect(filters(manifest)).toEqual([
      launcher,
      filterOf('<data android:scheme="https" android:host="hevre.example" android:path="/" />'),
      filterOf('<data android:scheme="fb4711" />'),
    ]);
    expect(parts(manifest, /<meta-data android:name="([^"]+" android:\w+="[^"]+)"/g)).toEqual([
      'android.support.FILE_PROVIDER_PATHS" android:resource="@xml/file_paths',
      'com.google.firebase.messaging.default_notification_icon" android:resource="@drawable/ic_notification',
      'com.google.firebase.messaging.default_notification_color" android:resource="@color/ic_launcher_background',
      'firebase_messaging_auto_init_enabled" android:value="false',
      'com.facebook.sdk.ApplicationId" android:value="fb4711',
      'com.facebook.sdk.ClientToken" android:value="abc',
    ]);
    expect(read('android/app/google-services.json')).toBe('{"project_info":{}}');
    expect(parts(read('android/variables.gradle'), /(rgcfa\w+ = \w+)/g)).toEqual([
      'rgcfaIncludeGoogle = true',
      'rgcfaIncludeFacebook = true',
    ]);
    expect(installedPlugins('android/app/src/main/assets/capacitor.plugins.json')).toEqual(
      [...ownPlugins, ...firebasePlugins, storePlugin].toSorted(),
    );
  });

  test('has pushes and the providers’ sign-in on iPhones', () => {
    expect(compact('ios/App/App/App.entitlements')).toContain(
      '<dict><key>com.apple.developer.associated-domains</key><array><string>applinks:hevre.example</string></array>' +
        '<key>aps-environment</key><string>development</string>' +
        '<key>com.apple.developer.applesignin</key><array><string>Default</string></array></dict>',
    );
    const info = compact('ios/App/App/Info.plist');
    expect(info).toContain(
      `<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>${scheme}</string><string>fb4711</string></array></dict></array>`,
    );
    expect(info).toContain('<key>UIBackgroundModes</key><array><string>remote-notification</string></array>');
    expect(info).toContain('<key>FacebookAppID</key><string>4711</string>');
    const pods = parts(read('ios/App/Podfile'), /pod 'CapacitorFirebaseAuthentication\/(\w+)'/g);
    expect(pods).toEqual(['Google', 'Facebook']);
    const delegate = read('ios/App/App/AppDelegate.swift');
    expect(parts(delegate, /(didRegister\w+|didFail\w+|didReceive\w+|canHandle)\b[ (]/g)).toEqual([
      'canHandle',
      'didRegisterForRemoteNotificationsWithDeviceToken',
      'didFailToRegisterForRemoteNotificationsWithError',
      'didReceiveRemoteNotification',
    ]);
    // The braces are balanced.
    expect(delegate.split('{')).toHaveLength(delegate.split('}').length);
    const project = read('ios/App/App.xcodeproj/project.pbxproj');
    expect(project.split('/* GoogleService-Info.plist')).toHaveLength(1 + 5);
    expect(parts(project, /DEVELOPMENT_TEAM = (\w+);/g)).toEqual(['ABCDE12345', 'ABCDE12345']);
    expect(iosPlugins()).toContain('FirebaseMessagingPlugin');
  });
});

test.each([
  [{}, 'API_URL must be an address such as https://hevre.example, without a path; APP_ID must be'],
  [{ API_URL: 'http://hevre.example', APP_ID: 'a.b' }, 'API_URL must be'],
  [{ API_URL: 'https://hevre.example/api', APP_ID: 'a.b' }, 'API_URL must be'],
  [{ API_URL: 'https://hevre.example', APP_ID: 'Hevre' }, 'APP_ID must be'],
  [{ API_URL: 'https://hevre.example', APP_ID: 'a.b', APP_NAME: '<b>' }, 'APP_NAME must be'],
  [
    { API_URL: 'https://hevre.example', APP_ID: 'a.b', FIREBASE_IOS: '/nowhere' },
    'FIREBASE_IOS must be a file',
  ],
  [{ API_URL: 'https://hevre.example', APP_ID: 'a.b', FACEBOOK_APP_ID: '1' }, 'are needed together'],
])('the settings %j are refused', (env, problem) => {
  expect(() => readShellSettings(env)).toThrow(problem);
});
