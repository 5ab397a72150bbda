export { EditItemScreen as default } from '@/shell/editors/catalogue';
