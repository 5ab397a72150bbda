import type { fieldEndpoints } from '@/contract/endpoints/field';

import { PAGED, type EndpointTexts, describe } from './describe';

export const fieldTexts: Readonly<Record<keyof typeof fieldEndpoints, EndpointTexts>> = {
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
    'For managers. At most 500 in one request, so that an import blocks nobody. A contact whose uuid exists adds nothing: the same file a second time changes nothing. 409 import_undone after the import was undone: another one takes the contacts.'
  ),
  undoContactImport: describe(
    'Contacts',
    'Undo an import of contacts',
    'For managers. Removes at most 500 contacts of the import; while `more` is true the same request, with another key, removes the next ones. Contacts that money or a visit refers to stay, and the response names the first of them.'
  ),
  listDuplicates: describe(
    'Contacts',
    'List contacts that may be one person',
    `For managers. Pairs with the same mail, phone, or name and house; those with most in common first. What more than ten contacts share does not count. ${PAGED}`
  ),
  markContactsAsDifferent: describe(
    'Contacts',
    'Mark two contacts as different people',
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
  searchEveryone: describe(
    'Contacts',
    'Search everyone in the space',
    'Beyond the contacts that the caller sees: for managers, and for leaders of a team where the space allows it (`search_everyone`). Shows names and towns only; leaders find by name and town only.'
  ),
  lookUpContact: describe(
    'Contacts',
    'Look up a contact',
    'For those who may search everyone. The look-up is in the audit log; for 30 days the caller sees the contact like those of their own gifts.'
  ),
};
