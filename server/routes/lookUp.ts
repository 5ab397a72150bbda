import { type Service, serveRead, serveUnstored } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { currentContactId } from '../store/contactMerges';
import { getContact } from '../store/contacts';
import { lookUp, searchEveryone } from '../store/lookUp';

/** Finding people beyond what the caller sees. */
export function registerLookUp(service: Service): void {
  serveRead(service, 'searchEveryone', async (tx, caller, { query }) => {
    const found = await searchEveryone(tx, caller, query);
    if (!found) throw new ProblemError('forbidden');
    return { status: 'success', data: found };
  });

  // A stored response would keep a copy of the contact.
  serveUnstored(service, 'lookUpContact', async (tx, _caller, { params }) => {
    const contact = (await lookUp(tx, await currentContactId(tx, params.id)))
      ? await getContact(tx, params.id)
      : null;
    if (!contact) throw new ProblemError('not_found');
    return { status: 'success', data: contact };
  });
}
