const { getDefaultConfig } = require('expo/metro-config');

const config = getDefaultConfig(__dirname);
// expo-sqlite ships its engine for the web as a WASM file beside its worker.
config.resolver.assetExts.push('wasm');
// Node-only folders never belong to a bundle; keeping them out makes a wrong import fail at build time.
config.resolver.blockList = [/\/(server|bench|scripts|data|dist)\/.*/].map(
  (tail) => new RegExp(`^${__dirname.replace(/[/\\.]/g, '\\$&')}${tail.source}`)
);

module.exports = config;
