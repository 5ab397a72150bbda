import type { SimResponse, SimRequest } from './httpTypes';

/** The address under which the simulated phone knows the service. */
export const serviceUrl = 'https://service.test/api';
export const tokenUrl = 'https://service.test/token';

/** One bundle as the service's own database has it. */
export type StoredBundle = { id: number; token: string; amount: number; donations: number[] };

/** The real service, as one seed uses it: a space of its own, asked in process. */
export type SimSpace = {
  spaceId: number;
  /** Two people who share the phone, and a third who works elsewhere. */
  people: { ana: number; ben: number; eve: number };
  contactIds: number[];
  teamId: number;
  /** Makes an access token for a person. */
  issueToken: (userId: number) => Promise<string>;
  revokeToken: (token: string) => Promise<void>;
  /** Hands a request to the service's own handlers. */
  handle: (request: SimRequest) => Promise<SimResponse>;
  /** Reads the database behind the service, past all handlers. */
  readBundles: () => Promise<StoredBundle[]>;
};
