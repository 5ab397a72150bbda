export { EditContactScreen as default } from '@/features/contacts/edit/EditContactScreen';
