module.exports = function (api) {
  api.cache(true);
  // Reanimated comes in as somebody else's peer. Its plugins would rewrite plain inline styles; nothing here uses it.
  return {
    presets: [['babel-preset-expo', { reanimated: false, worklets: false }]],
    // Jest runs CommonJS.
    env: { test: { plugins: ['@babel/plugin-transform-dynamic-import'] } },
  };
};
