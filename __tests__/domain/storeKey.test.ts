import { planStore } from '@/domain/storeKey';

describe('what to do with the file and its key', () => {
  test('the first opening makes a key', () => {
    expect(planStore({ hasKey: false, hasFiles: false })).toBe('make_key');
  });

  test('a key opens what is there, and a file that is not there yet', () => {
    expect(planStore({ hasKey: true, hasFiles: true })).toBe('open');
    // A keychain outlives an app that was removed and installed again.
    expect(planStore({ hasKey: true, hasFiles: false })).toBe('open');
  });

  test('files without their key are never written over', () => {
    expect(planStore({ hasKey: false, hasFiles: true })).toBe('quarantine');
  });
});
