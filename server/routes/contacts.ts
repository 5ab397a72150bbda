import { type Service, serveRead } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { getContact, listContacts } from '../store/contacts';

export function registerContacts(service: Service): void {
  serveRead(service, 'getContact', async (tx, _caller, { params }) => {
    const contact = await getContact(tx, params.id);
    if (!contact) throw new ProblemError('not_found');
    return contact;
  });

  serveRead(service, 'listContacts', async (tx, caller, { query }) => {
    const { limit, offset, q: search } = query;
    const { contacts, total } = await listContacts(tx, caller, { limit, offset, search });
    return { status: 'success', data: contacts, total };
  });
}
