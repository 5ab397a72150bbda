const path = require('path');
const { getDefaultConfig } = require('expo/metro-config');

const root = path.resolve(__dirname, '..', '..', '..');
const config = getDefaultConfig(__dirname);
// The libraries are the app's own, from the same folder.
config.watchFolders = [path.join(root, 'node_modules')];
config.resolver.nodeModulesPaths = [path.join(root, 'node_modules')];

module.exports = config;
