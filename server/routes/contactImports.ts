import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { requireManager } from '../http/rights';
import {
  getImport,
  getImportByUuid,
  insertImport,
  insertImported,
  lockImport,
  listImports,
  undoImport,
} from '../store/contactImports';
import { violatedUnique } from '../store/postgresErrors';

export function registerContactImports(service: Service): void {
  serveRead(service, 'listContactImports', async (tx, caller) => {
    requireManager(caller);
    return { status: 'success', data: { imports: await listImports(tx, caller.groupId) } };
  });

  serveWrite(
    service,
    'createContactImport',
    async (tx, caller, { body }) => {
      requireManager(caller);
      const made = await getImport(tx, await insertImport(tx, caller, body.data));
      if (!made) throw new Error('the import was not inserted');
      return { status: 'success', data: made };
    },
    async (tx, { body }, error) => {
      const made = await getImportByUuid(tx, body.data.uuid);
      if (violatedUnique(error) !== 'contact_imports_unique_uuid' || !made)
        throw new ProblemError('conflict');
      return { status: 'success', data: made };
    }
  );

  serveWrite(service, 'addImportedContacts', async (tx, caller, { params, body }) => {
    requireManager(caller);
    const takesContacts = await lockImport(tx, params.id);
    if (takesContacts === null) throw new ProblemError('not_found');
    if (!takesContacts) throw new ProblemError('import_undone');
    const { contacts } = body.data;
    const created = await insertImported(tx, caller, params.id, contacts);
    return { status: 'success', data: { created, known: contacts.length - created } };
  });

  serveWrite(service, 'undoContactImport', async (tx, caller, { params }) => {
    requireManager(caller);
    const undone = await undoImport(tx, caller, params.id);
    if (!undone) throw new ProblemError('not_found');
    return { status: 'success', data: undone };
  });
}
