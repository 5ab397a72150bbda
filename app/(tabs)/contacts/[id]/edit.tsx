export { EditContactScreen as default } from '@/shell/editors/contacts';
