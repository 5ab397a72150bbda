import type { ContactUpdate } from '@/contract/contact';
import type { ResponseOf } from '@/contract/endpoints';

import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { refuseStale } from '../http/etag';
import { ProblemError } from '../http/problems';
import { mergedInto } from '../store/contactMerges';
import { getContact, listContacts } from '../store/contacts';
import {
  findContactByUuid,
  insertContact,
  listUnknownForms,
  lockContact,
  updateContact,
} from '../store/contactWrites';
import type { Tx } from '../store/database';
import { violatedUnique } from '../store/postgresErrors';

export function registerContacts(service: Service): void {
  serveRead(service, 'getContact', (tx, _caller, { params }) => readContact(tx, params.id));

  serveRead(service, 'listContacts', async (tx, caller, { query }) => {
    const { limit, offset, q: search } = query;
    const { contacts, total } = await listContacts(tx, caller, { limit, offset, search });
    return { status: 'success', data: contacts, total };
  });

  serveWrite(
    service,
    'createContact',
    async (tx, caller, { body }) => {
      await refuseUnknownForms(tx, body.data);
      return { status: 'success', data: await insertContact(tx, caller, body.data) };
    },
    async (tx, { body }, error) => {
      if (violatedUnique(error) !== 'contacts_unique_uuid') throw new ProblemError('conflict');
      const id = await findContactByUuid(tx, body.data.uuid);
      if (id === null)
        throw new ProblemError('key_reused', { detail: 'The uuid belongs to another contact.' });
      return { status: 'success', data: await readContact(tx, id) };
    }
  );

  serveWrite(service, 'updateContact', async (tx, caller, { params, body, headers }) => {
    // A merge that this request has to wait for may remove the contact: the change then belongs to the one that stayed.
    const seen = await lockContact(tx, params.id);
    const id = seen ? params.id : await mergedInto(tx, params.id);
    const before = seen ?? (id === null ? null : await lockContact(tx, id));
    if (!before || id === null) throw new ProblemError('not_found');
    refuseStale(headers, await readContact(tx, id));
    await refuseUnknownForms(tx, body.data);
    const change = { before, change: body.data };
    return { status: 'success', data: await updateContact(tx, caller, id, change) };
  });
}

async function readContact(tx: Tx, id: number): Promise<ResponseOf<'getContact'>> {
  const contact = await getContact(tx, id);
  if (!contact) throw new ProblemError('not_found');
  return contact;
}

async function refuseUnknownForms(
  tx: Tx,
  { formdatas = [], custom_fields = [] }: ContactUpdate
): Promise<void> {
  const lists = { formdatas, custom_fields };
  const ids = [...formdatas, ...custom_fields].flatMap(({ form_id: id }) => id ?? []);
  const unknown = await listUnknownForms(tx, ids);
  if (unknown.size === 0) return;
  const errors = Object.entries(lists).flatMap(([list, answers]) =>
    answers.flatMap(({ form_id: id }, index) =>
      id !== undefined && unknown.has(id)
        ? { location: `body/data/${list}/${index}/form_id`, message: 'no form of this space has this id' }
        : []
    )
  );
  throw new ProblemError('invalid', { errors });
}
