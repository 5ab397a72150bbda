export { ContactScreen as default } from '@/features/contacts/ContactScreen';
