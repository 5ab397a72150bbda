export { NewContactScreen as default } from '@/shell/editors/contacts';
