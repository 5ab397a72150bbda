import { type NewOutboxRow } from '@/db/outbox/outbox';
import { type ShownBundle } from '@/db/outbox/pendingBundles';
import { writeChange, type BundleChange } from '@/domain/bundleChange';

interface Correction {
  id: string;
  entity: string;
  seen: ShownBundle;
  update: BundleChange;
  who: string;
}

/** The outbox row of a correction, with the bundle that the person saw. It has no amount. */
export function correctionRow({ id, entity, seen, update, who }: Correction): NewOutboxRow {
  return {
    id,
    kind: 'bundle_update',
    entity,
    body: writeChange(update),
    bodyVersion: 1,
    base: seen,
    who,
  };
}
