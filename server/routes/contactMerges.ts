import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { ProblemError, invalid } from '../http/problems';
import { requireManager } from '../http/rights';
import {
  listDuplicates,
  mergedFields,
  mergedInto,
  moveContact,
  markAsDifferent,
} from '../store/contactMerges';
import { getContact } from '../store/contacts';
import { lockContact, updateContact } from '../store/contactWrites';
import type { Tx } from '../store/database';

/** Contacts that are one person: found, merged, or marked as different. */
export function registerContactMerges(service: Service): void {
  serveRead(service, 'listDuplicates', async (tx, caller, { query }) => {
    requireManager(caller);
    const { pairs, total } = await listDuplicates(tx, query);
    return { status: 'success', data: pairs, total };
  });

  serveWrite(service, 'markContactsAsDifferent', async (tx, caller, { body }) => {
    requireManager(caller);
    const { one, other } = body.data;
    if (one === other) throw invalid('body/data/other', 'must be another contact');
    if (!(await markAsDifferent(tx, one, other))) throw new ProblemError('not_found');
    return { status: 'success', data: { one, other } };
  });

  serveWrite(service, 'mergeContact', async (tx, caller, { params, body }) => {
    requireManager(caller);
    const { merged_id: leaves, take, seen } = body.data;
    const stays = params.id;
    if (leaves === stays) throw invalid('body/data/merged_id', 'must be another contact');
    // In one order, so that two people who merge the same contacts wait for each other.
    for (const id of [stays, leaves].sort((one, other) => one - other)) await lockContact(tx, id);
    if ((await mergedInto(tx, leaves)) === stays)
      return { status: 'success', data: await readLocked(tx, stays) };
    const [before, kept, gone] = [
      await lockContact(tx, stays),
      await readLocked(tx, stays),
      await readLocked(tx, leaves),
    ];
    if (!before) throw new ProblemError('not_found');
    if (!isSameTime(kept.updated_at, seen.stays) || !isSameTime(gone.updated_at, seen.leaves))
      throw new ProblemError('precondition_failed', { detail: 'One of the two was changed meanwhile.' });
    await moveContact(tx, stays, leaves);
    const change = { before, change: mergedFields(kept, gone, take) };
    return { status: 'success', data: await updateContact(tx, caller, stays, change) };
  });
}

/** The contact; a sentence about where it is, if somebody else has merged it. */
async function readLocked(tx: Tx, id: number) {
  const contact = await getContact(tx, id);
  if (contact?.id === id) return contact;
  if (!contact) throw new ProblemError('not_found');
  throw new ProblemError('precondition_failed', {
    detail: `No. ${id} was merged into No. ${contact.id} meanwhile.`,
  });
}

const isSameTime = (one: string, other: string) => Date.parse(one) === Date.parse(other);
