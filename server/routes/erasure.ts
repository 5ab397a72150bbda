import { requireSecondFactor } from '../auth/secondFactor';
import { type Service, serveUnstored, serveWrite } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { requireAdmin } from '../http/rights';
import { recordRead } from '../store/audit';
import { currentContactId } from '../store/contactMerges';
import type { Tx } from '../store/database';
import { eraseContact, eraseUser, getDataOf } from '../store/erasure';
import { isAbove } from '../store/permissions';
import { getPerson } from '../store/users';

/** Exports and erases the data of one person, as data protection law requires. */
export function registerErasure(service: Service): void {
  const exportFile = async (tx: Tx, kind: 'contact' | 'user', id: number) => {
    const data = await getDataOf(tx, kind, id);
    if (data === null) throw new ProblemError('not_found');
    await recordRead(tx, {
      event: 'exported',
      ...(kind === 'user' ? { person: id } : { recordKind: kind, recordId: id }),
    });
    const text = JSON.stringify(data, null, 2);
    const file = { name: `${kind}-${id}.json`, type: 'application/json', text };
    return { status: 'success' as const, data: file };
  };

  serveUnstored(service, 'exportContact', async (tx, caller, { params }) => {
    requireAdmin(caller);
    return exportFile(tx, 'contact', await currentContactId(tx, params.id));
  });

  serveUnstored(service, 'exportUser', (tx, caller, { params }) => {
    requireAdmin(caller);
    return exportFile(tx, 'user', params.id);
  });

  serveWrite(service, 'eraseContact', async (tx, caller, { params: { id } }) => {
    requireAdmin(caller);
    await requireSecondFactor(tx, caller);
    if (!(await eraseContact(tx, await currentContactId(tx, id)))) throw new ProblemError('not_found');
    return { status: 'success', data: { id } };
  });

  serveWrite(service, 'eraseUser', async (tx, caller, { params: { id } }) => {
    requireAdmin(caller);
    const person = await getPerson(tx, id);
    if (id === caller.userId || (person && isAbove(person.role.type, caller)))
      throw new ProblemError('forbidden');
    await requireSecondFactor(tx, caller);
    if (!(await eraseUser(tx, id))) throw new ProblemError('not_found');
    return { status: 'success', data: { id } };
  });
}
