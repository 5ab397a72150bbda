import { cacheSchema } from './cache';
import { cashSchema } from './cash';
import { deviceSchema } from './device';
import { ledgerSchema } from './ledger';
import { outboxSchema } from './outbox';
import { searchSchema } from './search';
import { syncStateSchema } from './syncState';

/** Every table, index and trigger of version 1. A released version is never edited: a change is a new version. */
export const version1 = [
  deviceSchema,
  cashSchema,
  cacheSchema,
  searchSchema,
  ledgerSchema,
  outboxSchema,
  syncStateSchema,
].join('\n');
