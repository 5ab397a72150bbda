/**
 * What our service adds to the interface, named here and nowhere else. A service announces what it
 * has in GET /health; the app is complete without any of them.
 */
export const EXTENSIONS = [
  /** GET /v1/contacts, with search. */
  'contacts_list',
  /** GET /v1/transaction_bundles/:id. */
  'bundle_by_id',
  /** GET /forms/:id. */
  'forms',
  /** GET /roles. */
  'roles',
  /** ETag on every GET, and If-None-Match. */
  'etag',
  /** If-Match on PATCH /teams. */
  'if_match',
  /** Idempotency-Key on every write. */
  'idempotency_key',
  /** GET /v1/changes. */
  'changes',
  /** GET /me. */
  'me',
  /** Where a person is signed in: GET /oidc/devices and the ways to sign out there. */
  'devices',
  /** A request names the space it is meant for. */
  'space',
] as const;

export type ExtensionName = (typeof EXTENSIONS)[number];

/** The headers that carry extensions, in lower case as Node and fetch hand them over. */
export const EXTENSION_HEADERS = {
  idempotencyKey: 'idempotency-key',
  etag: 'etag',
  ifMatch: 'if-match',
  ifNoneMatch: 'if-none-match',
  space: 'doorstep-space',
} as const;
