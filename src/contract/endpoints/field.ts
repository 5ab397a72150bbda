import {
  ActionAggregateRead,
  ActionCreateRequest,
  ActionListQuery,
  ActionListResponse,
  ActionResponse,
  ActionUpdateRequest,
} from '../action';
import { AnswersCreateRequest, AnswersRead, AnswersResponse } from '../answers';
import {
  ContactCreateRequest,
  ContactListQuery,
  ContactListResponse,
  ContactRead,
  ContactResponse,
  ContactSchema,
  ContactUpdateRequest,
} from '../contact';
import {
  ContactImportListResponse,
  ContactImportRead,
  ContactImportRequest,
  ContactImportResponse,
  ImportedContactsRequest,
  ImportedContactsResponse,
  ImportedContactsSchema,
  UndoneImportResponse,
  UndoneImportSchema,
} from '../contactImport';
import { bareOne, envelopedList, envelopedOne } from '../envelope';
import { FormCreateRequest, FormResponse, FormUpdateRequest, readForm } from '../form';
import {
  EveryoneQuery,
  FoundPeopleResponse,
  FoundPersonRead,
  LookUpRequest,
  LookUpResponse,
} from '../lookUp';
import { IdParams } from '../primitives';
import { VisitCreateRequest, VisitRead, VisitResponse } from '../visit';
import { get, post, patch, type Endpoint } from './endpoint';

const readAction = envelopedOne(ActionAggregateRead);

/** Contacts, actions, visits and forms. */
export const fieldEndpoints = {
  getContact: {
    ...get,
    path: '/v1/contacts/:id',
    params: IdParams,
    response: ContactSchema,
    read: bareOne(ContactRead),
    envelope: 'bare',
  },
  listContacts: {
    ...get,
    path: '/v1/contacts',
    query: ContactListQuery,
    response: ContactListResponse,
    read: envelopedList(ContactRead),
    extension: 'contacts_list',
  },
  searchEveryone: {
    ...get,
    path: '/v1/contacts/everyone',
    query: EveryoneQuery,
    response: FoundPeopleResponse,
    read: envelopedList(FoundPersonRead),
    extension: 'look_up',
  },
  lookUpContact: {
    ...post,
    path: '/v1/contacts/:id/look_up',
    params: IdParams,
    body: LookUpRequest,
    response: LookUpResponse,
    read: envelopedOne(ContactRead),
    extension: 'look_up',
  },
  createContact: {
    ...post,
    path: '/v1/contacts',
    body: ContactCreateRequest,
    response: ContactResponse,
    read: envelopedOne(ContactRead),
    extension: 'contacts_write',
  },
  updateContact: {
    ...patch,
    path: '/v1/contacts/:id',
    params: IdParams,
    body: ContactUpdateRequest,
    response: ContactResponse,
    read: envelopedOne(ContactRead),
    extension: 'contacts_write',
  },
  listContactImports: {
    ...get,
    path: '/v1/contact_imports',
    response: ContactImportListResponse,
    read: envelopedList(ContactImportRead, 'imports'),
    extension: 'contacts_import',
  },
  createContactImport: {
    ...post,
    path: '/v1/contact_imports',
    body: ContactImportRequest,
    response: ContactImportResponse,
    read: envelopedOne(ContactImportRead),
    extension: 'contacts_import',
  },
  addImportedContacts: {
    ...post,
    path: '/v1/contact_imports/:id/contacts',
    params: IdParams,
    body: ImportedContactsRequest,
    response: ImportedContactsResponse,
    read: envelopedOne(ImportedContactsSchema),
    extension: 'contacts_import',
  },
  undoContactImport: {
    ...post,
    method: 'DELETE',
    path: '/v1/contact_imports/:id',
    params: IdParams,
    response: UndoneImportResponse,
    read: envelopedOne(UndoneImportSchema),
    extension: 'contacts_import',
  },
  listActions: {
    ...get,
    path: '/actions',
    query: ActionListQuery,
    response: ActionListResponse,
    read: envelopedList(ActionAggregateRead, 'ActionsAggreg'),
  },
  getAction: {
    ...get,
    path: '/actions/:id',
    params: IdParams,
    response: ActionResponse,
    read: readAction,
    extension: 'actions_write',
  },
  createAction: {
    ...post,
    path: '/actions',
    body: ActionCreateRequest,
    response: ActionResponse,
    read: readAction,
    extension: 'actions_write',
  },
  updateAction: {
    ...patch,
    path: '/actions/:id',
    params: IdParams,
    body: ActionUpdateRequest,
    response: ActionResponse,
    read: readAction,
    extension: 'actions_write',
  },
  createVisit: {
    ...post,
    path: '/v1/visits',
    body: VisitCreateRequest,
    response: VisitResponse,
    read: envelopedOne(VisitRead),
    extension: 'visits',
  },
  /** The interface names the lookup without documenting its shape. */
  getForm: {
    ...get,
    path: '/forms/:id',
    params: IdParams,
    response: FormResponse,
    read: readForm,
    extension: 'forms',
  },
  createAnswers: {
    ...post,
    path: '/v1/answers',
    body: AnswersCreateRequest,
    response: AnswersResponse,
    read: envelopedOne(AnswersRead),
    extension: 'answers',
  },
  createForm: {
    ...post,
    path: '/forms',
    body: FormCreateRequest,
    response: FormResponse,
    read: readForm,
    extension: 'forms_write',
  },
  updateForm: {
    ...patch,
    path: '/forms/:id',
    params: IdParams,
    body: FormUpdateRequest,
    response: FormResponse,
    read: readForm,
    extension: 'forms_write',
  },
} as const satisfies Record<string, Endpoint>;
