import { planStore } from '@/domain/storeKey';

describe('the plan for the file and its key', () => {
  test('the first start creates a key', () => {
    expect(planStore({ hasKey: false, hasFiles: false })).toBe('make_key');
  });

  test('a key opens the file, and creates a missing one', () => {
    expect(planStore({ hasKey: true, hasFiles: true })).toBe('open');
    // A keychain survives removing and reinstalling the app.
    expect(planStore({ hasKey: true, hasFiles: false })).toBe('open');
  });

  test('files without their key are never overwritten', () => {
    expect(planStore({ hasKey: false, hasFiles: true })).toBe('quarantine');
  });
});
