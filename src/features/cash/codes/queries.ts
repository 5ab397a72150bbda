import type { HandOver, HandOverReply } from '@/contract/cashRecord';
import { findGiver } from '@/db/cash/handOverDigits';
import type { CashChain } from '@/domain/cash/cashChain';
import type { Runtime } from '@/features/shared/runtime';
import { tableQuery } from '@/queries/query';

import { makeAnswerCode, makeOfferCode } from './makeCodes';
import { readOfferCode } from './readCodes';

/** Codes are made when a screen opens: their time is signed. */
const onceShown = { tables: [], gcTime: 0 };

export const codeQueries = {
  offer: (runtime: Runtime, handOver: HandOver, chain: CashChain, spaceCurrency: string | undefined) =>
    tableQuery({
      ...onceShown,
      queryKey: ['hand-over-code', runtime.scope.id, 'offer', handOver.key],
      queryFn: () => makeOfferCode(runtime, handOver, chain, spaceCurrency),
    }),
  answer: (runtime: Runtime, reply: HandOverReply) =>
    tableQuery({
      ...onceShown,
      queryKey: ['hand-over-code', runtime.scope.id, 'answer', reply.key],
      queryFn: () => makeAnswerCode(runtime, reply),
    }),
  /** Who gave what the phone knows only from typed digits. */
  giver: ({ store, scope }: Runtime, key: string) =>
    tableQuery({
      queryKey: ['hand-over-code', scope.id, 'giver', key],
      tables: ['users'],
      queryFn: () => store.read((reader) => findGiver(reader, scope, key)),
    }),
  /** What a scanned or typed code offers. */
  read: (runtime: Runtime, code: string) =>
    tableQuery({
      ...onceShown,
      queryKey: ['hand-over-code', runtime.scope.id, 'read', code],
      queryFn: () => readOfferCode(runtime, code),
    }),
};
