import { ContactsScreen } from '@/features/contacts/ContactsScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { ListDetailLayout } from '../ListDetailLayout';

// Back from a detail that was opened by its URL leads to the list.
export const unstable_settings = { anchor: 'index' };

export function ContactsLayout() {
  return (
    <ListDetailLayout
      root="/contacts"
      list={<ContactsScreen />}
      placeholder={<NothingChosen icon="person" />}
    />
  );
}
