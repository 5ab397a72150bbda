import type { Mutation } from './mutation';

const columnsReadDifferently = 'the same line is the same contact, also when more of its columns are read';

/** Mutations of setting up a campaign. */
export const setupMutations: readonly Mutation[] = [
  {
    name: 'a price of another currency is offered',
    file: 'src/domain/catalogue.ts',
    from: 'price.hidden !== true && isInCurrency(price, currency);',
    to: 'price.hidden !== true && currency !== "";',
    check: { file: '__tests__/domain/catalogue.test.ts' },
  },
  {
    name: 'a repeated price is not said',
    file: 'src/features/catalogue/edit/EditItemScreen.tsx',
    from: '{isRepeated && (',
    to: '{isRepeated && others.length < 0 && (',
    check: {
      file: '__tests__/features/catalogue/edit/EditItemScreen.test.tsx',
      title: 'warns where a price with the same name and amount is there, and saves it all the same',
    },
  },
  {
    name: 'a line whose columns are read differently is imported again',
    file: 'src/domain/contacts/contactFile.ts',
    from: "uuidOf(typed.has('external_id') ? identity : contentOf(header, cells))",
    to: 'uuidOf(identity)',
    check: { file: '__tests__/domain/contacts/contactFile.test.ts', title: columnsReadDifferently },
  },
  {
    name: 'a cancelled import goes on',
    file: 'src/features/contacts/import/mutations.ts',
    from: 'if (signal.aborted) return',
    to: 'if (signal.aborted && start < 0) return',
    check: {
      file: '__tests__/features/contacts/ImportScreen.test.tsx',
      title: 'stops where the person cancels, and continues the same import',
    },
  },
  {
    name: 'an interrupted undo cannot be continued',
    file: 'src/features/contacts/import/EarlierImports.tsx',
    from: '{contacts > 0 && removed === null &&',
    to: '{contacts > 0 && undoneAt === undefined && removed === null &&',
    check: {
      file: '__tests__/features/contacts/ImportScreen.test.tsx',
      title: 'continues an undo that lost the connection',
    },
  },
  {
    name: 'an invitation is withdrawn without a question',
    file: 'src/features/invitations/InvitationsScreen.tsx',
    from: 'onPress={() => setAsking(true)}',
    to: "onPress={() => void run('withdraw')}",
    check: {
      file: '__tests__/features/invitations/InvitationsScreen.test.tsx',
      title: 'withdraws an open one and offers nothing for an accepted one',
    },
  },
  {
    name: 'a hole outside its area is not said',
    file: 'src/domain/turf.ts',
    from: 'return line.some(isOutside) || edges.some',
    to: 'return line.length < 0 || edges.some',
    check: { file: '__tests__/features/actions/edit/actionForm.test.ts' },
  },
  {
    name: 'an edge of a hole outside its area is not said',
    file: 'src/domain/turf.ts',
    from: ' || edges.some((edge) => shares.some((share) => isOutside(along(edge, share))));',
    to: ' && edges.some((edge) => shares.some((share) => isOutside(along(edge, share))));',
    check: { file: '__tests__/features/actions/edit/actionForm.test.ts' },
  },
];
