import type { BoardReport } from '@/contract/board';

import type { SimScopes } from './scopes';
import type { SimResponse, SimRequest } from './httpTypes';

/** The address of the service on the simulated phone. */
export const serviceUrl = 'https://service.test/api';
export const tokenUrl = 'https://service.test/token';

/** A bundle in the database of the service. */
export type StoredBundle = {
  id: number;
  token: string;
  amount: number;
  donations: number[];
  /** What of the amount was received. */
  received: number;
  isCancelled: boolean;
  /** Whether a manager has changed it or put it into a batch: its maker may not change it any more. */
  isLocked: boolean;
};

/** What a backup of a space contains of its money. */
export type Backup = {
  bundleIds: number[];
  donationIds: number[];
  keys: string[];
  comments: { id: number; comment: string | null }[];
};

export type DoubledReceipt = { number: number; bundles: number[] };

/** The real service with a space for one schedule, called in process. */
export type SimSpace = {
  spaceId: number;
  /** Two users who share the phone, and a third one elsewhere. */
  people: { ana: number; ben: number; eve: number };
  contactIds: number[];
  teamId: number;
  actionId: number;
  scopes: SimScopes;
  /** Creates an access token. */
  issueToken: (userId: number) => Promise<string>;
  revokeToken: (token: string) => Promise<void>;
  /** Passes a request to the handlers of the service. */
  handle: (request: SimRequest) => Promise<SimResponse>;
  /** Reads the database directly. */
  readBundles: () => Promise<StoredBundle[]>;
  /** The uuids of all stored visits. */
  readVisits: () => Promise<string[]>;
  /** The uuids of all stored answers. */
  readAnswers: () => Promise<string[]>;
  /** The question that the schedule asks. */
  formId: number;
  /** The contacts that phones added and nobody merged into another one. */
  listAddedContacts: () => Promise<{ id: number; uuid: string }[]>;
  /** The uuids, in their surnames, of all contacts that a phone added, also of those that were merged. */
  readAddedContacts: () => Promise<string[]>;
  /** The keys of all stored cash records. */
  readCashRecords: () => Promise<string[]>;
  /** The last reports of a person to the board. */
  readBoard: (userId: number) => Promise<BoardReport[]>;
  /** The keys of the hand-overs without a reply. */
  readOpenHandOvers: () => Promise<string[]>;
  /** Payments in more than one batch, numbers given twice, and batches that do not add up. */
  findWrongBatches: () => Promise<string[]>;
  /** The receipt books of the users of the phone; none without extensions. */
  books: ReadonlyMap<number, number>;
  /** Receipt numbers that two bundles have. */
  findDoubledReceipts: () => Promise<DoubledReceipt[]>;
  /** Deletes bundles, as an administrator does outside of the interface. */
  deleteBundles: (ids: readonly number[]) => Promise<void>;
  backUp: () => Promise<Backup>;
  /** Restores a backup: later bundles are gone, and their numbers are given to others. */
  restore: (backup: Backup) => Promise<void>;
};
