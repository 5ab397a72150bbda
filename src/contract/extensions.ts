/**
 * What our service adds to the interface. A service announces its extensions in GET /health; the app works without any.
 */
export const EXTENSIONS = [
  /** GET /v1/contacts, with search. */
  'contacts_list',
  /** Searching all contacts of the space by name, and looking one up, which the audit log shows. */
  'look_up',
  /** POST /v1/contacts and PATCH /v1/contacts/:id; `uuid` of a contact that a phone added. */
  'contacts_write',
  /** /v1/contact_imports: contacts from a file, for managers, and the undo of a whole import. */
  'contacts_import',
  /** /v1/contact_duplicates and POST /v1/contacts/:id/merge: contacts that are one person, for managers. */
  'contacts_merge',
  /** GET /v1/transaction_bundles/:id. */
  'bundle_by_id',
  /** GET /forms/:id. */
  'forms',
  /** POST /forms and PATCH /forms/:id, for managers. */
  'forms_write',
  /** GET /roles. */
  'roles',
  /** ETag on every GET, and If-None-Match. */
  'etag',
  /** If-Match on PATCH /teams. */
  'if_match',
  /**
   * Idempotency-Key on every write. The service returns the key with every response that it gives itself, after it has
   * checked that the key is not stored. `Doorstep-Replaces` names the keys of earlier writes that a write replaces. A change
   * of a bundle with `Doorstep-If-Unpaid` is refused where a payment that it makes received was received before.
   */
  'idempotency_key',
  /** GET /v1/changes. Every write returns its position in that feed. */
  'changes',
  /** GET /v1/changes/sizes, to choose with `hold` which actions' contacts a phone downloads. */
  'holding',
  /** GET /me. */
  'me',
  /** GET /oidc/devices, and signing devices out. */
  'devices',
  /** GET, POST and PATCH of actions; drafts and archived actions, for managers. */
  'actions_write',
  /** Prices, statuses and settings, written by admins. */
  'catalogue_write',
  /** GET /oidc/second-factor, and the reset by an admin. */
  'second_factor',
  /** A request names its space. */
  'space',
  /** POST /v1/visits, and visits in the feed. */
  'visits',
  /** POST /v1/answers, and answers in the feed. */
  'answers',
  /** POST /v1/cash_records, and cash records in the feed. */
  'cash_records',
  /** /v1/batches: deposit batches, for managers. */
  'batches',
  /** /v1/months: closing months, for managers; `counted` of a bundle. */
  'months',
  /** GET /v1/reconciliation: where the cash of each person is, and whether it adds up. */
  'reconciliation',
  /** /v1/receipt_books, GET /v1/receipts/arrived; `receipt` of a bundle, `receipts` of a count. */
  'receipts',
  /** POST /v1/board and GET /v1/teams/:id/board: what each phone of a team counts today. */
  'board',
  /** GET and PATCH /v1/members: suspending, removing and re-admitting people. */
  'membership',
  /** GET /v1/invitations, sending one again and withdrawing it; `team_id` in an invitation. */
  'invitations_list',
  /** GET /v1/audit, and the log as a file. */
  'audit',
  /** /v1/tokens: tokens for scripts. */
  'tokens',
  /** GET and PATCH /v1/space: the settings of the space. */
  'space_settings',
  /** `map_tiles` in the settings of the space: its own tile server. */
  'map_tiles',
  /** POST /v1/teams/:id/newcomer_code: a leader lets people in on the spot. */
  'newcomer_codes',
  /** Exporting and erasing the data of a contact or user. */
  'erasure',
] as const;

export type ExtensionName = (typeof EXTENSIONS)[number];

/** The headers that carry extensions, in lower case as Node and fetch return them. */
export const EXTENSION_HEADERS = {
  idempotencyKey: 'idempotency-key',
  etag: 'etag',
  ifMatch: 'if-match',
  ifNoneMatch: 'if-none-match',
  space: 'doorstep-space',
  /** The keys of the writes that this one replaces, separated by commas. It is stored only if none of them is. */
  replaces: 'doorstep-replaces',
  /** On a change of a bundle: what it makes received must be unpaid, else 409 already_paid. */
  ifUnpaid: 'doorstep-if-unpaid',
  /** The position of a write in the feed: `epoch.number`, see `domain/position.ts`. */
  position: 'doorstep-position',
} as const;
