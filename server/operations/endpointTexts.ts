import type { EndpointName } from '@/contract/endpoints';

/** What the documentation says about an endpoint beside its shape: where it belongs, and what it is for. */
export type EndpointTexts = { readonly tag: string; readonly summary: string; readonly description?: string };

/** The parts of the documentation, in reading order. */
export const TAGS = [
  'Transaction bundles',
  'Prices',
  'Contacts',
  'Actions',
  'Teams',
  'Users',
  'Changes',
  'Devices',
  'Service',
] as const;

const say = (tag: (typeof TAGS)[number], summary: string, description?: string): EndpointTexts => ({
  tag,
  summary,
  ...(description === undefined ? {} : { description }),
});

const PAGED = 'At most 1000 at a time; `total` says how many there are.';

/** One entry for each row of the contract: a new endpoint does not compile without its words. */
export const endpointTexts: Readonly<Record<EndpointName, EndpointTexts>> = {
  createBundle: say(
    'Transaction bundles',
    'Record a bundle',
    'At least one transaction, with the memberships and donations that it pays for, all or nothing. Amounts are minor units: 2000 with eur is €20.00. Repeating a request with the same Idempotency-Key, delivery_token or external_transaction_id gives the first answer again.'
  ),
  listBundles: say('Transaction bundles', 'List the bundles of the space', PAGED),
  getBundle: say('Transaction bundles', 'Read one bundle'),
  updateBundle: say(
    'Transaction bundles',
    'Change or extend a bundle',
    'The id in the body equals the one in the path. Items with an id are merged field by field, items without one are added, nothing is removed.'
  ),
  getBundleHistory: say(
    'Transaction bundles',
    'Read what changed in a bundle',
    'Oldest first. `old` is null for a creation; a change of status alone is of the kind transaction_status.'
  ),
  listTransactionStatuses: say(
    'Transaction bundles',
    'List the transaction statuses',
    `Archived ones too, flagged. ${PAGED}`
  ),
  getTransactionSettings: say('Transaction bundles', 'Read the transaction settings of the space'),

  listMembershipPriceGroups: say(
    'Prices',
    'List membership prices by group',
    `Hidden ones too, flagged. ${PAGED}`
  ),
  listDonationPrices: say('Prices', 'List donation prices', `Hidden ones too, flagged. ${PAGED}`),

  getContact: say('Contacts', 'Read one contact', 'The answer is the contact itself, without an envelope.'),
  listContacts: say(
    'Contacts',
    'List and search contacts',
    `\`q\` finds beginnings of words in name, mail, phone and town, whatever the accents. ${PAGED}`
  ),
  getForm: say(
    'Contacts',
    'Look up a form',
    'Decodes form_id and form_ref_id of formdatas and custom_fields.'
  ),

  listActions: say('Actions', 'List the actions with their counts'),

  listTeams: say(
    'Teams',
    'List the teams the caller can see',
    'With `user_id`, the teams of that user; somebody out of the caller’s reach gives an empty list.'
  ),
  createTeam: say('Teams', 'Create a team'),
  getTeam: say('Teams', 'Read one team'),
  replaceTeam: say(
    'Teams',
    'Replace a team',
    'The whole team, with its id in the body: whatever is left out is reset to its default, except the name. If-Match refuses the change when somebody else was quicker.'
  ),
  deleteTeam: say('Teams', 'Delete a team'),
  listPublicTeams: say(
    'Teams',
    'List the public teams',
    'The answer is the list itself, without an envelope; leaders and users are full users.'
  ),

  listUsers: say(
    'Users',
    'List the users of the space',
    'By surname, then first name; `sort=false` turns the order round.'
  ),
  getUser: say('Users', 'Read one user'),
  updateUser: say(
    'Users',
    'Change a user',
    'Only what is given is changed; `mail` is mandatory. Changing selected_group_id needs UpdateToken, beside data, inside it or in the query.'
  ),
  changeRole: say('Users', 'Give a user another role', 'For admins, and never above their own role.'),
  inviteUsers: say(
    'Users',
    'Invite by mail address',
    'A registered user is added to the space, any other address is invited to join it. Without role_id the role is user.'
  ),
  listRoles: say('Users', 'List the roles of the space'),
  getMe: say('Users', 'Read who the caller is', 'The user behind the token, and the spaces they belong to.'),

  listDevices: say('Devices', 'List where the caller is signed in'),
  signOutDevice: say(
    'Devices',
    'Sign a device out',
    'From this moment its tokens are refused: 401 with invalid_token, and invalid_grant on a refresh.'
  ),
  signOutUser: say(
    'Devices',
    'Sign a user out on every device',
    'For oneself, and for managers when somebody has lost their phone. What is unsent on a device stays there until its owner signs in again.'
  ),

  listChanges: say(
    'Changes',
    'Read what changed since a cursor',
    'Everything when there is no cursor, or one from before a restored backup or another role; the page then says that it is the beginning. Nothing is missed when writes overlap; a record that was deleted, or that the caller can no longer see, comes as deleted.'
  ),

  getHealth: say(
    'Service',
    'Is the service alive?',
    'Needs no token. Names the extensions that are switched on.'
  ),
  getReady: say('Service', 'Can the service work?', 'Needs no token. 503 while the database is unavailable.'),
};
