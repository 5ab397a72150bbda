/** The arrows of docs/architecture.md as rules. `npm run imports` fails on an import that breaks one. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** A folder of src that may import only these folders of src and these packages. */
const allowOnly = (folder, folders, packages, comment) =>
  forbid(
    `${folder}-imports`,
    comment,
    { path: `^src/${folder}/` },
    {
      pathNot: [
        `^src/(${[folder, ...folders].join('|')})/`,
        ...packages.map((name) => `^node_modules/${name}/`),
      ],
    }
  );

/** A folder of src that may import these folders of src and any package. */
const allowFolders = (folder, folders, comment) =>
  forbid(
    `${folder}-imports`,
    comment,
    { path: `^src/${folder}/` },
    { path: '^(src|app|server|plugins)/', pathNot: [folder, ...folders].map((name) => `^src/${name}/?`) }
  );

module.exports = {
  forbidden: [
    forbid('no-cycles', 'Files that import each other are one file.', {}, { circular: true }),
    allowOnly('contract', [], ['zod'], 'The interface imports zod only.'),
    allowOnly(
      'domain',
      ['contract'],
      ['zod', '@scure/base', '@noble/hashes'],
      'Rules import the contract only.'
    ),
    allowOnly('db', ['domain', 'contract'], ['zod', '@noble/hashes'], 'The store runs in plain Node.'),
    allowOnly(
      'sync',
      ['db', 'domain', 'contract'],
      ['zod', 'zustand'],
      'The engine runs in plain Node; the runtime fills its ports.'
    ),
    allowOnly(
      'queries',
      ['db', 'domain', 'contract'],
      ['@tanstack/react-query', '@tanstack/query-core', 'react', '@types/react'],
      'Queries read the store, for features and shell.'
    ),
    allowFolders('ui', ['domain/digits'], 'Components take plain values and translated text.'),
    allowFolders('i18n', ['domain'], 'Messages and formats.'),
    allowFolders(
      'platform',
      ['sync/ports', 'db/port', 'db/sealing', 'domain'],
      'Adapters import the ports they fill, not the code that uses them.'
    ),
    allowFolders(
      'features',
      ['contract', 'domain', 'db', 'queries', 'ui', 'i18n'],
      'The runtime passes functions of sync, platform and session to the features.'
    ),
    forbid(
      'features-are-separate',
      'A feature imports no other feature, only features/shared.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/([^/]+)/', pathNot: ['^src/features/$1/', '^src/features/shared/'] }
    ),
    allowFolders(
      'session',
      ['contract', 'domain', 'db', 'sync', 'platform', 'features/shared/runtime'],
      'Sign-in, lock, spaces and devices. The runtime composes them.'
    ),
    allowFolders(
      'runtime',
      [
        'contract',
        'domain',
        'db',
        'sync',
        'platform',
        'queries',
        'i18n',
        'session',
        'features/shared/runtime',
      ],
      'The composition root renders nothing.'
    ),
    allowFolders(
      'shell',
      ['contract', 'domain', 'db', 'platform', 'queries', 'ui', 'i18n', 'features', 'session', 'runtime'],
      'Layouts and boot screens use the engine through the runtime.'
    ),
    forbid(
      'routes-re-export',
      'A route re-exports a screen or a layout.',
      { path: '^app/' },
      { path: '^(src|server|plugins)/', pathNot: '^src/(features|shell)/' }
    ),
    forbid(
      'plugins-are-separate',
      'Config plugins run in Node, before the app exists.',
      { path: '^plugins/' },
      { path: '^(src|app|server)/' }
    ),
    forbid(
      'server-imports',
      'The service shares the contract and the rules with the app.',
      { path: '^server/' },
      { path: '^(src|app|plugins)/', pathNot: '^src/(contract|domain)/' }
    ),
    forbid(
      'no-imports-of-tests-or-scripts',
      'Tests and scripts import the code, not the other way round.',
      { path: '^(src|app|server|plugins)/' },
      { path: '^(__tests__|bench|scripts)/' }
    ),
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
