import { VisitCreateRequest, type VisitCreate } from '@/contract/visit';
import { type NewOutboxRow } from '@/db/outbox/outbox';
import { readAddress, streetLine } from '@/domain/address';
import { entityOf } from '@/domain/entity';

/** A visit of a door. One that takes another back is sent after it: `first` is the one that it takes back. */
export function visitRow(visit: VisitCreate, first = visit.uuid): NewOutboxRow {
  return {
    id: visit.uuid,
    kind: 'visit_create',
    entity: entityOf('visit', first),
    body: JSON.stringify(VisitCreateRequest.parse({ data: visit })),
    bodyVersion: 1,
    who: streetLine(readAddress(visit.address ?? {})),
  };
}
