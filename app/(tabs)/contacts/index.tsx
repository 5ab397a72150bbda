export { ContactsScreen as default } from '@/features/contacts/ContactsScreen';
