import type { EndpointName } from '@/contract/endpoints';

/** The section, title and description of an endpoint in the documentation. */
export type EndpointTexts = { readonly tag: string; readonly summary: string; readonly description?: string };

/** The sections of the documentation, in order. */
export const TAGS = [
  'Transaction bundles',
  'Prices',
  'Contacts',
  'Actions',
  'Cash',
  'Teams',
  'Users',
  'Changes',
  'Devices',
  'Audit log',
  'Tokens',
  'Personal data',
  'Space',
  'Service',
] as const;

const describe = (tag: (typeof TAGS)[number], summary: string, description?: string): EndpointTexts => ({
  tag,
  summary,
  ...(description === undefined ? {} : { description }),
});

const PAGED = 'At most 1000 per page; `total` is the number of all.';

/** One entry per endpoint of the contract: a new endpoint does not compile without one. */
export const endpointTexts: Readonly<Record<EndpointName, EndpointTexts>> = {
  createBundle: describe(
    'Transaction bundles',
    'Record a bundle',
    'At least one transaction, with the memberships and donations that it pays for, all or nothing. Amounts are minor units: 2000 with eur is €20.00. Repeating a request with the same Idempotency-Key, delivery_token or external_transaction_id returns the first response.'
  ),
  listBundles: describe('Transaction bundles', 'List the bundles of the space', PAGED),
  getBundle: describe('Transaction bundles', 'Read one bundle'),
  updateBundle: describe(
    'Transaction bundles',
    'Change or extend a bundle',
    'The id in the body equals the one in the path. Items with an id are merged field by field, items without one are added, nothing is removed.'
  ),
  getBundleHistory: describe(
    'Transaction bundles',
    'Read what changed in a bundle',
    'Oldest first. `old` is null for a creation; a change of status alone is of the kind transaction_status.'
  ),
  listTransactionStatuses: describe(
    'Transaction bundles',
    'List the transaction statuses',
    `Includes archived ones, which are marked. ${PAGED}`
  ),
  getTransactionSettings: describe('Transaction bundles', 'Read the transaction settings of the space'),

  listMembershipPriceGroups: describe(
    'Prices',
    'List membership prices by group',
    `Includes hidden ones, which are marked. ${PAGED}`
  ),
  listDonationPrices: describe(
    'Prices',
    'List donation prices',
    `Includes hidden ones, which are marked. ${PAGED}`
  ),

  createDonationPrice: describe('Prices', 'Add a donation price', 'For admins.'),
  updateDonationPrice: describe(
    'Prices',
    'Change a donation price',
    'For admins. Changes the given fields only; null clears one. Nothing is deleted: a record is hidden or archived. With If-Match (the ETag of the list with limit=1000), the service refuses the request if the list has changed.'
  ),
  createMembershipPriceGroup: describe('Prices', 'Add a group of membership prices', 'For admins.'),
  updateMembershipPriceGroup: describe(
    'Prices',
    'Change a group of membership prices',
    'For admins. Changes the given fields only; null clears one. Nothing is deleted: a record is hidden or archived. With If-Match (the ETag of the list with limit=1000), the service refuses the request if the list has changed.'
  ),
  createMembershipPrice: describe(
    'Prices',
    'Add a membership price',
    'For admins. The response is the group of the price.'
  ),
  updateMembershipPrice: describe(
    'Prices',
    'Change a membership price',
    'For admins. Changes the given fields only; null clears one. Nothing is deleted: a record is hidden or archived. With If-Match (the ETag of the list with limit=1000), the service refuses the request if the list has changed. The response is the group of the price.'
  ),
  createTransactionStatus: describe('Transaction bundles', 'Add a transaction status', 'For admins.'),
  updateTransactionStatus: describe(
    'Transaction bundles',
    'Change a transaction status',
    'For admins. Changes the given fields only; null clears one. Nothing is deleted: a record is hidden or archived. With If-Match (the ETag of the list with limit=1000), the service refuses the request if the list has changed.'
  ),
  updateTransactionSettings: describe(
    'Transaction bundles',
    'Change the transaction settings',
    'For admins. Changes the given fields only; null clears one. Payment methods that are not listed are hidden. `rules` are limits for captures in minor units.'
  ),

  getContact: describe(
    'Contacts',
    'Read one contact',
    'The response is the contact itself, without an envelope.'
  ),
  listContacts: describe(
    'Contacts',
    'List and search contacts',
    `\`q\` searches prefixes of words in name, mail, phone and town, without accents. ${PAGED}`
  ),
  createContact: describe(
    'Contacts',
    'Add a contact',
    'The uuid is given by the phone: the same contact a second time is one contact. Whoever adds a contact sees it from then on.'
  ),
  updateContact: describe(
    'Contacts',
    'Change a contact',
    'Changes the given fields only; null clears one, an address is replaced as a whole. Managers change every field. Others change mail, phone and address of a contact that they see, and can opt it out. With If-Match, the service refuses the request if the contact has changed.'
  ),
  listContactImports: describe('Contacts', 'List the imports of contacts', 'For managers. The latest first.'),
  createContactImport: describe(
    'Contacts',
    'Begin an import of contacts',
    'For managers. The uuid is given by the app: the same import a second time is one import.'
  ),
  addImportedContacts: describe(
    'Contacts',
    'Add contacts to an import',
    'For managers. At most 500 in one request, so that an import blocks nobody. A contact whose uuid exists adds nothing: the same file a second time changes nothing.'
  ),
  undoContactImport: describe(
    'Contacts',
    'Undo an import of contacts',
    'For managers. Removes at most 2,000 contacts of the import; while `more` is true the same request, with another key, removes the next ones. Contacts that money or a visit refers to stay, and the response names the first of them.'
  ),
  listDuplicates: describe(
    'Contacts',
    'List contacts that may be one person',
    `For managers. Pairs with the same mail, phone, or name and house; those with most in common first. What more than ten contacts share does not count. ${PAGED}`
  ),
  tellContactsApart: describe(
    'Contacts',
    'Tell two contacts apart',
    'For managers. Two people: the pair is not listed any more.'
  ),
  mergeContact: describe(
    'Contacts',
    'Merge another contact into this one',
    'For managers. Gifts, visits, answers and tags of the other one move to this one, and an opt-out of either stays. The number of the other one answers with this one from then on, and records that name it are stored for this one. The service refuses the request if either has changed since it was read.'
  ),
  getForm: describe(
    'Contacts',
    'Look up a form',
    'A form is one question. Decodes form_id and form_ref_id of formdatas and custom_fields.'
  ),
  createAnswers: describe(
    'Contacts',
    'Record answers',
    'Written once, under a uuid that the phone gives: the same answers a second time are stored once. The person who asked is the one of the token. A consent names the version of its wording. Answers to archived questions are accepted. Those of a new supporter name the bundle that they paid instead of a contact, and belong to its contact as soon as it has one.'
  ),
  createForm: describe(
    'Contacts',
    'Add a question',
    'For managers. A choice has values to choose from, a consent has the wording that people agree to.'
  ),
  updateForm: describe(
    'Contacts',
    'Change a question',
    'For managers. The type stays. Another wording is a new version, and the earlier ones are kept. A choice is found by its value; one that is left out stays. Nothing is deleted: questions and choices are archived. With If-Match only as it was read.'
  ),

  createCashRecord: describe(
    'Cash',
    'Record a count, a hand-over, the reply to one, or that it is taken back',
    'Written once, under a key that the phone gives: the same record a second time is one record. The person is the one of the token. Records arrive in any order; a reply may arrive before its hand-over. Of a reply and a take-back of the same hand-over the one that was stored first counts. Visible to the maker, the receiver, the leaders of the maker’s teams and managers, in the feed.'
  ),
  listBatches: describe('Cash', 'List the deposit batches', `For managers. The latest first. ${PAGED}`),
  listBatchable: describe(
    'Cash',
    'List the payments that can be put into a batch',
    `For managers. Received cash that was handed over and confirmed or that a manager counted, and received cheques, which are in no batch. The oldest first. ${PAGED}`
  ),
  getBatch: describe('Cash', 'Read one batch', 'For managers. With its payments and what happened to it.'),
  createBatches: describe(
    'Cash',
    'Make deposit batches',
    'For managers. Payments of one method and one currency. The number comes from batch_prefix and batch_serial of the settings, in the same transaction. More than max_batch_size payments make consecutive batches. Nothing is made if one of them is in a batch already.'
  ),
  updateBatch: describe(
    'Cash',
    'Take the next step with a batch',
    'For managers. open → closed → deposited → reconciled; `reopen` with a reason from each of them. `take_out` while it is open. Closing fixes the amounts. A step that does not fit the state changes nothing: of two managers who close at once, the second gets 412.'
  ),
  listMonths: describe(
    'Cash',
    'List the months',
    'For managers. The latest first, with what counts in each by method and currency, and what can be done with it. Months are those of UTC.'
  ),
  getMonth: describe(
    'Cash',
    'Read one month',
    'For managers. `202610` is October 2026. With what is dated in another month, phones that reported unsent records, open batches, and what happened to the month.'
  ),
  updateMonth: describe(
    'Cash',
    'Close a month or reopen it',
    'For managers. Months are closed in order, after they are over; the last closed one is reopened with a reason. A record that is dated in a closed month and arrives later is stored with its date and counts in the first open month, as does a correction: `counted` of the bundle shows it. Of two managers who close at once, the second gets 412.'
  ),
  getReconciliation: describe(
    'Cash',
    'Reconcile the cash',
    'Recorded cash + differences of the counts = held + handed over + at the bank, by person and currency, for a time and a campaign code; what does not add up, and which records of each shift have not arrived. Managers see everyone, leaders the people of their teams without what is at the bank, others themselves. In a space that counts blind only managers see sums.'
  ),
  createReceiptBook: describe(
    'Cash',
    'Draw a receipt book',
    'Once for each phone: the book of the person of the token, with the public key (Ed25519) that signs its receipts. The key is given by the phone: the same request a second time is the same book.'
  ),
  listReceiptBooks: describe(
    'Cash',
    'List the receipt books',
    `For managers. The latest first, with the numbers that have not arrived, those that belong to no sent record, and those that two records have. ${PAGED}`
  ),
  getReceiptArrival: describe(
    'Cash',
    'Ask whether the record of a receipt has arrived',
    'Without a token, limited by network address. The signature of the receipt has to match; a receipt that does not exist has not arrived.'
  ),
  createVisit: describe(
    'Actions',
    'Record a visit at a door',
    'The uuid is given by the phone: the same visit a second time is one visit. The person is the one of the token. A visit is kept whatever became of its door; the latest by `visited_at` decides, and NbVisites counts every visit that its maker has not taken back.'
  ),
  listActions: describe(
    'Actions',
    'List the actions with their counts',
    'Drafts and archived actions for managers only.'
  ),
  getAction: describe('Actions', 'Read one action'),
  createAction: describe(
    'Actions',
    'Plan an action',
    'For managers. A draft unless `state` says otherwise. Addresses are the doors of the contacts inside `polygon` without `not_polygon`, in the streets of `address_included`, and of the polling stations of `polling_station_included`.'
  ),
  updateAction: describe(
    'Actions',
    'Change an action',
    'For managers. Changes the given fields only; null clears one. `state` publishes or archives it. With If-Match, the service refuses the request if the action has changed.'
  ),

  listTeams: describe(
    'Teams',
    'List the teams the caller can see',
    'With `user_id`, the teams of that user; an empty list if the caller cannot see the user.'
  ),
  createTeam: describe('Teams', 'Create a team'),
  getTeam: describe('Teams', 'Read one team'),
  replaceTeam: describe(
    'Teams',
    'Replace a team',
    'The complete team, with its id in the body: missing fields are reset to their default, except the name. With If-Match, the service refuses the request if the team has changed.'
  ),
  deleteTeam: describe('Teams', 'Delete a team'),
  listPublicTeams: describe(
    'Teams',
    'List the public teams',
    'The response is the list itself, without an envelope; leaders and users are full users.'
  ),

  listUsers: describe(
    'Users',
    'List the users of the space',
    'By surname, then first name; `sort=false` reverses the order. A caller reads two complete lists at a time, more wait.'
  ),
  getUser: describe('Users', 'Read one user'),
  updateUser: describe(
    'Users',
    'Change a user',
    'Changes the given fields only; `mail` is required. Another address is only proposed: it counts once the person has confirmed it, with the link sent to the old address and the code sent to the new one. Changing selected_group_id needs UpdateToken: next to data, inside it or in the query.'
  ),
  changeRole: describe(
    'Users',
    'Change the role of a user',
    'For admins. They cannot give a role above their own. The user signs in again to enter the space. 409 last_admin for the last superadmin and, without one, the last admin.'
  ),
  inviteUsers: describe(
    'Users',
    'Invite by mail address',
    'A registered user is added to the space, is told by mail and can leave; until they open the space it sees their name and mail only. Any other address is invited to join it. Without role_id the role is user. The mail is sent in the background; `last_sent` is the time when the mail server accepted it.'
  ),
  listInvitations: describe(
    'Users',
    'List the invitations of the space',
    'For managers, the newest first. The state is that of the last mail, or accepted, or expired after 14 days. Withdrawn ones are not listed.'
  ),
  sendInvitation: describe(
    'Users',
    'Send an invitation again',
    'For managers. It is valid for another 14 days. 409 for one that is accepted.'
  ),
  withdrawInvitation: describe(
    'Users',
    'Withdraw an invitation',
    'For managers. The address cannot sign in with it any more; a mail that waits is not sent.'
  ),
  listMembersAway: describe(
    'Users',
    'List suspended and removed people',
    'For managers. People who can enter the space are in the list of users.'
  ),
  changeMembership: describe(
    'Users',
    'Suspend, remove or re-admit a person',
    'For managers, about people below them. Their devices and tokens are signed out of this space and stay signed in to others. A removed person leaves teams and actions; their records stay.'
  ),
  listRoles: describe('Users', 'List the roles of the space'),
  getMe: describe(
    'Users',
    'Read the caller',
    'The user behind the token, the spaces they belong to, and a proposed mail address.'
  ),

  listDevices: describe('Devices', 'List where the caller is signed in'),
  signOutDevice: describe(
    'Devices',
    'Sign a device out',
    'Its tokens are invalid immediately: 401 with invalid_token, and invalid_grant on a refresh.'
  ),
  getSecondFactor: describe(
    'Devices',
    'Read whether the caller has a second factor',
    '`url` is the page that sets it up, asks for it and turns it off. Changes of a role or of a mail address are refused with second_factor_needed unless it was entered within 15 minutes.'
  ),
  resetSecondFactor: describe(
    'Devices',
    'Turn off the second factor of a user who lost it',
    'For admins of their home space. The user is told by mail.'
  ),
  signOutUser: describe(
    'Devices',
    'Sign a user out on every device',
    'For the caller. For managers when a user has lost a phone: signs the user out of their space only. Unsent records stay on the device until its owner signs in again.'
  ),

  listChanges: describe(
    'Changes',
    'Read what changed since a cursor',
    'Without a cursor, or with one from before a restored backup or a change of role, the feed starts over and the page is marked as the first. Concurrent writes are never skipped. A record that is deleted or not visible to the caller is listed as deleted. `position`: every write with a Doorstep-Position before it is in the feed once it is read to its end.'
  ),
  listActionSizes: describe(
    'Changes',
    'Count the contacts that a phone would download',
    'Of each action that the caller can name in `hold` of the feed, and of all that the caller sees.'
  ),

  listAudit: describe(
    'Audit log',
    'Read who changed what',
    'For admins, newest first. `person` is the one who acted or the one whom an entry is about; `from` is included, `to` is not. Entries contain ids, names of fields and roles, no other values.'
  ),
  exportAudit: describe(
    'Audit log',
    'Read the log as CSV',
    'For admins, with the same filters and the names that people, teams, actions and contacts have now. The log records the export. 422 if more than 50,000 entries match.'
  ),

  exportContact: describe(
    'Personal data',
    'Export everything about a contact',
    'For admins: a JSON file. The log records it.'
  ),
  exportUser: describe(
    'Personal data',
    'Export everything about a user',
    'For admins: a JSON file. The log records it.'
  ),
  eraseContact: describe(
    'Personal data',
    'Erase a contact',
    'For admins. Their payments stay without contact, comment and payment details, also in history and stored responses; phones delete their copy.'
  ),
  eraseUser: describe(
    'Personal data',
    'Erase a user',
    'For admins, not for themselves or anybody above. The account is emptied and signed out; what the user recorded stays under their id. If they belong to another space too, the account stays for that one, and this space has only their id.'
  ),
  listTokens: describe(
    'Tokens',
    'List the tokens for scripts',
    'For admins: those of this space that are valid.'
  ),
  createToken: describe(
    'Tokens',
    'Create a token for a script',
    'For admins. It works in their name and in this space, with the given rights only: `read` reads everything but the audit log, the others read and write one part. Only this response contains the token; a repeated request creates another one.'
  ),
  revokeToken: describe('Tokens', 'Revoke a token', 'For admins. The next request with it is 401.'),

  searchEveryone: describe(
    'Contacts',
    'Search everyone in the space',
    'Beyond the contacts that the caller sees: for managers, and for leaders of a team where the space allows it (`search_everyone`). Shows names and towns only.'
  ),
  lookUpContact: describe(
    'Contacts',
    'Look up a contact',
    'For those who may search everyone. The look-up is in the audit log; for 30 days the caller sees the contact like those of their own gifts.'
  ),

  createNewcomerCode: describe(
    'Teams',
    'Let people into a team on the spot',
    'For leaders of the team and for managers, where the space allows it (`newcomer_codes`). Somebody new enters the code with their mail address when they sign in, and joins the team with the lowest role. Valid for 15 minutes and 20 people; another code ends the one before. Only this response contains the code.'
  ),

  reportToBoard: describe(
    'Teams',
    'Report what a phone counted today',
    'Counts and sums only. Replaces the last report of this phone, which is deleted after a week. Not a record: nothing is in the feed or the audit log.'
  ),
  getTeamBoard: describe(
    'Teams',
    'Read the board of a team',
    'For leaders of the team and for managers: the last report of each phone of its people.'
  ),

  getSpace: describe('Space', 'Read the settings of the space'),
  updateSpace: describe(
    'Space',
    'Change the settings of the space',
    'For admins, `newcomer_codes` also for managers; fields that are left out do not change. `second_factor_required` needs the second factor of the caller, entered within 15 minutes. `audit_days`, `mail_days` and `response_days` are how long the audit log, sent mails and stored responses are kept. `map_tiles` is the organisation’s own tile server, which its phones request tiles from. With If-Match (the ETag of the settings) a change in between is 412.'
  ),

  getHealth: describe(
    'Service',
    'Check that the service runs',
    'Needs no token. Lists the enabled extensions.'
  ),
  getReady: describe(
    'Service',
    'Check that the service is ready',
    'Needs no token. 503 while requests cannot read and write the database.'
  ),
};
