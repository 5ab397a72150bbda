export { EditItemScreen as default } from '@/shell/later';
