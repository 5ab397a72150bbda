const path = require('path');
const { getDefaultConfig } = require('expo/metro-config');

const config = getDefaultConfig(__dirname);
// expo-sqlite ships its web engine as a WASM file.
config.resolver.assetExts.push('wasm');
// Node-only folders: an import from one of them fails the build.
config.resolver.blockList = ['server', 'bench', 'scripts', 'data', 'dist', '__tests__'].map(
  (folder) => new RegExp(`^${path.join(__dirname, folder).replace(/[/\\.]/g, '\\$&')}[/\\\\]`)
);

// Modules that libraries import and the app never calls, left out of the web app for the budget of the first load.
const exclusions = [
  // Error messages in forty languages, and conversions from and to JSON Schema: 49 KB compressed.
  {
    from: /zod[/\\]v4/,
    name: /(locales\/index|from-json-schema|json-schema-generator|\.\/compile)(\.c?js)?$/,
  },
  // Messages that contain elements: the app's messages are plain text. 5 KB compressed.
  { from: /react-i18next[/\\]/, name: /^\.\/(Icu)?Trans(WithoutContext)?\.js$/ },
  // Pictures from XML: the app draws its own shapes. 4 KB compressed.
  { from: /react-native-svg[/\\]/, name: /^\.\/(xml|deprecated)$/ },
  // The lists that FlashList replaces: 15 KB compressed. eslint.config.js forbids their import.
  { from: /react-native-web[/\\]dist/, name: /\/(FlatList|SectionList|VirtualizedList)$/ },
];
const unmatched = new Set(exclusions);

config.resolver.resolveRequest = (context, name, platform) => {
  const exclusion = exclusions.find(
    ({ from, name: excluded }) =>
      platform === 'web' && from.test(context.originModulePath) && excluded.test(name)
  );
  if (exclusion === undefined) return context.resolveRequest(context, name, platform);
  unmatched.delete(exclusion);
  return { type: 'empty' };
};

// Set by scripts/build-web.ts: an exclusion that matches no import fails the build.
if (process.env.DOORSTEP_CHECK_EXCLUSIONS)
  process.on('exit', () => {
    for (const { from, name } of unmatched) {
      process.stderr.write(`metro.config.js: no import matches the exclusion ${from} ${name}\n`);
      process.exitCode = 1;
    }
  });

module.exports = config;
