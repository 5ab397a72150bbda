const { defineConfig } = require('eslint/config');
const expo = require('eslint-config-expo/flat');
const prettier = require('eslint-config-prettier/flat');
const tseslint = require('typescript-eslint');

/** The build folders of a package are private to it. */
const noBuildFolders = {
  regex: '^(@[^/]+/)?[^./@][^/]*/(build|dist)(/|$)',
  message: 'Import from the package, not from its build folder.',
};

// A query declares the tables it reads (src/queries/query.ts), or it would never be refreshed.
const undeclaredTables = [
  {
    selector: 'ImportSpecifier[imported.name=/^(queryOptions|infiniteQueryOptions)$/]',
    message: 'Use tableQuery or infiniteTableQuery, which require the tables that the query reads.',
  },
  {
    selector:
      "CallExpression[callee.name=/^use(Suspense)?(Infinite)?Query$/] > ObjectExpression > Property[key.name='queryKey']",
    message: 'Define the query with tableQuery, which requires the tables that it reads.',
  },
];

// Screens are the same on iOS and Android: jest runs the folders that differ on both (jest.config.js).
const platformNames = [
  {
    selector:
      'BinaryExpression > Literal[value=/^(ios|android)$/], SwitchCase > Literal[value=/^(ios|android)$/]',
    message: 'Only src/ui and src/platform may ask whether this is iOS or Android.',
  },
  {
    selector: "MemberExpression[object.name='Platform'][property.name='select']",
    message: 'Only src/ui and src/platform may choose by platform.',
  },
];

/** Rules about components, off where there are none: they compile every file as a component to find out. */
const noReactRules = Object.fromEntries(
  expo
    .flatMap(({ rules = {} }) => Object.keys(rules))
    .filter((name) => /^react(-hooks)?\//.test(name))
    .map((name) => [name, 'off'])
);

module.exports = defineConfig([
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      'data/**',
      '.expo/**',
      'shots/**',
      'coverage/**',
      'test-results/**',
    ],
  },
  expo,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: __dirname } },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['test', 'it', 'describe', 'suite'] },
          ],
        },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-console': 'error',
      'no-restricted-imports': ['error', { patterns: [noBuildFolders] }],
      // TypeScript, and ESLint's own rule, check the same without reading all packages again.
      'import/namespace': 'off',
      'import/no-unresolved': 'off',
      'import/no-named-as-default': 'off',
      'import/no-named-as-default-member': 'off',
      'import/export': 'off',
      'import/no-duplicates': 'off',
      'no-duplicate-imports': 'error',
    },
  },
  {
    files: ['app/**', 'src/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [noBuildFolders],
          paths: [
            {
              // A database that is opened synchronously while the web page loads is a deadlock.
              name: 'expo-sqlite',
              importNames: [
                'openDatabaseSync',
                'deserializeDatabaseSync',
                'deleteDatabaseSync',
                'backupDatabaseSync',
              ],
              message: 'Use the asynchronous functions: the others block the web page.',
            },
            {
              name: 'react-native',
              importNames: ['FlatList', 'SectionList', 'VirtualizedList'],
              message: 'metro.config.js leaves these out of the web app: use src/ui/List.',
            },
          ],
        },
      ],
    },
  },
  {
    // Every request goes through src/sync/transport.ts, which gets fetch as a port.
    files: ['app/**', 'src/**'],
    ignores: ['src/platform/ports.ts'],
    rules: {
      'no-restricted-globals': ['error', 'fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'],
    },
  },
  {
    files: ['app/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Program > :not(ExportNamedDeclaration[source])',
          message: 'A route file only re-exports from src.',
        },
      ],
    },
  },
  {
    files: ['src/**'],
    rules: { 'no-restricted-syntax': ['error', ...undeclaredTables, ...platformNames] },
  },
  {
    files: ['src/ui/**', 'src/platform/**'],
    rules: { 'no-restricted-syntax': ['error', ...undeclaredTables] },
  },
  {
    // Programs for a terminal may print.
    files: [
      'scripts/**',
      'bench/**',
      'server/cli/**',
      'server/start.ts',
      'server/main.ts',
      'server/auth/library.ts',
      '__tests__/e2e/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: [
      'server/**',
      'scripts/**',
      'bench/**',
      'src/{contract,db,domain,i18n,sync}/**/*.ts',
      '__tests__/{campaign,cluster,db,domain,e2e,mutations,server,sim,sync,system}/**/*.ts',
    ],
    rules: noReactRules,
  },
  {
    // Playwright's fixtures must destructure their first argument.
    files: ['__tests__/e2e/**'],
    rules: { 'no-empty-pattern': 'off' },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: {
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly', process: 'readonly' },
    },
  },
  prettier,
]);
