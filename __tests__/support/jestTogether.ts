import { resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/**
 * Runs files of tests with the same loaded modules (scripts/testJest.ts): each starts with the real
 * clock and without spies and calls of the mocks of React Native.
 */
export function runTogether(files: readonly string[]): void {
  for (const file of files)
    describe(file, () => {
      afterAll(() => {
        jest.useRealTimers();
        jest.restoreAllMocks();
        jest.clearAllMocks();
      });
      try {
        // Loads the file at once, while the suite is open, so that its tests and hooks belong to the suite.
        // eslint-disable-next-line @typescript-eslint/no-require-imports
        require(resolve(root, file));
      } catch (failure) {
        it('is loaded', () => {
          throw failure;
        });
      }
    });
}
