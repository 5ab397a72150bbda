import {
  BatchCreateRequest,
  BatchDetailRead,
  BatchListResponse,
  BatchRead,
  BatchResponse,
  BatchUpdateRequest,
  BatchableResponse,
  BatchablePaymentRead,
  BatchesResponse,
} from '../batch';
import {
  BundleCreateRequest,
  BundleHistoryEntryRead,
  BundleHistoryResponse,
  BundleListResponse,
  BundleResponse,
  BundleUpdateRequest,
  TransactionBundleRead,
} from '../bundle';
import { CashRecordRead, CashRecordRequest, CashRecordResponse } from '../cashRecord';
import { envelopedList, envelopedOne, envelopedOneOrMany } from '../envelope';
import {
  MonthDetailRead,
  MonthListResponse,
  MonthParams,
  MonthRead,
  MonthResponse,
  MonthUpdateRequest,
} from '../month';
import { IdParams, PageQuery } from '../primitives';
import {
  ReceiptArrivalResponse,
  ReceiptArrivalSchema,
  ReceiptBookListResponse,
  ReceiptBookRead,
  ReceiptBookRequest,
  ReceiptBookResponse,
  ReceiptQuery,
} from '../receipt';
import { ReconciliationQuery, ReconciliationRead, ReconciliationResponse } from '../reconciliation';
import { get, post, patch, type Endpoint } from './endpoint';

const readBundle = envelopedOne(TransactionBundleRead);

/** Gifts, memberships, the cash records of shifts, deposit batches, closed months, the reconciliation, and receipt books. */
export const moneyEndpoints = {
  createBundle: {
    ...post,
    path: '/v1/transaction_bundles',
    body: BundleCreateRequest,
    response: BundleResponse,
    read: readBundle,
  },
  listBundles: {
    ...get,
    path: '/v1/transaction_bundles',
    query: PageQuery,
    response: BundleListResponse,
    read: envelopedList(TransactionBundleRead),
  },
  getBundle: {
    ...get,
    path: '/v1/transaction_bundles/:id',
    params: IdParams,
    response: BundleResponse,
    read: readBundle,
    extension: 'bundle_by_id',
  },
  /** Part of the interface, which does not document its method and path. */
  updateBundle: {
    ...patch,
    path: '/v1/transaction_bundles/:id',
    params: IdParams,
    body: BundleUpdateRequest,
    response: BundleResponse,
    read: readBundle,
  },
  getBundleHistory: {
    ...get,
    path: '/v1/transaction_bundles/:id/history',
    params: IdParams,
    response: BundleHistoryResponse,
    read: envelopedOneOrMany(BundleHistoryEntryRead),
  },
  createCashRecord: {
    ...post,
    path: '/v1/cash_records',
    body: CashRecordRequest,
    response: CashRecordResponse,
    read: envelopedOne(CashRecordRead, 'cash_record'),
    extension: 'cash_records',
  },
  listBatches: {
    ...get,
    path: '/v1/batches',
    query: PageQuery,
    response: BatchListResponse,
    read: envelopedList(BatchRead),
    extension: 'batches',
  },
  listBatchable: {
    ...get,
    path: '/v1/batchable_transactions',
    query: PageQuery,
    response: BatchableResponse,
    read: envelopedList(BatchablePaymentRead),
    extension: 'batches',
  },
  getBatch: {
    ...get,
    path: '/v1/batches/:id',
    params: IdParams,
    response: BatchResponse,
    read: envelopedOne(BatchDetailRead, 'batch'),
    extension: 'batches',
  },
  createBatches: {
    ...post,
    path: '/v1/batches',
    body: BatchCreateRequest,
    response: BatchesResponse,
    read: envelopedList(BatchRead, 'batches'),
    extension: 'batches',
  },
  updateBatch: {
    ...patch,
    path: '/v1/batches/:id',
    params: IdParams,
    body: BatchUpdateRequest,
    response: BatchResponse,
    read: envelopedOne(BatchDetailRead, 'batch'),
    extension: 'batches',
  },
  listMonths: {
    ...get,
    path: '/v1/months',
    response: MonthListResponse,
    read: envelopedList(MonthRead, 'months'),
    extension: 'months',
  },
  getMonth: {
    ...get,
    path: '/v1/months/:id',
    params: MonthParams,
    response: MonthResponse,
    read: envelopedOne(MonthDetailRead, 'month'),
    extension: 'months',
  },
  updateMonth: {
    ...patch,
    path: '/v1/months/:id',
    params: MonthParams,
    body: MonthUpdateRequest,
    response: MonthResponse,
    read: envelopedOne(MonthDetailRead, 'month'),
    extension: 'months',
  },
  getReconciliation: {
    ...get,
    path: '/v1/reconciliation',
    query: ReconciliationQuery,
    response: ReconciliationResponse,
    read: envelopedOne(ReconciliationRead, 'reconciliation'),
    extension: 'reconciliation',
  },
  createReceiptBook: {
    ...post,
    path: '/v1/receipt_books',
    body: ReceiptBookRequest,
    response: ReceiptBookResponse,
    read: envelopedOne(ReceiptBookRead, 'receipt_book'),
    extension: 'receipts',
  },
  listReceiptBooks: {
    ...get,
    path: '/v1/receipt_books',
    query: PageQuery,
    response: ReceiptBookListResponse,
    read: envelopedList(ReceiptBookRead),
    extension: 'receipts',
  },
  /** For whoever has a receipt. */
  getReceiptArrival: {
    ...get,
    path: '/v1/receipts/arrived',
    query: ReceiptQuery,
    response: ReceiptArrivalResponse,
    read: envelopedOne(ReceiptArrivalSchema),
    auth: false,
    extension: 'receipts',
  },
} as const satisfies Record<string, Endpoint>;
