export { ImportScreen as default } from '@/features/contacts/import/ImportScreen';
