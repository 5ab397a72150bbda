/** Compiles a file for jest in Node: the pure code and the store need none of the plugins that the screens need. */
const { extname } = require('node:path');
const { transformSync } = require('esbuild');

module.exports = {
  process: (source, file) =>
    transformSync(source, {
      loader: { '.ts': 'ts', '.tsx': 'tsx' }[extname(file)] ?? 'js',
      format: 'cjs',
      target: 'node20',
      jsx: 'automatic',
      // Jest runs CommonJS.
      supported: { 'dynamic-import': false },
      sourcefile: file,
      sourcemap: 'external',
    }),
};
