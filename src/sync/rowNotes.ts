import { patchNotes, type OutboxRow } from '@/db/outbox/outbox';
import type { Transaction } from '@/db/store';

/** What the engine stores with a row besides its state. */
export type RowNotes = {
  /** Bundles like this one that the service had before the row was first sent. Unreadable ones have a negative number. */
  similarBefore?: number[];
  /** The teams that the service had before the row was first sent. */
  teamsBefore?: number[];
  /** A restored service had lost the acknowledged record, and it was sent again. */
  wasSentAgain?: true;
  /** How often something between the phone and the service has refused it. */
  intercepted?: number;
  /** An earlier attempt may be stored, and no search was made: only a key makes sending it again harmless. */
  needsKey?: boolean;
  /** Complete pulls since the ack. */
  pulls?: number;
};

export const notesOf = ({ notes }: Pick<OutboxRow, 'notes'>): RowNotes =>
  typeof notes === 'object' && notes !== null ? notes : {};

export function addNotes(tx: Transaction, { id }: Pick<OutboxRow, 'id'>, added: RowNotes): Promise<void> {
  return patchNotes(tx, id, added);
}
