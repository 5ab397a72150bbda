import type { BatchState, BatchStepContent } from '@/contract/batch';

import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { ProblemError, invalid } from '../http/problems';
import { requireManager } from '../http/rights';
import {
  applyStep,
  countPayments,
  findBatchable,
  getBatch,
  insertBatch,
  listBatchable,
  listBatches,
  lockBatch,
} from '../store/batches';
import { getMaxItems } from '../store/catalogue';
import { violatedUnique } from '../store/postgresErrors';

/** The states in which a step can be taken. */
const FROM: Readonly<Record<BatchStepContent['step'], readonly BatchState[]>> = {
  take_out: ['open'],
  close: ['open'],
  dissolve: ['open'],
  deposit: ['closed'],
  reconcile: ['deposited'],
  reopen: ['closed', 'deposited', 'reconciled'],
};

/** Deposit batches. The database shows and writes them for managers only. */
export function registerBatches(service: Service): void {
  serveRead(service, 'listBatches', async (tx, caller, { query }) => {
    requireManager(caller);
    const { batches, total } = await listBatches(tx, query);
    return { status: 'success', data: batches, total };
  });

  serveRead(service, 'listBatchable', async (tx, caller, { query }) => {
    requireManager(caller);
    const { payments, total } = await listBatchable(tx, query);
    return { status: 'success', data: payments, total };
  });

  serveRead(service, 'getBatch', async (tx, caller, { params }) => {
    requireManager(caller);
    const batch = await getBatch(tx, params.id);
    if (!batch) throw new ProblemError('not_found');
    return { status: 'success', data: { batch } };
  });

  serveWrite(
    service,
    'createBatches',
    async (tx, caller, { body }) => {
      requireManager(caller);
      const { batch } = body.data;
      const { payment_method_kind: kind, currency } = batch;
      const wanted = [...new Set(batch.transactions)];
      const size = await getMaxItems(tx);
      if (size === null) throw noSettings();
      const payments = await findBatchable(tx, { ...batch, transactions: wanted });
      if (payments.length < wanted.length)
        throw (await countPayments(tx, wanted)) < wanted.length ? unknown() : taken();
      const batches = [];
      for (let start = 0; start < payments.length; start += size) {
        const made = await insertBatch(tx, caller, { kind, currency }, payments.slice(start, start + size));
        if (!made) throw noSettings();
        batches.push(made);
      }
      return { status: 'success', data: { batches } };
    },
    async (_tx, _input, error) => {
      // Another manager put one of them into a batch at the same moment.
      throw violatedUnique(error) === 'batch_transactions_one_batch' ? taken() : new ProblemError('conflict');
    }
  );

  serveWrite(service, 'updateBatch', async (tx, caller, { params: { id }, body }) => {
    requireManager(caller);
    const step = body.data.batch;
    const state = await lockBatch(tx, id);
    if (state === null) throw new ProblemError('not_found');
    if (!FROM[step.step].includes(state))
      throw new ProblemError('precondition_failed', { detail: `The batch is ${state}.` });
    const before = await getBatch(tx, id);
    if (step.step === 'reconcile' && step.bank_amount !== before?.amount && step.reason === undefined)
      throw invalid('body/data/batch/reason', 'is needed where the amount of the bank differs');
    await applyStep(tx, caller, id, step);
    const batch = await getBatch(tx, id);
    if (!batch) throw new ProblemError('not_found');
    if (step.step === 'close' && batch.count === 0)
      throw invalid('body/data/batch', 'a batch without payments cannot be closed');
    return { status: 'success', data: { batch } };
  });
}

function taken(): ProblemError {
  return new ProblemError('precondition_failed', {
    detail: 'One of the payments cannot be put into a batch, or is in one already. None was made.',
  });
}

function unknown(): ProblemError {
  return invalid('body/data/batch/transactions', 'contains a payment that does not exist in this space');
}

function noSettings(): ProblemError {
  return invalid('body/data/batch', 'this space has no transaction settings');
}
