import {
  AndroidConfig,
  withAndroidManifest,
  withAppDelegate,
  withDangerousMod,
  type ConfigPlugin,
} from 'expo/config-plugins';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Keeps the records out of every copy that leaves the phone. A copy could not be read (its key stays in the phone's
 * keychain), and a phone restored from one would show records as unsent that were sent long ago.
 */
export const withStoreOutOfBackup: ConfigPlugin = (config) => withIosExclusion(withAndroidRules(config));

const domains = ['root', 'file', 'database', 'sharedpref', 'external'];

/** Android 12 and later ask these rules also for the way from an old phone to a new one, which allowBackup leaves open. */
const extractionRules = `<?xml version="1.0" encoding="utf-8"?>
<data-extraction-rules>
${['cloud-backup', 'device-transfer']
  .map(
    (way) =>
      `  <${way}>\n${domains.map((domain) => `    <exclude domain="${domain}" path="."/>`).join('\n')}\n  </${way}>`
  )
  .join('\n')}
</data-extraction-rules>
`;

function withAndroidRules(config: Parameters<ConfigPlugin>[0]) {
  const withManifest = withAndroidManifest(config, (modified) => {
    const application = AndroidConfig.Manifest.getMainApplicationOrThrow(modified.modResults);
    application.$['android:dataExtractionRules'] = '@xml/data_extraction_rules';
    application.$['android:fullBackupContent'] = 'false';
    return modified;
  });
  return withDangerousMod(withManifest, [
    'android',
    async (modified) => {
      const folder = join(modified.modRequest.platformProjectRoot, 'app/src/main/res/xml');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'data_extraction_rules.xml'), extractionRules);
      return modified;
    },
  ]);
}

const beginning =
  /didFinishLaunchingWithOptions launchOptions: \[UIApplication\.LaunchOptionsKey: Any\]\? = nil\n {2}\) -> Bool \{\n/;

/** The folder that expo-sqlite opens files in. What is excluded there stays so for every file made in it later. */
const exclusion = `    if var store = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first?.appendingPathComponent("SQLite", isDirectory: true) {
      try? FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? store.setResourceValues(values)
    }

`;

function withIosExclusion(config: Parameters<ConfigPlugin>[0]) {
  return withAppDelegate(config, (modified) => {
    const { contents } = modified.modResults;
    if (contents.includes(exclusion)) return modified;
    if (!beginning.test(contents))
      throw new Error('The app delegate has another shape than expected: the store would end up in backups.');
    modified.modResults.contents = contents.replace(beginning, (line) => line + exclusion);
    return modified;
  });
}
