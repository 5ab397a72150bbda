module.exports = function (api) {
  api.cache(true);
  return {
    presets: [
      [
        'babel-preset-expo',
        {
          // Reanimated comes in as somebody else's peer. Its plugins would rewrite plain inline styles; nothing here uses it.
          reanimated: false,
          worklets: false,
          // Jest names no engine: its tests run what the phones run.
          native: { unstable_transformProfile: 'hermes-stable' },
        },
      ],
    ],
    // Jest runs CommonJS.
    env: { test: { plugins: ['@babel/plugin-transform-dynamic-import'] } },
  };
};
