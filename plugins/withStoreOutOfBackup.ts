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
 * Excludes the database from backups. A copy could not be decrypted (its key stays in the keychain), and a restored phone
 * would show sent records as unsent.
 */
export const withStoreOutOfBackup: ConfigPlugin = (config) => withIosExclusion(withAndroidRules(config));

const domains = ['root', 'file', 'database', 'sharedpref', 'external'];

/** Android 12 and later: also excludes the transfer to a new phone, which allowBackup does not cover. */
const extractionRules = `<?xml version="1.0" encoding="utf-8"?>
<data-extraction-rules>
${['cloud-backup', 'device-transfer']
  .map(
    (kind) =>
      `  <${kind}>\n${domains.map((domain) => `    <exclude domain="${domain}" path="."/>`).join('\n')}\n  </${kind}>`
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

const launchFunction =
  /didFinishLaunchingWithOptions launchOptions: \[UIApplication\.LaunchOptionsKey: Any\]\? = nil\n {2}\) -> Bool \{\n/;

/** Excludes the folder of expo-sqlite, with all files created in it later. */
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
    if (!launchFunction.test(contents))
      throw new Error('Unexpected app delegate: the database would be part of backups.');
    modified.modResults.contents = contents.replace(launchFunction, (line) => line + exclusion);
    return modified;
  });
}
