import { endpoints } from '@/contract/endpoints';

import { type Service, isServed, serveRead, serveWrite } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { isManager } from '../store/permissions';
import { violatedUnique } from '../store/postgresErrors';
import { getRepeatedBook, hasArrived, insertReceiptBook, listReceiptBooks } from '../store/receipts';

/** Receipt books, and the question of whoever holds a receipt. */
export function registerReceipts(service: Service): void {
  const { app, config, database, callers } = service;

  serveWrite(
    service,
    'createReceiptBook',
    async (tx, caller, { body, hash }) => {
      const { key, public_key: publicKey } = body.data.receipt_book;
      const book = await insertReceiptBook(tx, caller, { key, publicKey, requestHash: hash });
      return { status: 'success', data: { receipt_book: book } };
    },
    async (tx, { body, hash }, error) => {
      if (violatedUnique(error) !== 'receipt_books_unique_key') throw new ProblemError('conflict');
      const first = await getRepeatedBook(tx, body.data.receipt_book.key, hash);
      if (!first)
        throw new ProblemError('key_reused', { detail: 'The key belongs to another receipt book.' });
      return { status: 'success', data: { receipt_book: first } };
    }
  );

  serveRead(service, 'listReceiptBooks', async (tx, caller, { query }) => {
    if (!isManager(caller)) throw new ProblemError('forbidden');
    const { books, total } = await listReceiptBooks(tx, query);
    return { status: 'success', data: books, total };
  });

  const arrival = endpoints.getReceiptArrival;
  if (!isServed(config, arrival)) return;
  // Without a token: whoever has a receipt may ask. The answer is only whether this very receipt is stored.
  app.get(
    arrival.path,
    {
      schema: { querystring: arrival.query, response: { 200: arrival.response } },
      onRequest: (request, reply, done) => {
        callers.countAddress(request, reply);
        done();
      },
    },
    async (request) => {
      const wanted = arrival.query.parse(request.query);
      const isStored = await database.asOwner((tx) => hasArrived(tx, wanted));
      return { status: 'success', data: { has_arrived: isStored } };
    }
  );
}
