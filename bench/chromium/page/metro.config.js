const path = require('path');
const { getDefaultConfig } = require('expo/metro-config');

const root = path.resolve(__dirname, '..', '..', '..');
const config = getDefaultConfig(__dirname);
// The store, the measurements and the libraries are the project's own, from the same folders.
config.watchFolders = [path.join(root, 'node_modules'), path.join(root, 'src'), path.join(root, 'bench')];
config.resolver.nodeModulesPaths = [path.join(root, 'node_modules')];
// expo-sqlite ships its engine for the web as a WASM file next to its worker.
config.resolver.assetExts.push('wasm');
config.resolver.resolveRequest = (context, name, platform) =>
  context.resolveRequest(context, name.replace(/^@\//, `${path.join(root, 'src')}/`), platform);

module.exports = config;
