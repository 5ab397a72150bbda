const path = require('path');
const { getDefaultConfig } = require('expo/metro-config');

const config = getDefaultConfig(__dirname);
// expo-sqlite ships its engine for the web as a WASM file beside its worker.
config.resolver.assetExts.push('wasm');
// Node-only folders never belong to a bundle; keeping them out makes a wrong import fail at build time.
config.resolver.blockList = ['server', 'bench', 'scripts', 'data', 'dist', '__tests__'].map(
  (folder) => new RegExp(`^${path.join(__dirname, folder).replace(/[/\\.]/g, '\\$&')}[/\\\\]`)
);

// A first load has a budget. Left out of it is what libraries carry along and nothing of ours calls: zod's messages in
// forty languages, its reader and its generator of JSON Schema, i18next's ways to put components into
// a sentence, and on the web the lists that FlashList stands in for and the parsers for drawings that come as text: ours
// are written as components, without transforms.
const leftOut = [
  {
    from: /zod[/\\]v4/,
    name: /(locales\/index|from-json-schema|json-schema-generator)(\.c?js)?$/,
  },
  { from: /react-i18next[/\\]dist/, name: /^\.\/(Icu)?Trans(WithoutContext)?(\.js)?$/ },
  { from: /react-native-web[/\\]dist/, name: /\/(FlatList|SectionList|VirtualizedList)$/ },
  { from: /react-native-svg[/\\]lib/, name: /^\.\/(xml|deprecated|transform|transformToRn)$/, on: 'web' },
];
config.resolver.resolveRequest = (context, name, platform) => {
  const isLeftOut = leftOut.some(
    ({ from, name: left, on = platform }) =>
      on === platform && from.test(context.originModulePath) && left.test(name)
  );
  return isLeftOut ? { type: 'empty' } : context.resolveRequest(context, name, platform);
};

module.exports = config;
