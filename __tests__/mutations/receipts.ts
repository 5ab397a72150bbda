import type { Mutation } from './mutation';

const numbersTest = { file: '__tests__/features/receipts/numbers.test.ts' };
const receiptsTest = { file: '__tests__/server/receipts.test.ts' };

/** Mutations of receipts and their books. */
export const receiptMutations: readonly Mutation[] = [
  {
    name: 'a receipt number is given in a transaction of its own',
    file: 'src/features/capture/mutations.ts',
    from: 'const receipt = signer && (await giveReceipt(tx, scope, signer, received));',
    to: `const receipt = signer && (await giveReceipt(tx, scope, signer, received));
  await tx.run('COMMIT', []);
  await tx.run('BEGIN', []);`,
    check: numbersTest,
  },
  {
    name: 'each receipt begins the book again',
    file: 'src/db/receipts.ts',
    from: 'last === null ? noPrevious : linkTo(last.code)',
    to: 'noPrevious',
    check: numbersTest,
  },
  {
    name: 'a cancelled record gives its receipt number back',
    file: 'src/db/schema/outbox.ts',
    from: "UPDATE receipts SET is_void = NEW.state IN ('cancelled', 'replaced') WHERE",
    to: 'DELETE FROM receipts WHERE',
    check: { seeds: 30, extensions: 'on' },
  },
  {
    name: 'a key without a book signs receipts of the book before',
    file: 'src/db/receipts.ts',
    from: ' || book.publicKey !== encodeBytes(signer.publicKey)',
    to: '',
    check: numbersTest,
  },
  {
    name: 'a lost response draws a second receipt book',
    file: 'src/session/receiptBook.ts',
    from: 'isOwn ? known : {',
    to: 'isOwn && known.number !== null ? known : {',
    check: { file: '__tests__/session/receiptBook.test.ts' },
  },
  {
    name: 'the service stores receipts without checking them',
    file: 'server/routes/bundles.ts',
    from: 'receipt === null || !isSigned(receipt)',
    to: 'receipt === null',
    check: receiptsTest,
  },
  {
    name: 'a receipt of another key counts for the book',
    file: 'server/store/receipts.ts',
    from: ' AND public_key = $6',
    to: ' AND $6::text IS NOT NULL',
    check: receiptsTest,
  },
  {
    name: 'a receipt has arrived whatever its signature',
    file: 'server/store/receipts.ts',
    from: 'receipt !== null && encodeBytes(receipt.signature) === wanted.signature',
    to: 'receipt !== null',
    check: receiptsTest,
  },
  {
    name: 'a receipt number can be stored twice',
    file: 'server/store/migrations/0017-receipts.sql',
    from: 'CREATE UNIQUE INDEX receipts_unique_number',
    to: 'CREATE INDEX receipts_unique_number',
    check: receiptsTest,
  },
];
