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
// forty languages, its compiler, its reader and its generator of JSON Schema, i18next's ways to put components into a
// sentence, the ciphers of expo-crypto; and on the web the router's bar of tabs and its page of all routes (app.json
// switches that page off), FlashList's measuring of itself and its masonry, the lists that FlashList stands in for,
// controls that no screen has, and the parsers for drawings that come as text: ours are written as components, without
// transforms.
const leftOut = [
  {
    from: /zod[/\\]v4/,
    name: /(locales\/index|from-json-schema|json-schema-generator|\.\/compile)(\.c?js)?$/,
  },
  { from: /react-i18next[/\\]dist/, name: /^\.\/(Icu)?Trans(WithoutContext)?(\.js)?$/ },
  { from: /expo-crypto[/\\]build/, name: /^\.\/aes$/ },
  {
    from: /expo-router[/\\]build/,
    name: /^\.\/layouts\/Tabs$|^\.\/views\/Sitemap$|\/react-navigation\/bottom-tabs$/,
    on: 'web',
  },
  { from: /flash-list[/\\]dist/, name: /\/(benchmark\/\w+|MasonryLayoutManager)$/, on: 'web' },
  { from: /react-native-web[/\\]dist/, name: /\/(FlatList|SectionList|VirtualizedList)$/ },
  {
    from: /react-native-web[/\\]dist[/\\]index/,
    name: /\/(Touchable|TouchableHighlight|CheckBox|Switch|Picker|ProgressBar|Modal|PanResponder|Button)$/,
  },
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
