export { EditItemScreen as default } from '@/features/catalogue/edit/EditItemScreen';
