import { ContactsScreen } from '@/features/contacts/ContactsScreen';
import { NothingChosen } from '@/features/shared/NothingChosen';
import { ListDetailLayout } from '@/shell/ListDetailLayout';

// A detail opened by its address has the list under it.
export const unstable_settings = { anchor: 'index' };

export default function ContactsLayout() {
  return (
    <ListDetailLayout
      root="/contacts"
      list={<ContactsScreen />}
      placeholder={<NothingChosen icon="person" />}
    />
  );
}
