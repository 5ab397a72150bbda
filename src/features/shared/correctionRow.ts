import { BundleUpdateRequest, type BundleUpdate } from '@/contract/bundle';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { type ShownBundle } from '@/db/outbox/pendingBundles';

interface Correction {
  id: string;
  entity: string;
  seen: ShownBundle;
  update: BundleUpdate;
  who: string;
}

/** The outbox row of a correction, with the bundle that the person saw. It has no amount. */
export function correctionRow({ id, entity, seen, update, who }: Correction): NewOutboxRow {
  return {
    id,
    kind: 'bundle_update',
    entity,
    body: JSON.stringify(BundleUpdateRequest.parse({ data: update })),
    bodyVersion: 1,
    base: seen,
    who,
  };
}
