import { type Service, serveRead, serveReadAtOnce } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { getContact, listContacts } from '../store/contacts';

export function registerContacts(service: Service): void {
  serveReadAtOnce(service, 'getContact', async (at, _caller, { params }) => {
    const contact = await getContact(at, params.id);
    if (!contact) throw new ProblemError('not_found');
    return contact;
  });

  serveRead(service, 'listContacts', async (tx, caller, { query }) => {
    const { limit, offset, q: asked } = query;
    const { contacts, total } = await listContacts(tx, caller, { limit, offset, asked });
    return { status: 'success', data: contacts, total };
  });
}
