module.exports = function (api) {
  api.cache(true);
  // Reanimated is a peer of another package. Its plugins would rewrite inline styles; nothing here uses it.
  return { presets: [['babel-preset-expo', { reanimated: false, worklets: false }]] };
};
