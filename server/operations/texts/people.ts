import type { peopleEndpoints } from '@/contract/endpoints/people';

import { type EndpointTexts, describe } from './describe';

export const peopleTexts: Readonly<Record<keyof typeof peopleEndpoints, EndpointTexts>> = {
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
    'For managers, the newest first. The state is that of the last mail, or accepted, or expired after 14 days, or on hold when whoever sent it may no longer give its role. Withdrawn ones are not listed.'
  ),
  sendInvitation: describe(
    'Users',
    'Send an invitation again',
    'For managers, in their name. It is valid for another 14 days. 409 for one that is accepted.'
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
};
