import type { securityEndpoints } from '@/contract/endpoints/security';

import { type EndpointTexts, describe } from './describe';

export const securityTexts: Readonly<Record<keyof typeof securityEndpoints, EndpointTexts>> = {
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
};
