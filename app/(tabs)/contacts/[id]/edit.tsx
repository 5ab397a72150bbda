export { EditContactScreen as default } from '@/shell/later';
