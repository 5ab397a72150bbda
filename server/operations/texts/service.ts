import type { serviceEndpoints } from '@/contract/endpoints/service';

import { type EndpointTexts, describe } from './describe';

export const serviceTexts: Readonly<Record<keyof typeof serviceEndpoints, EndpointTexts>> = {
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
