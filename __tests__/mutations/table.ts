import { accountMutations } from './accounts';
import { bucketMutations } from './buckets';
import { cashMutations } from './cash';
import { checkInMutations } from './checkIn';
import { contactMutations } from './contacts';
import { confirmingMutations } from './confirming';
import { engineMutations } from './engine';
import { freshnessMutations } from './freshness';
import { handedOnMutations } from './handedOn';
import { limitMutations } from './limits';
import { moneyMutations } from './money';
import type { Mutation } from './mutation';
import { outboxMutations } from './outbox';
import { practiceMutations } from './practice';
import { promiseMutations } from './promises';
import { receiptMutations } from './receipts';
import { reconciliationMutations } from './reconciliation';
import { scopeMutations } from './scope';
import { sealedMutations } from './sealed';
import { serviceMutations } from './service';
import { setupMutations } from './setup';

export const mutations: readonly Mutation[] = [
  ...engineMutations,
  ...confirmingMutations,
  ...outboxMutations,
  ...serviceMutations,
  ...cashMutations,
  ...handedOnMutations,
  ...receiptMutations,
  ...checkInMutations,
  ...reconciliationMutations,
  ...moneyMutations,
  ...promiseMutations,
  ...accountMutations,
  ...limitMutations,
  ...bucketMutations,
  ...scopeMutations,
  ...contactMutations,
  ...setupMutations,
  ...practiceMutations,
  ...freshnessMutations,
  ...sealedMutations,
];
