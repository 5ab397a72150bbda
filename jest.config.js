/**
 * Pure code and the store run in Node, screens run as iOS. What may differ between the platforms (src/ui and
 * src/platform, by a rule of ESLint), and what uses it for the back button and in the background, runs as Android too.
 * `ANDROID=all` runs every screen as Android.
 */
const alias = { '^@/(.*)$': '<rootDir>/src/$1' };
const screens = '<rootDir>/__tests__/{ui,features,platform,session,runtime,shell}/**/*.test.tsx';
const differing = [
  '<rootDir>/__tests__/{ui,platform,session,runtime,shell}/**/*.test.tsx',
  '<rootDir>/__tests__/features/**/{hardwareBack,useBack,HomeScreen}.test.tsx',
];
// Published as ECMAScript modules only, which jest has to transform.
const modules = '@noble/.*|@scure/.*|age-encryption';
const transformIgnorePatterns = [
  `node_modules/(?!(${modules}|(jest-)?react-native|@react-native(-community)?|expo(nent)?|@expo(nent)?/.*|@expo-google-fonts/.*|react-navigation|@react-navigation/.*|@shopify/flash-list|react-native-svg|standard-navigation))`,
];

/** `npm test` runs the files in groups (scripts/testJest.ts). */
const match = (project, files) =>
  process.env.JEST_GROUPS ? [`<rootDir>/test-results/jest/${project}/*.js`] : files;

const setupFiles = ['<rootDir>/__tests__/support/jestMessages.ts'];
const setupFilesAfterEnv = ['<rootDir>/__tests__/support/jestConsole.ts'];

const onPlatform = (platform, testMatch) => ({
  displayName: platform,
  preset: `jest-expo/${platform}`,
  testMatch: match(platform, testMatch),
  setupFiles,
  setupFilesAfterEnv: [...setupFilesAfterEnv, '<rootDir>/__tests__/support/jestScreenTimeout.ts'],
  moduleNameMapper: alias,
  transformIgnorePatterns,
});

module.exports = {
  projects: [
    {
      displayName: 'node',
      testEnvironment: 'node',
      setupFiles,
      setupFilesAfterEnv: [...setupFilesAfterEnv, '<rootDir>/__tests__/support/jestTimeout.ts'],
      testMatch: match('node', [
        '<rootDir>/__tests__/{contract,domain,db,sync,i18n,ui,queries,features,session,runtime,shell,scripts}/**/*.test.ts',
      ]),
      moduleNameMapper: alias,
      transform: { '\\.[cm]?[jt]sx?$': '<rootDir>/__tests__/support/jestTransform.js' },
      transformIgnorePatterns: [`node_modules/(?!(${modules})/)`],
    },
    onPlatform('ios', [screens]),
    onPlatform('android', process.env.ANDROID === 'all' ? [screens] : differing),
  ],
};
