/** Pure code and the store run in Node; screens run once as iOS and once as Android. */
const alias = { '^@/(.*)$': '<rootDir>/src/$1' };
const screens = '<rootDir>/__tests__/{ui,features,platform,session,runtime,shell}/**/*.test.tsx';
// Published as ECMAScript modules only, which jest has to transform.
const modules = '@noble/.*|@scure/.*|age-encryption';
const transformIgnorePatterns = [
  `node_modules/(?!(${modules}|(jest-)?react-native|@react-native(-community)?|expo(nent)?|@expo(nent)?/.*|@expo-google-fonts/.*|react-navigation|@react-navigation/.*|@shopify/flash-list|react-native-svg|standard-navigation))`,
];

const onPlatform = (platform) => ({
  displayName: platform,
  preset: `jest-expo/${platform}`,
  testMatch: [screens],
  setupFilesAfterEnv: ['<rootDir>/__tests__/support/jestScreenTimeout.ts'],
  moduleNameMapper: alias,
  transformIgnorePatterns,
});

module.exports = {
  projects: [
    {
      displayName: 'node',
      testEnvironment: 'node',
      setupFilesAfterEnv: ['<rootDir>/__tests__/support/jestTimeout.ts'],
      testMatch: [
        '<rootDir>/__tests__/{contract,domain,db,sync,i18n,ui,queries,features,session,runtime,shell,scripts}/**/*.test.ts',
      ],
      moduleNameMapper: alias,
      transformIgnorePatterns: [`node_modules/(?!(${modules})/)`],
    },
    onPlatform('ios'),
    onPlatform('android'),
  ],
};
