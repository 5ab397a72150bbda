const path = require('path');
const { getDefaultConfig } = require('expo/metro-config');

const config = getDefaultConfig(__dirname);
// expo-sqlite ships its engine for the web as a WASM file beside its worker.
config.resolver.assetExts.push('wasm');
// Node-only folders never belong to a bundle; keeping them out makes a wrong import fail at build time.
config.resolver.blockList = ['server', 'bench', 'scripts', 'data', 'dist', '__tests__'].map(
  (folder) => new RegExp(`^${path.join(__dirname, folder).replace(/[/\\.]/g, '\\$&')}[/\\\\]`)
);

// zod carries its messages in forty languages. Ours are written elsewhere, and a first load has a budget.
const locales = /[/\\]locales[/\\]index\.(c?js)$/;
config.resolver.resolveRequest = (context, name, platform) => {
  const isLocales = /zod[/\\]v4/.test(context.originModulePath) && /locales\/index/.test(name);
  const resolved = context.resolveRequest(context, name, platform);
  return isLocales && locales.test(resolved.filePath ?? '') ? { type: 'empty' } : resolved;
};

module.exports = config;
