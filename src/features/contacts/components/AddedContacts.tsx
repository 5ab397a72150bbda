import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';

import { fold } from '@/domain/fold';
import { PendingPill } from '@/features/shared/PendingNote';
import { useRuntime } from '@/features/shared/runtime';
import { contactQueries } from '@/queries/contacts';
import { Avatar } from '@/ui/Avatar';
import { ListRow } from '@/ui/ListRow';

import { contactName } from '../mutations';

/** Contacts that this phone added and that are not in the list yet, by the typed letters. */
export function AddedContacts({ typed }: { typed: string }) {
  const { data = [] } = useQuery(contactQueries.added(useRuntime()));
  const words = fold(typed.trim());
  return data
    .filter(({ contact }) => fold(contactName(contact)).includes(words))
    .map(({ row, contact }) => (
      <ListRow
        key={row.id}
        leading={<Avatar name={contactName(contact)} />}
        title={contactName(contact)}
        detail={contact.address?.city ?? ''}
        trailing={<PendingPill rows={[row]} />}
        onPress={() =>
          // What may have arrived is not changed here any more.
          row.sentAt === null || row.state === 'parked'
            ? router.push({ pathname: '/contacts/new', params: { row: row.id } })
            : router.navigate('/outbox')
        }
      />
    ));
}
