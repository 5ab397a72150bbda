export { NewContactScreen as default } from '@/features/contacts/edit/NewContactScreen';
