import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editFile } from './edit-text.ts';
import { colors, drawAndroidImages } from './images.ts';
import type { ShellSettings } from './settings.ts';

/** What Android's project has beside Capacitor's template. */

const xml = (content: string) => `<?xml version="1.0" encoding="utf-8"?>\n${content}`;

/** Opens the site's page in the app, wherever its link is tapped; the site has to name the app, too. */
const linkFilter = (host: string) => `
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" android:host="${host}" android:path="/" />
            </intent-filter>
`;

const metadata = (name: string, value: string) =>
  `        <meta-data android:name="${name}" android:${value} />\n`;

const firebaseParts = () => {
  const messaging = 'com.google.firebase.messaging.default_notification';
  return (
    metadata(`${messaging}_icon`, 'resource="@drawable/ic_notification"') +
    metadata(`${messaging}_color`, 'resource="@color/ic_launcher_background"') +
    // No token before a member has asked for pushes.
    metadata('firebase_messaging_auto_init_enabled', 'value="false"')
  );
};

const facebookParts = ({ appId, clientToken }: NonNullable<ShellSettings['facebook']>) =>
  // A number alone would be read as one.
  `${metadata('com.facebook.sdk.ApplicationId', `value="fb${appId}"`)}${metadata(
    'com.facebook.sdk.ClientToken',
    `value="${clientToken}"`,
  )}        <activity
            android:name="com.facebook.FacebookActivity"
            android:configChanges="keyboard|keyboardHidden|screenLayout|screenSize|orientation" />
        <activity android:name="com.facebook.CustomTabActivity" android:exported="true">
            <intent-filter>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="fb${appId}" />
            </intent-filter>
        </activity>
`;

const splashTheme = `    <style name="AppTheme.NoActionBarLaunch" parent="Theme.SplashScreen">
        <item name="android:background">@drawable/splash</item>
        <item name="windowSplashScreenBackground">@color/splash</item>
        <item name="windowSplashScreenAnimatedIcon">@drawable/splash_icon</item>
        <item name="postSplashScreenTheme">@style/AppTheme.NoActionBar</item>
    </style>`;

const splash = xml(`<layer-list xmlns:android="http://schemas.android.com/apk/res/android">
    <item android:drawable="@color/splash" />
    <item><bitmap android:gravity="center" android:src="@drawable/splash_icon" /></item>
</layer-list>
`);

const icon = xml(`<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@color/ic_launcher_background" />
    <foreground android:drawable="@mipmap/ic_launcher_foreground" />
    <monochrome android:drawable="@mipmap/ic_launcher_monochrome" />
</adaptive-icon>
`);

const colorFile = (name: string, color: string) =>
  xml(`<resources>\n    <color name="${name}">${color}</color>\n</resources>\n`);

/** `3.1.0` is 30100: what the store counts by. */
export const buildNumber = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 100 + Number(part), 0);

/** Edits the project that Capacitor has made in `folder`. */
export async function editAndroidProject(
  folder: string,
  publicFolder: string,
  version: string,
  { linkHost, firebase, facebook }: ShellSettings,
): Promise<void> {
  const main = join(folder, 'app/src/main');
  const res = join(main, 'res');
  const hasFirebase = firebase.android !== null;
  const parts =
    (hasFirebase ? firebaseParts() : '') + (hasFirebase && facebook ? facebookParts(facebook) : '');
  editFile(join(main, 'AndroidManifest.xml'), [
    // A backup would carry the session to another phone.
    ['android:allowBackup="true"', 'android:allowBackup="false"'],
    ['\n        </activity>', `${linkFilter(linkHost)}\n        </activity>`],
    ['    </application>', `${parts}    </application>`],
  ]);
  editFile(join(folder, 'app/build.gradle'), [
    ['versionCode 1', `versionCode ${buildNumber(version)}`],
    ['versionName "1.0"', `versionName "${version}"`],
  ]);
  const included = [
    ...(hasFirebase ? ['rgcfaIncludeGoogle = true'] : []),
    ...(hasFirebase && facebook ? ['rgcfaIncludeFacebook = true'] : []),
  ];
  editFile(join(folder, 'variables.gradle'), [['ext {', ['ext {', ...included].join('\n    ')]]);
  editFile(join(res, 'values/styles.xml'), [
    [/ {4}<style name="AppTheme.NoActionBarLaunch"[^]*?<\/style>/g, splashTheme],
  ]);
  for (const name of readdirSync(res))
    if (/^drawable-(land|port)-/.test(name)) rmSync(join(res, name), { recursive: true });
  rmSync(join(res, 'drawable/splash.png'));
  rmSync(join(res, 'drawable-v24/ic_launcher_foreground.xml'));
  mkdirSync(join(res, 'values-night'), { recursive: true });
  const files = {
    'drawable/splash.xml': splash,
    'values/splash.xml': colorFile('splash', colors.light),
    'values-night/splash.xml': colorFile('splash', colors.dark),
    'values/ic_launcher_background.xml': colorFile('ic_launcher_background', colors.icon),
    'mipmap-anydpi-v26/ic_launcher.xml': icon,
    'mipmap-anydpi-v26/ic_launcher_round.xml': icon,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(res, name), content);
  if (firebase.android !== null) copyFileSync(firebase.android, join(folder, 'app/google-services.json'));
  await drawAndroidImages(publicFolder, res);
}
