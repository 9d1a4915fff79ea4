import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildNumber } from './android.ts';
import { editFile } from './edit-text.ts';
import { drawIosImages } from './images.ts';
import type { ShellSettings } from './settings.ts';

/** What the iPhone's project has beside Capacitor's template. */

const purposes = {
  NSCameraUsageDescription: {
    he: 'כדי לצלם תמונה לפרופיל, לליגה או לשיחה.',
    en: 'To take a picture for a profile, a league or a chat.',
  },
  NSPhotoLibraryUsageDescription: {
    he: 'כדי לבחור תמונה לפרופיל, לליגה או לשיחה.',
    en: 'To choose a picture for a profile, a league or a chat.',
  },
  NSPhotoLibraryAddUsageDescription: {
    he: 'כדי לשמור תמונה מהשיחה.',
    en: 'To save a picture from a chat.',
  },
};

type PlistValue = string | boolean | PlistValue[] | { [key: string]: PlistValue };

/** A value as a property list writes it. */
function plist(value: PlistValue): string {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>';
  if (typeof value === 'string') return `<string>${value}</string>`;
  if (Array.isArray(value)) return `<array>${value.map(plist).join('')}</array>`;
  return `<dict>${entriesOf(value)}</dict>`;
}
const entriesOf = (values: Record<string, PlistValue>): string =>
  Object.entries(values)
    .map(([key, value]) => `<key>${key}</key>${plist(value)}`)
    .join('\n');
const plistFile = (values: Record<string, PlistValue>) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n${plist(values)}\n</plist>\n`;

/** The texts of Info.plist in both languages, as Xcode's string catalogue. */
const stringCatalogue = () =>
  `${JSON.stringify(
    {
      sourceLanguage: 'he',
      version: '1.0',
      strings: Object.fromEntries(
        Object.entries(purposes).map(([key, texts]) => [
          key,
          {
            localizations: Object.fromEntries(
              Object.entries(texts).map(([language, value]) => [
                language,
                { stringUnit: { state: 'translated', value } },
              ]),
            ),
          },
        ]),
      ),
    },
    null,
    2,
  )}\n`;

/** The address by which Google's sign-in comes back to the app. */
function googleScheme(file: string): string[] {
  const [, scheme] =
    /<key>REVERSED_CLIENT_ID<\/key>\s*<string>([\w.-]+)<\/string>/.exec(readFileSync(file, 'utf8')) ?? [];
  return scheme === undefined ? [] : [scheme];
}

const pushDelegate = `
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        NotificationCenter.default.post(name: .capacitorDidRegisterForRemoteNotifications, object: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        NotificationCenter.default.post(name: .capacitorDidFailToRegisterForRemoteNotifications, object: error)
    }

    func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
        NotificationCenter.default.post(name: Notification.Name("didReceiveRemoteNotification"), object: completionHandler, userInfo: userInfo)
    }

}
`;

/** Edits that put files into the app's bundle; the ids are the project's own. */
const resourceEdits = (files: Readonly<Record<string, string>>) => {
  const rows = Object.entries(files).map(([name, type], index) => {
    const [reference, build] = [`4E5645000000000000000${index}01`, `4E5645000000000000000${index}02`];
    return {
      build: `\t\t${build} /* ${name} in Resources */ = {isa = PBXBuildFile; fileRef = ${reference} /* ${name} */; };\n`,
      file: `\t\t${reference} /* ${name} */ = {isa = PBXFileReference; lastKnownFileType = ${type}; path = "${name}"; sourceTree = "<group>"; };\n`,
      child: `\t\t\t\t${reference} /* ${name} */,\n`,
      resource: `\t\t\t\t${build} /* ${name} in Resources */,\n`,
    };
  });
  const all = (part: keyof (typeof rows)[number]) => rows.map((row) => row[part]).join('');
  const config = '/* capacitor.config.json */,\n';
  const configResource = '/* capacitor.config.json in Resources */,\n';
  return [
    ['/* End PBXBuildFile section */', `${all('build')}/* End PBXBuildFile section */`],
    ['/* End PBXFileReference section */', `${all('file')}/* End PBXFileReference section */`],
    [config, `${config}${all('child')}`],
    [configResource, `${configResource}${all('resource')}`],
  ] as const;
};

/** Edits the project that Capacitor has made in `folder`. */
export async function editIosProject(
  folder: string,
  publicFolder: string,
  version: string,
  { linkHost, firebase, facebook, appleTeam }: ShellSettings,
): Promise<void> {
  const app = join(folder, 'App/App');
  const file = firebase.ios;
  const schemes = file === null ? [] : [...googleScheme(file), ...(facebook ? [`fb${facebook.appId}`] : [])];
  const info = {
    CFBundleLocalizations: ['he', 'en'],
    ...Object.fromEntries(Object.entries(purposes).map(([key, { he }]) => [key, he])),
    ITSAppUsesNonExemptEncryption: false,
    ...(file !== null && {
      UIBackgroundModes: ['remote-notification'],
      FirebaseMessagingAutoInitEnabled: false,
    }),
    ...(schemes.length > 0 && { CFBundleURLTypes: [{ CFBundleURLSchemes: schemes }] }),
    ...(file !== null &&
      facebook && { FacebookAppID: facebook.appId, FacebookClientToken: facebook.clientToken }),
  };
  editFile(join(app, 'Info.plist'), [
    [/<string>en<\/string>/g, '<string>he</string>'],
    [/<\/dict>\s*<\/plist>/g, `${entriesOf(info)}\n</dict>\n</plist>`],
  ]);
  writeFileSync(
    join(app, 'App.entitlements'),
    plistFile({
      'com.apple.developer.associated-domains': [`applinks:${linkHost}`],
      ...(file !== null && {
        'aps-environment': 'development',
        'com.apple.developer.applesignin': ['Default'],
      }),
    }),
  );
  writeFileSync(join(app, 'InfoPlist.xcstrings'), stringCatalogue());
  if (file !== null) {
    copyFileSync(file, join(app, 'GoogleService-Info.plist'));
    editFile(join(app, 'AppDelegate.swift'), [
      ['import Capacitor\n', 'import Capacitor\nimport FirebaseAuth\n'],
      [
        '        return ApplicationDelegateProxy.shared.application(app, open: url, options: options)',
        '        if Auth.auth().canHandle(url) { return true }\n        return ApplicationDelegateProxy.shared.application(app, open: url, options: options)',
      ],
      [/\n}\s*$/g, pushDelegate],
    ]);
    const plugin = ":path => '../../node_modules/@capacitor-firebase/authentication'";
    const pods = ['Google', ...(facebook ? ['Facebook'] : [])].map(
      (name) => `  pod 'CapacitorFirebaseAuthentication/${name}', ${plugin}`,
    );
    editFile(join(folder, 'App/Podfile'), [['  # Add your Pods here', pods.join('\n')]]);
  }
  const signing = `CODE_SIGN_ENTITLEMENTS = App/App.entitlements;${appleTeam === null ? '' : ` DEVELOPMENT_TEAM = ${appleTeam};`}`;
  editFile(join(folder, 'App/App.xcodeproj/project.pbxproj'), [
    ...resourceEdits({
      'InfoPlist.xcstrings': 'text.json.xcstrings',
      ...(file !== null && { 'GoogleService-Info.plist': 'text.plist.xml' }),
    }),
    ['INFOPLIST_FILE = App/Info.plist;', `INFOPLIST_FILE = App/Info.plist; ${signing}`],
    ['MARKETING_VERSION = 1.0;', `MARKETING_VERSION = ${version};`],
    ['CURRENT_PROJECT_VERSION = 1;', `CURRENT_PROJECT_VERSION = ${buildNumber(version)};`],
    ['developmentRegion = en;', 'developmentRegion = he;'],
    [/knownRegions = \(/g, 'knownRegions = (\n\t\t\t\the,'],
  ]);
  await drawIosImages(publicFolder, join(app, 'Assets.xcassets'));
}
