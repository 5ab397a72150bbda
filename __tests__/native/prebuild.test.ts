import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { copyApp, expo, root } from './expo';

const snapshot = join(__dirname, 'prebuild.snapshot');

const languages = ['en', 'fr', 'es', 'de', 'ar'];
/** The files that stores, phones and reviewers read, without images and build files of the template. */
const files = [
  'ios/Doorstep/Info.plist',
  'ios/Doorstep/Doorstep.entitlements',
  'ios/Doorstep/PrivacyInfo.xcprivacy',
  'ios/Podfile.properties.json',
  ...languages.map((language) => `ios/Doorstep/Supporting/${language}.lproj/InfoPlist.strings`),
  'android/app/src/main/AndroidManifest.xml',
  'android/app/src/main/res/xml/data_extraction_rules.xml',
  'android/app/src/main/res/xml/locales_config.xml',
  'android/app/src/main/res/values/strings.xml',
  'android/app/src/main/res/values/colors.xml',
  'android/gradle.properties',
];

const withoutComments = (path: string, text: string) =>
  path.endsWith('.properties') ? text.replace(/^(#.*)?\n/gm, '') : text;

describe('the native projects that expo prebuild makes', () => {
  let copy: Awaited<ReturnType<typeof copyApp>>;
  const read = (path: string) => readFile(join(copy.folder, path), 'utf8');

  before(async () => {
    copy = await copyApp();
    await expo(['prebuild', '--no-install', '--platform', 'all'], { folder: copy.folder });
  });
  after(() => copy.remove());

  it('match the snapshot: permissions, links, backup, encryption, in five languages', async () => {
    const parts = await Promise.all(
      files.map(async (path) => `=== ${path}\n${withoutComments(path, await read(path)).trimEnd()}\n`)
    );
    const made = parts.join('\n');
    if (process.env.UPDATE_SNAPSHOT) await writeFile(snapshot, made);
    assert.equal(
      made,
      await readFile(snapshot, 'utf8'),
      'The native projects changed. If the difference is intended, run this test with UPDATE_SNAPSHOT=1.'
    );
  });

  it('exclude the records from the backups of both systems', async () => {
    const delegate = await read('ios/Doorstep/AppDelegate.swift');
    const [, launch = ''] = delegate.split('didFinishLaunchingWithOptions');
    assert.ok(launch.indexOf('isExcludedFromBackup = true') > 0);
    assert.ok(
      launch.indexOf('isExcludedFromBackup = true') < launch.indexOf('startReactNative'),
      'before our code can open the store'
    );
    const manifest = await read('android/app/src/main/AndroidManifest.xml');
    assert.match(manifest, /android:allowBackup="false"/);
    assert.match(manifest, /android:dataExtractionRules="@xml\/data_extraction_rules"/);
  });

  it('explain each permission in every language of the app', async () => {
    const plist = await read('ios/Doorstep/Info.plist');
    const requested = [...plist.matchAll(/<key>(NS\w+UsageDescription)<\/key>/g)]
      .map(([, key]) => key)
      .sort();
    assert.ok(requested.length > 0);
    for (const language of languages) {
      const words = await read(`ios/Doorstep/Supporting/${language}.lproj/InfoPlist.strings`);
      const explained = [...words.matchAll(/^(\w+) = ".+";$/gm)].map(([, key]) => key).sort();
      assert.deepEqual(explained, requested, language);
    }
  });
});

type Introspected = {
  name: string;
  ios: { bundleIdentifier: string; entitlements?: Record<string, unknown> };
  android: { package: string };
  _internal: {
    modResults: { android: { manifest: unknown }; ios: { entitlements: Record<string, unknown> } };
  };
};

const introspect = async (environment: Record<string, string>) =>
  JSON.parse(await expo(['config', '--type', 'introspect', '--json'], { environment })) as Introspected;

describe('an organisation’s own app', () => {
  it('gets its name, its identifier and the host of its links from the environment', async () => {
    const config = await introspect({
      DOORSTEP_APP_NAME: 'Door to door',
      DOORSTEP_APP_ID: 'org.example.doors',
      DOORSTEP_LINK_HOST: 'doors.example.org',
      DOORSTEP_SHARE_EXTENSION: '1',
    });
    assert.equal(config.name, 'Door to door');
    assert.equal(config.ios.bundleIdentifier, 'org.example.doors');
    assert.equal(config.android.package, 'org.example.doors');
    const { ios, android } = config._internal.modResults;
    assert.deepEqual(ios.entitlements['com.apple.developer.associated-domains'], [
      'applinks:doors.example.org',
    ]);
    assert.deepEqual(ios.entitlements['com.apple.security.application-groups'], ['group.org.example.doors']);
    assert.equal(ios.entitlements['aps-environment'], undefined);
    const manifest = JSON.stringify(android.manifest);
    assert.match(manifest, /"android:autoVerify":"true"/);
    assert.match(
      manifest,
      /"android:scheme":"https","android:host":"doors.example.org","android:path":"\/join"/
    );
  });

  it('is refused with one sentence when a setting is invalid', async () => {
    await assert.rejects(
      introspect({ DOORSTEP_LINK_HOST: 'https://doors.example.org/' }),
      /DOORSTEP_LINK_HOST is https:\/\/doors\.example\.org\/; it should look like doorstep\.example\.org\./
    );
  });
});

describe('eas.json', () => {
  it('builds for both stores from a profile that extends one that exists', async () => {
    const { build, submit } = JSON.parse(await readFile(join(root, 'eas.json'), 'utf8')) as {
      build: Record<string, { extends?: string }>;
      submit: Record<string, Record<string, unknown>>;
    };
    for (const profile of Object.values(build))
      if (profile.extends) assert.ok(build[profile.extends], profile.extends);
    assert.ok(build.production);
    assert.deepEqual(Object.keys(submit.production ?? {}), ['ios', 'android']);
  });
});
