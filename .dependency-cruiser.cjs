/** The arrows of docs/architecture.md, as rules. A line of code that breaks one fails the test command. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const src = (...folders) => `^src/(${folders.join('|')})(/|\\.)`;
const exceptIn = (...folders) => ({
  path: '^(src|app|server)/',
  pathNot: folders.map((folder) => `^${folder}`),
});

module.exports = {
  forbidden: [
    forbid('no-cycles', 'A cycle means two files are one.', {}, { circular: true }),
    forbid(
      'contract-imports-zod-alone',
      'The interface is described without knowing who reads it.',
      { path: '^src/contract/' },
      { pathNot: ['^src/contract/', '^node_modules/zod/'] }
    ),
    forbid(
      'domain-is-pure',
      'Rules know the contract and nothing that can fail.',
      { path: '^src/domain/' },
      { pathNot: ['^src/(domain|contract)/', '^node_modules/zod/'] }
    ),
    forbid(
      'db-knows-contract-and-domain',
      'The store runs in plain Node: no platform, no React, no sync.',
      { path: '^src/db/' },
      { pathNot: ['^src/(db|domain|contract)/', '^node_modules/zod/'] }
    ),
    forbid(
      'sync-knows-db-domain-contract',
      'The engine has no React and no platform; ports are filled by the runtime.',
      { path: '^src/sync/' },
      { pathNot: ['^src/(sync|db|domain|contract)/', '^node_modules/zod/'] }
    ),
    forbid(
      'queries-know-db-domain-contract',
      'A query takes the store as a parameter; TanStack Query is all it knows of the screens.',
      { path: '^src/queries/' },
      { pathNot: ['^src/(queries|db|domain|contract)/', '^node_modules/@tanstack/'] }
    ),
    forbid(
      'only-screens-and-freshness-know-queries',
      'What is below the screens reads the store itself.',
      { path: '^(src|server)/', pathNot: '^src/(queries|features|shell)/|^src/runtime/freshness\\.ts$' },
      { path: '^src/queries/' }
    ),
    forbid(
      'ui-knows-nothing-of-the-domain',
      'Shared components take plain values.',
      { path: '^src/ui/' },
      { path: src('contract', 'domain', 'db', 'sync', 'features', 'platform', 'session', 'runtime', 'shell') }
    ),
    forbid(
      'features-never-reach-sync-or-platform',
      'The runtime hands a feature a function instead.',
      { path: '^src/features/' },
      { path: src('sync', 'platform', 'session', 'runtime', 'shell') }
    ),
    forbid(
      'features-stay-apart',
      'A feature never imports another feature’s inside.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/([^/]+)/', pathNot: ['^src/features/$1/', '^src/features/shared/'] }
    ),
    forbid(
      'platform-fills-ports-only',
      'Adapters know the ports they fill, not the features that use them.',
      { path: '^src/platform/' },
      { path: src('features', 'ui', 'session', 'runtime', 'shell') }
    ),
    forbid(
      'session-is-below-runtime',
      'Signing in, the lock and the spaces know the engine; the runtime puts them together.',
      { path: '^src/session/' },
      { path: ['^src/(ui|runtime|shell|i18n)/', '^src/features/(?!shared/runtime)'] }
    ),
    forbid(
      'runtime-draws-nothing',
      'The runtime is the composition root; layouts and boot screens are in the shell.',
      { path: '^src/runtime/' },
      { path: ['^src/(ui|shell)/', '^src/features/(?!shared/runtime)'] }
    ),
    forbid(
      'routes-are-doors',
      'A route re-exports a screen.',
      { path: '^app/' },
      { path: src('db', 'sync', 'contract', 'domain', 'platform') }
    ),
    forbid(
      'server-knows-contract-and-domain',
      'The service shares the description of the interface with the app, nothing else.',
      { path: '^server/' },
      { path: '^src/', pathNot: '^src/(contract|domain)/' }
    ),
    forbid(
      'app-never-imports-server',
      'They meet over the wire.',
      { path: '^(src|app)/' },
      { path: '^server/' }
    ),
    forbid('nothing-imports-tests-or-scripts', 'Tests read the code, not the other way round.', exceptIn(), {
      path: '^(__tests__|bench|scripts)/',
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
