import type { Mutation } from './mutation';

const opening = { file: '__tests__/features/sealed/openSealed.test.ts' };

/** Mutations of the encrypted file of a lost phone, which the treasurer opens. */
export const sealedMutations: readonly Mutation[] = [
  {
    name: 'a wrong key opens the file of a lost phone',
    file: 'src/platform/unseal.ts',
    from: `  return { kind: 'wrong_key' };`,
    to: `  return { kind: 'opened', text: file.header };`,
    check: { ...opening, title: 'opens with no other key' },
  },
  {
    name: 'a record that was altered in the file of a lost phone seems as it was saved',
    file: 'src/features/sealed/readRecords.ts',
    from: 'isAsSaved: hashOf(record.body) === record.body_hash',
    to: 'isAsSaved: true',
    check: { ...opening, title: 'are those of the phone' },
  },
  {
    name: 'the file of a lost phone of another space is opened',
    file: 'src/features/sealed/OpenSealedScreen.tsx',
    from: 'records.spaceId === scope.spaceId',
    to: 'true',
    check: { file: '__tests__/features/sealed/OpenSealedScreen.test.tsx', title: 'records of another space' },
  },
  {
    name: 'a record that the file of a lost phone has twice is entered twice',
    file: 'src/features/sealed/readRecords.ts',
    from: '.filter(({ id }, place) => records.findIndex((other) => other.id === id) === place)',
    to: '.filter(() => true)',
    check: { ...opening, title: 'are those of the phone' },
  },
];
